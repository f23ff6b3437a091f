/** data/ended.csv: currencies whose last day law names, what they became, and at how many units. */
import { z } from 'zod';
import { codeCell, dayCell, figureCell, parseRows, textCell } from '../../../generator/kit/csv-rows.ts';
import { readDataFile } from '../../../generator/kit/package.ts';

const row = z.object({ currency: codeCell, lastDay: dayCell, became: codeCell, units: figureCell, law: textCell });

/** @throws InputError naming line and column of a bad row */
export function readEnded(): readonly z.infer<typeof row>[] {
  const { text, file } = readDataFile('ended.csv');
  return parseRows(text, file, Object.keys(row.shape), row).map(({ cells }) => cells);
}
