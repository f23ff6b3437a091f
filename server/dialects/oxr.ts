/** Open Exchange Rates: rates, spans, conversions and names of GLOBAL in its shape. */
import type { ProblemCode } from '../../generator/wire/words/problems.ts';
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { toDay } from '../request/query/values.ts';
import { ofConversion } from './conversion.ts';
import { ofFixing, ofSpan } from './days.ts';
import { type Dialect, ofNames, type Question, TERMS, toFigures, toNames, withPath } from './dialect.ts';
import { toTimestamp } from './reading.ts';

export const oxr: Dialect = {
  name: 'oxr',
  prefix: '/oxr/api/',
  toQuestion(path) {
    const [query, amount, from, to] = /^convert\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (query !== undefined) return withPath(CONVERT, { amount: `${amount}`, from: `${from}`, to: `${to}` });
    const [, date] = /^historical\/([^/]+)\.json$/.exec(path) ?? [];
    return date === undefined ? (QUESTIONS.get(path) ?? null) : ratesOf(() => toDay(date, 'date'));
  },
  toRefusal({ code, status, message }) {
    const word = WORDS[code] ?? (status >= 500 ? 'service_unavailable' : 'invalid_request');
    return { status, text: JSON.stringify({ error: true, status, message: word, description: message }) };
  },
};

const WORDS: Readonly<Partial<Record<ProblemCode, string>>> = {
  1002: 'not_available',
  1003: 'invalid_base',
  1006: 'not_available',
  1007: 'not_available',
  1008: 'not_available',
  1019: 'not_allowed',
  1021: 'invalid_base',
  1401: 'missing_app_id',
  1402: 'invalid_app_id',
  1403: 'access_restricted',
  1404: 'not_found',
  1429: 'access_restricted',
};

const NAMES = {
  base: 'base',
  baseByDefault: USD,
  quotes: ['symbols', 'currencies'],
  foreign: { source: 'base' },
} as const;
const LICENSE = 'The rates belong to the banks that publish them.';
const HEAD = `"disclaimer":${JSON.stringify(TERMS)},"license":${JSON.stringify(LICENSE)}`;

const ratesOf = (dayOf: () => IsoDate | null) =>
  ofFixing(NAMES, dayOf, ({ crosses, atMs }, base) => {
    return `${HEAD},"timestamp":${toTimestamp(atMs)},"base":"${base}","rates":${toFigures(crosses)}`;
  });

const SERIES = ofSpan(
  NAMES,
  { first: 'start', last: 'end', missing: 'start and end are needed, such as start=2026-03-02' },
  ({ from, to, base, days }) => `${HEAD},"start_date":"${from}","end_date":"${to}","base":"${base}","rates":${days}`,
);

const CONVERT = ofConversion({}, ({ from, to, amount, atMs, rate, result }) => {
  const query = `"query":"/convert/${amount}/${from}/${to}","amount":${amount},"from":"${from}","to":"${to}"`;
  return `${HEAD},"request":{${query}},"meta":{"timestamp":${toTimestamp(atMs)},"rate":${rate}},"response":${result}`;
});

/** Nothing here is counted by the month, so `usage` is left out. */
const USAGE = JSON.stringify({
  status: 200,
  data: {
    status: 'active',
    plan: {
      name: 'Ratetree',
      quota: 'none by the month',
      update_frequency: 'daily',
      features: { base: true, symbols: true, experimental: false, 'time-series': true, convert: true },
    },
  },
});

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['latest.json', ratesOf(() => null)],
  ['time-series.json', SERIES],
  ['currencies.json', { ...ofNames(toNames), isFree: true }],
  ['usage.json', { answer: async () => ({ text: USAGE, freshness: 'current' }) }],
]);
