/** Whether an odd figure of GLOBAL is one bank's alone, and that bank's first: then the bank's figure is at fault. */

import { SILENCE_DAYS } from '../quarantine/bounds.ts';
import { addDays } from '../wire/words/calendar.ts';
import { within } from '../wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../wire/words/schemas.ts';
import type { Part } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/**
 * NBP called the Cuban peso a dollar and was alone with it once BDI had fallen silent. Without NBP's figure GLOBAL
 * takes BDI's as soon as BDI speaks again; with it both would be in dispute. A bank that has stated the currency
 * before, and not moved, is believed: then only GLOBAL's figure is left out.
 * @param part of GLOBAL
 */
export async function atItsSource(part: Part, global: StatedFixings, pairs: readonly TwoTrees[]): Promise<Part> {
  const code = part.code as CurrencyCode;
  const [first, last] = [(await global.origins(part.from)).lists, (await global.origins(part.until)).lists];
  const [origin, latest] = [first.get(code), last.get(code)];
  const [provider, second] = origin?.providers ?? [];
  if (origin === undefined || provider === undefined || second !== undefined) return part;
  const own = pairs.find(({ tree }) => tree.subject.code === provider)?.tree;
  if (own === undefined || (await hasEarlier(own, origin.date, code))) return part;
  const isSame = latest?.providers.size === 1 && latest.providers.has(provider);
  return { ...part, provider, from: origin.date, until: isSame ? latest.date : origin.date, stated: '', refused: '' };
}

async function hasEarlier(own: StatedFixings, date: IsoDate, code: CurrencyCode): Promise<boolean> {
  for (const before of within(own.dates, addDays(date, -SILENCE_DAYS), addDays(date, -1))) {
    if ((await own.table(before)).figures.has(code)) return true;
  }
  return false;
}
