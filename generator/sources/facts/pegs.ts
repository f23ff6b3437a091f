/**
 * data/pegs.csv: official rates that are fixed at one number, each with who fixed it. Bands are not listed: the krone
 * (DKK) and the Hong Kong dollar (HKD) move within theirs, and the median of what was observed is closer than the
 * central figure. The conversion rates of the euro are listed without an end, because they hold for old amounts for
 * ever; GLOBAL has no figure once the currency is withdrawn.
 */
import { z } from 'zod';
import { codeCell, dayCell, dayOrNoneCell, figureCell, parseRows, type Row, textCell } from '../../kit/csv-rows.ts';
import { readDataFile } from '../../kit/package.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type CurrencyCode, currencyCode, type IsoDate } from '../../wire/words/schemas.ts';

const KINDS = ['law', 'decision', 'statement'] as const;

/**
 * `per` anchor = `units` currency, exactly. 8.38 EUR = 1000 XPF is kept as it stands, because 1000 / 8.38 does not
 * terminate.
 */
const pegRow = z
  .object({
    currency: codeCell.pipe(currencyCode),
    anchor: codeCell.pipe(currencyCode),
    per: figureCell,
    units: figureCell,
    since: dayCell,
    /** The last day in force; null while it is in force. */
    until: dayOrNoneCell,
    /** Who states the number: a law or treaty, a decision of government or central bank, or the bank in its own words. */
    kind: z.enum(KINDS, `is none of ${KINDS.join(', ')}`),
    /** The law, the decision or the statement. */
    source: textCell,
  })
  .refine(({ currency, anchor }) => currency !== anchor, {
    path: ['anchor'],
    error: 'is the currency itself: name the currency that it is pegged to',
  })
  .refine(({ since, until }) => until === null || since <= until, {
    path: ['until'],
    error: 'is before since: write the last day in force',
  });
export type Peg = Readonly<z.infer<typeof pegRow>>;

/**
 * @throws InputError naming line and remedy of a bad row, of two pegs of a currency on one day, or of a circle of pegs
 */
export function readPegs({ text, file } = readDataFile('pegs.csv')): readonly Peg[] {
  const rows = parseRows<Peg>(text, file, Object.keys(pegRow.shape), pegRow);
  const pegs = rows.map(({ cells }) => cells);
  for (const row of rows) {
    const other = rows.find(({ line, cells }) => line < row.line && overlap(cells, row.cells));
    if (other !== undefined) {
      const { currency, since } = row.cells;
      const fault = `since ${since} overlaps the peg of ${currency} on line ${other.line}`;
      throw new InputError(`${file}:${row.line}: ${fault}: end one before the other begins`);
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

/** A circle exists on the day when the last of its pegs begins, so it is enough to follow each peg on its first day. */
function refuseCircle({ line, cells }: Row<Peg>, pegs: readonly Peg[], file: string): void {
  const met = new Set([cells.currency]);
  for (let peg: Peg | null = cells; peg !== null; peg = pegInForce(pegs, peg.anchor, cells.since)) {
    if (met.has(peg.anchor)) {
      throw new InputError(`${file}:${line}: anchor ${cells.anchor} leads back to itself: end one of its pegs`);
    }
    met.add(peg.anchor);
  }
}
