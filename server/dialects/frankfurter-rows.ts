/** The rows of Frankfurter's second interface: a snapshot of a day, or a snapshot and the fixings after it. */

import { datesWithin } from '../../generator/wire/answers/provider-index.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { addDays } from '../../generator/wire/words/calendar.ts';
import { compareTexts } from '../../generator/wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/words/schemas.ts';
import { midsOf } from '../perform/span.ts';
import { crossesIn, crossesOf } from './crosses.ts';
import { rowsOfGroups } from './frankfurter-groups.ts';
import type { RatesRequest } from './frankfurter-request.ts';
import type { DayRow, DayRows } from './frankfurter-row.ts';
import { VoiceReader } from './frankfurter-voices.ts';
import { datesUpTo, type Rates } from './rates.ts';

/** How old a figure of a snapshot may be. */
const AGE_DAYS_MAX = 14;

/** The rows of one fixing or period at a time. @throws Problem, StoreDown */
export async function* rowsFor(request: RatesRequest, rates: Rates): AsyncGenerator<DayRows> {
  const { provider, expands } = request;
  if (provider === null) return;
  const voices = expands ? new VoiceReader(rates, provider, request.base) : null;
  for await (const rows of plainRows(request, provider, rates)) {
    yield voices === null ? rows : await voices.addedTo(rows);
  }
}

function plainRows(request: RatesRequest, provider: KnownProvider, rates: Rates): AsyncGenerator<DayRows> {
  const { span, group } = request;
  if (span === null) return rowsOfDay(request, provider, rates);
  if (group === null) return rowsOfSpan(request, provider, span, rates);
  return rowsOfGroups(rates, { ...request, provider, span, group });
}

/** By quote. Without a day back from the newest fixing of the release, however old it is, as at /v1/latest. */
async function* rowsOfDay({ day, ...request }: RatesRequest, provider: KnownProvider, rates: Rates) {
  const last = day ?? provider.index.latest;
  if (last !== null) yield await snapshot(request, provider, last, rates);
}

/** By date and quote. The first rows are those of a snapshot of the first day, each with its own date. */
async function* rowsOfSpan(
  request: RatesRequest,
  provider: KnownProvider,
  { from, to, isOpen }: NonNullable<RatesRequest['span']>,
  rates: Rates,
): AsyncGenerator<DayRows> {
  if (from > (isOpen ? rates.today : to)) return;
  const first = await snapshot(request, provider, from, rates);
  yield [...first].sort((left, right) => compareTexts(left.date, right.date));
  const dates = datesWithin(provider.index, addDays(from, 1), to);
  for await (const { date, crosses } of crossesOf(rates, { ...request, provider, dates })) {
    yield crosses.map(([quote, rate]) => ({ date, quote, rate }));
  }
}

/** Of each quote the newest rate that is at most 14 days old, or still valid, within one fixing that has the base. */
async function snapshot(
  { base, quotes }: Pick<RatesRequest, 'base' | 'quotes'>,
  provider: KnownProvider,
  day: IsoDate,
  rates: Rates,
): Promise<DayRows> {
  const found = new Map<CurrencyCode, DayRow>();
  for (const date of [...datesUpTo(provider, day, AGE_DAYS_MAX)].reverse()) {
    const mids = midsOf(await rates.table(provider, date), null);
    const missing = [...(quotes ?? mids.keys())].filter((code) => !found.has(code));
    if (missing.length === 0 && quotes !== null) break;
    if (missing.length === 0) continue;
    for (const [quote, rate] of crossesIn(mids, { base, quotes: new Set(missing) })) {
      found.set(quote, { date, quote, rate });
    }
  }
  return [...found.values()].sort((left, right) => compareTexts(left.quote, right.quote));
}
