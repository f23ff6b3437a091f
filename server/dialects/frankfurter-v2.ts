/** Frankfurter's second interface: rows of date, base, quote and rate as JSON, NDJSON or CSV, and lists. */
import { datesWithin } from '../../generator/wire/answers/provider-index.ts';
import { toPeriodItem } from '../../generator/wire/answers/spans.ts';
import type { Table } from '../../generator/wire/answers/table.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { addDays, daysBetween, weekday } from '../../generator/wire/words/calendar.ts';
import { compareTexts, lowerBound } from '../../generator/wire/words/order.ts';
import type { ProblemCode } from '../../generator/wire/words/problems.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import { type Dialect, type DialectRequest, JSON_TYPE, type Question, type Said } from './dialect.ts';
import { sayCurrencies, sayCurrency, sayProviders } from './frankfurter-lists.ts';
import {
  type DayRow,
  type DayRows,
  isFollowing,
  type RatesRequest,
  readRequest,
  type Voice,
  voicesIn,
} from './frankfurter-request.ts';
import { codesOf, crossesIn, datesUpTo, type Rates } from './rates.ts';

export const frankfurterV2: Dialect = {
  name: 'frankfurter',
  prefix: '/v2/',
  toQuestion(path) {
    if (path.endsWith('.csv') && path !== 'rates.csv') return { answer: refuseCsv };
    const [, base, quote] = /^rate\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (base !== undefined && quote !== undefined) {
      return { answer: (asked, rates) => sayRate(asked, rates, base, quote) };
    }
    const [, code] = /^currency\/([^/]+)$/.exec(path) ?? [];
    if (code !== undefined) return { answer: (_asked, rates) => sayCurrency(rates, code) };
    return QUESTIONS.get(path) ?? null;
  },
  toRefusal({ code, status: ours, message }) {
    const status = STATUSES[code] ?? (ours === 400 ? 422 : ours);
    return { status, text: JSON.stringify({ status, message: WORDS[code] ?? message }) };
  },
};

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['rates', { answer: sayRates }],
  ['rates.csv', { answer: sayCsv }],
  ['currencies', { answer: ({ parameters }, rates) => sayCurrencies(rates, parameters, () => newestQuotes(rates)) }],
  ['providers', { answer: (_asked, rates) => sayProviders(rates) }],
]);

const STATUSES: Readonly<Partial<Record<ProblemCode, number>>> = { 1101: 406 };
const WORDS: Readonly<Partial<Record<ProblemCode, string>>> = {
  1006: 'invalid date',
  1404: 'not found',
};

const NDJSON_TYPE = 'application/x-ndjson';
const CSV_TYPE = 'text/csv; charset=utf-8';

async function sayRates({ parameters, accept }: DialectRequest, rates: Rates): Promise<Said> {
  const request = readRequest(parameters, rates.catalogue);
  const facts = { freshness: isFollowing(request) ? 'current' : 'dated', variesBy: 'Accept' } as const;
  if (accept.includes(NDJSON_TYPE)) {
    const lines = await textsOf(rowsFor(request, rates), (row) => `${toJson(row, request.base)}\n`);
    return { ...facts, contentType: NDJSON_TYPE, text: lines.join('') };
  }
  const items = await textsOf(rowsFor(request, rates), (row) => toJson(row, request.base));
  return { ...facts, contentType: JSON_TYPE, text: `[${items.join(',')}]` };
}

async function sayCsv({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  const request = readRequest(parameters, rates.catalogue);
  const lines = await textsOf(rowsFor(request, rates), (row) => toCsvLine(row, request.base, request.expands));
  // A span without figures has the names of the columns, and a day without any has no bytes at all.
  const header =
    lines.length === 0 && request.span === null ? '' : `date,base,quote,rate${request.expands ? ',providers' : ''}\n`;
  const text = header + lines.join('');
  return { text, contentType: CSV_TYPE, freshness: isFollowing(request) ? 'current' : 'dated' };
}

async function sayRate({ parameters }: DialectRequest, rates: Rates, base: string, quote: string): Promise<Said> {
  const request = readRequest(parameters, rates.catalogue, { base, quote });
  const [text] = await textsOf(rowsFor(request, rates), (row) => toJson(row, request.base));
  if (text === undefined) throw new Problem(1404, 'not found');
  return { text, freshness: isFollowing(request) ? 'current' : 'dated' };
}

async function refuseCsv(): Promise<Said> {
  throw new Problem(1101, 'not acceptable: only /v2/rates.csv is CSV');
}

/** Written as they are read, so that the time for it is spread over the steps of a long span. */
async function textsOf(lists: AsyncGenerator<DayRows>, toText: (row: DayRow) => string): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const rows of lists) for (const row of rows) texts.push(toText(row));
  return texts;
}

function toJson({ date, quote, rate, voices }: DayRow, base: CurrencyCode): string {
  const providers = voices === undefined ? '' : `,"providers":[${voices.map(voiceJson).join(',')}]`;
  return `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${rate}${providers}}`;
}

function voiceJson({ key, date, rate, isExcluded }: Voice): string {
  return `{"key":"${key}","date":"${date}","rate":${rate}${isExcluded ? ',"excluded":true' : ''}}`;
}

function toCsvLine({ date, quote, rate, voices = [] }: DayRow, base: CurrencyCode, expands: boolean): string {
  const texts = voices.map(({ key, rate, isExcluded }) => `${key}:${rate}${isExcluded ? '*' : ''}`);
  return `${date},${base},${quote},${rate}${expands ? `,${texts.join('|')}` : ''}\n`;
}

// The rows of Frankfurter's second interface: a snapshot of a day, a snapshot and the fixings after it, or averages
// of weeks and months.

/** How old a figure of a snapshot may be. */
const AGE_DAYS_MAX = 14;

type Span = NonNullable<RatesRequest['span']>;
type Group = NonNullable<RatesRequest['group']>;

/** The rows of one fixing or period at a time. @throws Problem, StoreError */
async function* rowsFor(request: RatesRequest, rates: Rates): AsyncGenerator<DayRows> {
  const { provider, expands } = request;
  if (provider === null) return;
  const voiced = voicesIn(rates, provider, request.base);
  for await (const rows of plainRows(request, provider, rates)) {
    yield expands ? await Promise.all(rows.map(voiced)) : rows;
  }
}

/** The currencies of the newest rows per euro. */
async function newestQuotes(rates: Rates): Promise<ReadonlySet<CurrencyCode>> {
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
  const [first, last] = [startOf(span.from, group), startOf(span.to, group)];
  const { fixings } = provider.index;
  const begin = lowerBound(fixings, ({ date }) => date < first);
  const end = lowerBound(fixings, ({ date }) => startOf(date, group) <= last);
  const dates = fixings.slice(begin, end).map(({ date }) => date);
  const wanted = { view: 'standard', base, currencies: quotes, places: 'fine', statistic: 'average' } as const;
  const toRows = (start: IsoDate, tables: readonly Table[]): DayRows => {
    const date = nameOf(start, group);
    const { rates: means } = toPeriodItem({ name: date, first: date, last: date }, tables, true, wanted);
    return means.flatMap((row) => ('rate' in row ? [{ date, quote: row.currency, rate: row.rate }] : []));
  };
  const rows: DayRows[] = [];
  let [period, tables]: [IsoDate, Table[]] = [first, []];
  for await (const table of rates.span({ provider, dates, codes: codesOf({ base, quotes }) })) {
    const own = startOf(table.date, group);
    if (own !== period && tables.length > 0) {
      rows.push(toRows(period, tables));
      tables = [];
    }
    period = own;
    tables.push(table);
  }
  if (tables.length > 0) rows.push(toRows(period, tables));
  // The name of a 53rd week, as of 30 December 2024, is later than that of the week after it.
  yield* rows.sort(([left], [right]) => compareTexts(left?.date ?? '', right?.date ?? ''));
}

/** The first day of the month, or the Monday of the week. A week ends with its year, as that of `strftime('%W')` does. */
function startOf(date: IsoDate, group: Group): IsoDate {
  if (group === 'month') return `${date.slice(0, 7)}-01` as IsoDate;
  const monday = addDays(date, 1 - weekday(date));
  return monday.slice(0, 4) === date.slice(0, 4) ? monday : (`${date.slice(0, 4)}-01-01` as IsoDate);
}

/** The day that names a period: its first one for a month; for a week 1 January and seven days for each Monday since. */
function nameOf(start: IsoDate, group: Group): IsoDate {
  if (group === 'month') return start;
  const january = `${start.slice(0, 4)}-01-01` as IsoDate;
  const days = daysBetween(january, start) + 8 - weekday(start);
  return addDays(january, days - (days % 7));
}
