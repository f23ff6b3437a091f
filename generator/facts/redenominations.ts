/**
 * data/redenominations.csv: labels by which a source means another currency than ISO 4217 does, from a day on. The Federal
 * Reserve writes VEB for every bolívar that there has been; relayed as VEB, its 2020 figures would be wrong by 10^8.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dayCell, parseRows, textCell } from '../kit/csv-rows.ts';
import { packageRoot } from '../kit/package.ts';
import type { IsoDate } from '../wire/schemas.ts';

export interface Redenomination {
  readonly provider: string;
  /** As the source labels it. */
  readonly code: string;
  /** The first date of which the label means `currency`, until the next row of the provider and the code. */
  readonly from: IsoDate;
  readonly currency: string;
  /** How it is known. */
  readonly note: string;
}

const COLUMNS = ['provider', 'code', 'from', 'currency', 'note'];
const code = z.string().regex(/^[A-Z]{3}$/, 'is not three capital letters');
const redenominationRow = z.object({
  provider: z.string().regex(/^[A-Z]{2,12}$/, 'is no provider: write its code in capitals'),
  code,
  from: dayCell,
  currency: code,
  note: textCell,
});

/** @throws SyntaxError naming line, column and remedy. */
export function readRedenominations(
  file = join(packageRoot(), 'data', 'redenominations.csv'),
): readonly Redenomination[] {
  return parseRedenominations(readFileSync(file, 'utf8'), file);
}

/** Sorted by provider, code and date, so that each row is in force until the one below it. */
export function parseRedenominations(text: string, file: string): readonly Redenomination[] {
  const rows = parseRows<Redenomination>(text, file, COLUMNS, redenominationRow);
  const keyOf = ({ provider, code, from }: Redenomination) => `${provider} ${code} ${from}`;
  for (const [index, { line, cells }] of rows.entries()) {
    const before = rows[index - 1]?.cells;
    if (before !== undefined && keyOf(before) >= keyOf(cells)) {
      throw new SyntaxError(`${file}:${line}: ${keyOf(cells)} after ${keyOf(before)}: sort by provider, code and from`);
    }
  }
  return rows.map(({ cells }) => cells);
}
