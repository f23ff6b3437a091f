/**
 * data/pegs.csv: official rates that law fixes at one number, with the law. No bands: the krone's (DKK) and the Hong
 * Kong dollar's (HKD) move, and a median of what was observed knows them better than their central figure.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dayCell, dayOrNoneCell, parseRows, type Row, textCell } from '../kit/csv-rows.ts';
import { packageRoot } from '../kit/package.ts';
import { Decimal } from '../wire/decimal.ts';
import { type CurrencyCode, currencyCode, type IsoDate } from '../wire/schemas.ts';

/** `per` anchor = `units` currency, exactly: 8.38 EUR = 1000 XPF is kept so, because 1000 / 8.38 does not terminate. */
export interface Peg {
  readonly currency: CurrencyCode;
  readonly anchor: CurrencyCode;
  readonly per: Decimal;
  readonly units: Decimal;
  readonly since: IsoDate;
  /** The last day in force; null while in force. */
  readonly until: IsoDate | null;
  /** The legal text. */
  readonly source: string;
}

const COLUMNS = ['currency', 'anchor', 'per', 'units', 'since', 'until', 'source'];

const codeCell = z
  .string()
  .regex(/^[A-Z]{3}$/, 'is not three capital letters')
  .pipe(currencyCode);

const figureCell = z
  .string()
  .regex(/^(?!0+(\.0+)?$)\d+(\.\d+)?$/, 'is not a figure above 0: write digits and a decimal point')
  .transform(Decimal.parse);

const pegRow = z
  .object({
    currency: codeCell,
    anchor: codeCell,
    per: figureCell,
    units: figureCell,
    since: dayCell,
    until: dayOrNoneCell,
    source: textCell,
  })
  .refine(({ currency, anchor }) => currency !== anchor, { path: ['anchor'], error: 'is the currency itself' })
  .refine(({ since, until }) => until === null || since <= until, { path: ['until'], error: 'is before since' });

/** @throws SyntaxError naming line, column and remedy. */
export function readPegs(file = join(packageRoot(), 'data', 'pegs.csv')): readonly Peg[] {
  return parsePegs(readFileSync(file, 'utf8'), file);
}

/** @throws SyntaxError naming line and remedy: a bad row, two pegs of a currency on one day, or a peg to itself in a circle. */
export function parsePegs(text: string, file: string): readonly Peg[] {
  const rows = parseRows<Peg>(text, file, COLUMNS, pegRow);
  const pegs = rows.map(({ cells }) => cells);
  for (const row of rows) {
    const overlapping = rows.find((other) => other.line < row.line && overlap(other.cells, row.cells));
    if (overlapping !== undefined) {
      throw new SyntaxError(
        `${file}:${row.line}: since ${row.cells.since} overlaps the peg of ${row.cells.currency} on line ${overlapping.line}`,
      );
    }
  }
  for (const row of rows) refuseCircle(row, pegs, file);
  return pegs;
}

/** The peg that fixes the currency on that day, or null. */
export function pegInForce(pegs: readonly Peg[], currency: CurrencyCode, date: IsoDate): Peg | null {
  return pegs.find((peg) => peg.currency === currency && inForce(peg, date)) ?? null;
}

function inForce({ since, until }: Peg, date: IsoDate): boolean {
  return since <= date && (until === null || date <= until);
}

function overlap(left: Peg, right: Peg): boolean {
  return left.currency === right.currency && (inForce(left, right.since) || inForce(right, left.since));
}

/** A circle holds on the day when the last of its pegs begins, so that each peg's first day is all there is to look at. */
function refuseCircle({ line, cells }: Row<Peg>, pegs: readonly Peg[], file: string): void {
  const met = new Set([cells.currency]);
  for (let peg: Peg | null = cells; peg !== null; peg = pegInForce(pegs, peg.anchor, cells.since)) {
    if (met.has(peg.anchor)) throw new SyntaxError(`${file}:${line}: anchor ${cells.anchor} leads back in a circle`);
    met.add(peg.anchor);
  }
}
