/**
 * The rows of Frankfurter's second interface: a snapshot of a day, a snapshot and the fixings after it, or averages of
 * weeks and months.
 */

import { toPeriodItem } from '../../generator/wire/answers/averages.ts';
import { datesWithin } from '../../generator/wire/answers/provider-index.ts';
import type { Table } from '../../generator/wire/answers/table.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { addDays, daysBetween, weekday } from '../../generator/wire/words/calendar.ts';
import { compareTexts, lowerBound } from '../../generator/wire/words/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import type { RatesRequest } from './frankfurter-request.ts';
import { type DayRow, type DayRows, voicesIn } from './frankfurter-voices.ts';
import { codesOf, crossesIn, datesUpTo, type Rates } from './rates.ts';

/** How old a figure of a snapshot may be. */
const AGE_DAYS_MAX = 14;

type Span = NonNullable<RatesRequest['span']>;
type Group = NonNullable<RatesRequest['group']>;

/** The rows of one fixing or period at a time. @throws Problem, StoreDown */
export async function* rowsFor(request: RatesRequest, rates: Rates): AsyncGenerator<DayRows> {
  const { provider, expands } = request;
  if (provider === null) return;
  const voiced = voicesIn(rates, provider, request.base);
  for await (const rows of plainRows(request, provider, rates)) {
    yield expands ? await Promise.all(rows.map(voiced)) : rows;
  }
}

/** The currencies of the newest rows per euro. */
export async function newestQuotes(rates: Rates): Promise<ReadonlySet<CurrencyCode>> {
  const provider = rates.catalogue.byCode.get(GLOBAL) ?? null;
  const latest = { base: EUR, quotes: null, provider, day: null, span: null, group: null, expands: false } as const;
  const found = new Set<CurrencyCode>();
  for await (const rows of rowsFor(latest, rates)) for (const { quote } of rows) found.add(quote);
  return found;
}

function plainRows(request: RatesRequest, provider: KnownProvider, rates: Rates): AsyncGenerator<DayRows> {
  const { span, group } = request;
  if (span === null) return rowsOfDay(request, provider, rates);
  if (group === null) return rowsOfSpan(request, provider, span, rates);
  return rowsOfGroups(request, provider, span, group, rates);
}

/** By quote. Without a day back from the newest fixing of the release, however old it is, as at /v1/latest. */
async function* rowsOfDay({ day, ...request }: RatesRequest, provider: KnownProvider, rates: Rates) {
  const last = day ?? provider.index.latest;
  if (last === null) return;
  const rows = await snapshot(request, provider, last, rates);
  if (day !== null && rows.length > 0) rates.refuseOverdue(provider, day);
  yield rows;
}

/** By date and quote. The first rows are those of a snapshot of the first day, each with its own date. */
async function* rowsOfSpan(
  request: RatesRequest,
  provider: KnownProvider,
  { from, to, isOpen }: Span,
  rates: Rates,
): AsyncGenerator<DayRows> {
  if (from > (isOpen ? rates.today : to)) return;
  const first = await snapshot(request, provider, from, rates);
  if (first.length > 0) rates.refuseOverdue(provider, from);
  yield [...first].sort((left, right) => compareTexts(left.date, right.date));
  const dates = datesWithin(provider.index, addDays(from, 1), to);
  for await (const { date, crosses } of rates.crosses(provider, dates, request)) {
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
    const table = await rates.table(provider, date);
    const missing = [...(quotes ?? table.figures.keys())].filter((code) => !found.has(code));
    if (missing.length === 0 && quotes !== null) break;
    if (missing.length === 0) continue;
    for (const [quote, rate] of crossesIn(table, { base, quotes: new Set(missing) })) {
      found.set(quote, { date, quote, rate });
    }
  }
  return [...found.values()].sort((left, right) => compareTexts(left.quote, right.quote));
}

/** Averages of whole periods, one for each period that the span touches. */
async function* rowsOfGroups(
  { base, quotes, expands }: RatesRequest,
  provider: KnownProvider,
  span: Span,
  group: Group,
  rates: Rates,
): AsyncGenerator<DayRows> {
  // The figures from which GLOBAL made a fixing have no averages of their own.
  if (expands && provider.facts.code === GLOBAL) {
    throw new Problem(1104, 'expand with group is answered for one provider only; name it in providers');
  }
  const [first, last] = [periodOf(span.from, group), periodOf(span.to, group)];
  const { fixings } = provider.index;
  const begin = lowerBound(fixings, ({ date }) => periodOf(date, group) < first);
  const end = lowerBound(fixings, ({ date }) => periodOf(date, group) <= last);
  const dates = fixings.slice(begin, end).map(({ date }) => date);
  const wanted = { view: 'standard', base, currencies: quotes, places: 'fine', statistic: 'average' } as const;
  const toRows = (date: IsoDate, tables: readonly Table[]): DayRows => {
    const { rates: means } = toPeriodItem({ name: date, first: date, last: date }, tables, true, wanted);
    return means.flatMap((row) => ('rate' in row ? [{ date, quote: row.currency, rate: row.rate }] : []));
  };
  let [period, tables]: [IsoDate, Table[]] = [first, []];
  for await (const table of rates.span({ provider, dates, codes: codesOf({ base, quotes }) })) {
    const own = periodOf(table.date, group);
    if (own !== period && tables.length > 0) {
      yield toRows(period, tables);
      tables = [];
    }
    period = own;
    tables.push(table);
  }
  if (tables.length > 0) yield toRows(period, tables);
}

/** The day that names the period: the first of the month, or 1 January and seven days for each Monday since. */
function periodOf(date: IsoDate, group: Group): IsoDate {
  if (group === 'month') return `${date.slice(0, 7)}-01` as IsoDate;
  const january = `${date.slice(0, 4)}-01-01` as IsoDate;
  const days = daysBetween(january, date) + 8 - weekday(date);
  return addDays(january, days - (days % 7));
}
