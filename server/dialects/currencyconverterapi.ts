/** currencyconverterapi, whose versions answer alike: pairs such as USD_PHP of GLOBAL, newest, on a day or through days; and currencies. */
import type { Table } from '../../generator/wire/answers/table.ts';
import { addDays } from '../../generator/wire/words/calendar.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../request/query/problem.ts';
import { toAsciiLower, toValue } from '../request/query/target.ts';
import { parseList } from '../request/query/values.ts';
import { daysByFixing, readGlobal, readGlobalTable } from './days.ts';
import { type Dialect, type DialectRequest, ofNames, type Question, type Said, toFigures } from './dialect.ts';
import { crossesIn, type Rates } from './rates.ts';
import { checkOnce, knownCode, readDay } from './reading.ts';

export const currencyConverter: Dialect = {
  name: 'currencyconverterapi',
  prefix: '/api/v7/',
  pattern: /^\/api\/v[3-8](?:\/|$)/,
  toQuestion: (path) => QUESTIONS.get(path) ?? null,
  toRefusal: ({ status, message }) => ({ status, text: JSON.stringify({ status, error: message }) }),
};

const DAYS_MAX = 365;

interface Pair {
  readonly id: string;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

function readPairs({ parameters }: DialectRequest, { catalogue }: Rates): readonly Pair[] {
  checkOnce(parameters, ['q', 'compact', 'date', 'enddate']);
  const ids = parseList(parameters, 'q');
  if (ids === null) throw new Problem(1002, 'q is missing; give pairs such as q=USD_PHP');
  return [...ids].map((id) => {
    const codes = id.split('_').map(toWrittenCode);
    const [from, to, other] = codes.map((code) => knownCode(catalogue, code));
    if (from != null && to != null && other === undefined) return { id: `${from}_${to}`, from, to };
    const why = codes.map(whyUnknown).join('');
    throw new Problem(1002, `q names ${quoted(id)}, which is not a pair of currencies that we know${why}`);
  });
}

/** Null if the fixing does not quote both. */
function rateOf(table: Table, { from, to }: Pair): string | null {
  return crossesIn(table, { base: from, quotes: new Set([to]) })[0]?.[1] ?? null;
}

async function sayPairs(asked: DialectRequest, rates: Rates): Promise<Said> {
  const pairs = readPairs(asked, rates);
  const { parameters } = asked;
  const write = toWriter(toValue(parameters, 'compact'));
  const [day, last] = [readDay(parameters, 'date'), readDay(parameters, 'enddate')];
  if (day === null && last !== null) throw new Problem(1006, 'date is missing; give the first day beside endDate');
  if (day === null) {
    const table = await readGlobalTable(rates, null);
    return {
      text: write(
        pairs.flatMap((pair) => stated(pair, rateOf(table, pair))),
        '',
      ),
      freshness: 'current',
    };
  }
  const head = `"date":"${day}",${last === null ? '' : `"endDate":"${last}",`}`;
  const days = last === null ? await readDayOf(rates, pairs, day) : await readSpan(rates, pairs, day, last);
  const values = pairs.flatMap((pair) => stated(pair, days.get(pair.id) ?? null));
  return { text: write(values, head), freshness: 'dated' };
}

const stated = (pair: Pair, value: string | null) => (value === null ? [] : [[pair, value] as const]);

/** The rate stands under the day that was asked for, because clients look for it there. */
async function readDayOf(rates: Rates, pairs: readonly Pair[], day: IsoDate): Promise<ReadonlyMap<string, string>> {
  const table = await readGlobalTable(rates, day);
  return new Map(
    pairs.flatMap((pair) => stated(pair, rateOf(table, pair))).map(([{ id }, rate]) => [id, `{"${day}":${rate}}`]),
  );
}

async function readSpan(rates: Rates, pairs: readonly Pair[], from: IsoDate, to: IsoDate) {
  if (to > addDays(from, DAYS_MAX)) {
    throw new Problem(1105, `the time frame from ${from} to ${to} is longer than ${DAYS_MAX} days`);
  }
  const provider = readGlobal(rates);
  const codes = new Set(pairs.flatMap((pair) => [pair.from, pair.to]));
  const days = new Map<string, (readonly [IsoDate, string])[]>(pairs.map(({ id }) => [id, []]));
  const byFixing = daysByFixing(rates, from, to);
  for await (const table of rates.span({ provider, dates: [...byFixing.keys()], codes })) {
    for (const pair of pairs) {
      const rate = rateOf(table, pair);
      if (rate === null) continue;
      for (const day of byFixing.get(table.date) ?? []) days.get(pair.id)?.push([day, rate]);
    }
  }
  return new Map([...days].map(([id, rows]) => [id, toFigures(rows)]));
}

type Values = readonly (readonly [pair: Pair, value: string])[];

/** @param compact as that service has it: `ultra` for the bare rates, `y` for a little more, or null for everything */
function toWriter(compact: string | null): (values: Values, head: string) => string {
  const kind = compact === null ? 'n' : toAsciiLower(compact);
  if (kind === 'ultra') return (values) => toFigures(values.map(([{ id }, value]) => [id, value]));
  if (kind === 'y') return (values) => toFigures(values.map(([{ id }, value]) => [id, withVal(value)]));
  if (kind !== 'n') throw new Problem(1104, `compact must be ultra or y, not ${quoted(kind)}`);
  return (values, head) => {
    const results = values.map(
      ([{ id, from, to }, value]) => [id, `{"id":"${id}","val":${value},"to":"${to}","fr":"${from}"}`] as const,
    );
    return `{"query":{"count":${values.length}},${head}"results":${toFigures(results)}}`;
  };
}

/** InvoiceShelf looks for the rate of a day beside `val`, and not in it. */
function withVal(value: string): string {
  return value.startsWith('{') ? `{"val":${value},${value.slice(1)}` : `{"val":${value}}`;
}

const CURRENCIES = ofNames((currencies) => {
  const results = currencies.map(({ code, name }) => [code, { currencyName: name, id: code }]);
  return JSON.stringify({ results: Object.fromEntries(results) });
});

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['convert', { answer: sayPairs }],
  ['currencies', CURRENCIES],
]);
