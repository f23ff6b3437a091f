/** Replaces the labels of a source by the codes of the currencies that it means by them. Pure. */
import type { Redenomination } from '../facts/redenominations.ts';
import type { Observation } from '../feeds/provider.ts';

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
