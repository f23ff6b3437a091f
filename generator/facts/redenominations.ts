/**
 * data/redenominations.csv: labels by which a source means another currency than ISO 4217 does, from a day on. The
 * Federal Reserve labels every bolívar that ever existed VEB; relayed as VEB, its figures of 2020 would be wrong by
 * 10^8.
 */
import { z } from 'zod';
import { codeCell, dayCell, parseSorted, textCell } from '../kit/csv-rows.ts';
import { readDataFile } from '../kit/package.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

export interface Redenomination {
  readonly provider: string;
  /** The source's label. */
  readonly code: string;
  /** The first date on which the label means `currency`, until the next row with the same provider and code. */
  readonly from: IsoDate;
  readonly currency: string;
  /** The evidence. */
  readonly note: string;
}

const COLUMNS = ['provider', 'code', 'from', 'currency', 'note'];
const redenominationRow = z.object({
  provider: z.string().regex(/^[A-Z]{2,12}$/, 'is not a provider: write its code in capitals'),
  code: codeCell,
  from: dayCell,
  currency: codeCell,
  note: textCell,
});

/** @throws InputError naming line, column and remedy */
export function readRedenominations(): readonly Redenomination[] {
  const { text, file } = readDataFile('redenominations.csv');
  return parseRedenominations(text, file);
}

/** Sorted by provider, code and date, so that each row is in force until the next one. */
export function parseRedenominations(text: string, file: string): readonly Redenomination[] {
  const keyOf = ({ provider, code, from }: Redenomination) => `${provider} ${code} ${from}`;
  const faultOf = (key: string, before: string) => `${key} after ${before}: sort by provider, code and from`;
  return parseSorted<Redenomination>(text, file, COLUMNS, redenominationRow, keyOf, faultOf);
}
