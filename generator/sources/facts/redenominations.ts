/**
 * data/redenominations.csv: labels that a source uses, from a certain day on, for a different currency than ISO 4217
 * does. The Federal Reserve labels every bolívar that ever existed VEB; relayed as VEB, its figures of 2020 would be
 * wrong by 10^8.
 */

import { z } from 'zod';
import { codeCell, dayCell, parseSorted, textCell } from '../../kit/csv-rows.ts';
import { readDataFile } from '../../kit/package.ts';
import type { Observation } from '../feeds/provider.ts';

const redenominationRow = z.object({
  provider: z.string().regex(/^[A-Z]{2,12}$/, 'is not a provider: write its code in capitals'),
  /** The source's label. */
  code: codeCell,
  /** The first date on which the label means `currency`, until the next row with the same provider and code. */
  from: dayCell,
  currency: codeCell,
  /** The evidence. */
  note: textCell,
});
export type Redenomination = Readonly<z.infer<typeof redenominationRow>>;

/**
 * Sorted by provider, code and date, so that each row is in force until the next one.
 * @throws InputError naming line, column and remedy
 */
export function readRedenominations(list = readDataFile('redenominations.csv')): readonly Redenomination[] {
  const keyOf = ({ provider, code, from }: Redenomination) => `${provider} ${code} ${from}`;
  const faultOf = (key: string, before: string) => `${key} after ${before}: sort by provider, code and from`;
  return parseSorted(list, redenominationRow, keyOf, faultOf);
}

/** The observation with the codes of the currencies that the source means by its labels. */
export function toRelabelled(
  redenominations: readonly Redenomination[],
  provider: string,
  observation: Observation,
): Observation {
  const { date, base, quote } = observation;
  const own = redenominations.filter((row) => row.provider === provider && row.from <= date);
  const currencyOf = (label: string) => own.findLast(({ code }) => code === label)?.currency ?? label;
  const [toBase, toQuote] = [currencyOf(base), currencyOf(quote)];
  return toBase === base && toQuote === quote ? observation : { ...observation, base: toBase, quote: toQuote };
}
