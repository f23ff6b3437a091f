/** data/ended.csv: currencies whose last day law names, what they became, and at how many units. */
import { z } from 'zod';
import { codeCell, dayCell, figureCell, parseSorted, textCell } from '../../../generator/kit/csv-rows.ts';
import { readDataFile } from '../../../generator/kit/package.ts';

const COLUMNS = ['currency', 'lastDay', 'became', 'units', 'law'];
const row = z.object({ currency: codeCell, lastDay: dayCell, became: codeCell, units: figureCell, law: textCell });

/** Sorted by code. @throws InputError naming line and column of a bad row */
export function readEnded(): readonly z.infer<typeof row>[] {
  const { text, file } = readDataFile('ended.csv');
  const faultOf = (code: string, before: string) => `currency ${code} after ${before}: sort by code, each once`;
  return parseSorted(text, file, COLUMNS, row, ({ currency }) => currency, faultOf);
}
