/** Open Exchange Rates: latest, historical and time series of GLOBAL in its shape, and the names of currencies. */
import { Decimal } from '../../generator/wire/decimal.ts';
import type { ProblemCode } from '../../generator/wire/problems.ts';
import type { IsoDate } from '../../generator/wire/schemas.ts';
import { Problem } from '../problem.ts';
import { parseList, toCode } from '../values.ts';
import { readDays } from './days.ts';
import { type Asked, type Dialect, type Question, type Said, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { checkOnce, readDay, toDay, toTimestamp } from './reading.ts';

export const oxr: Dialect = {
  name: 'oxr',
  prefix: '/oxr/api/',
  toQuestion(path) {
    const [, date] = /^historical\/([^/]+)\.json$/.exec(path) ?? [];
    if (date !== undefined) return { answer: (asked, rates) => sayRates(asked, rates, toDay(date, 'date')) };
    return QUESTIONS.get(path) ?? null;
  },
  toRefusal({ code, status, message }) {
    const word = WORDS[code] ?? (status >= 500 ? 'service_unavailable' : 'invalid_request');
    return { status, text: JSON.stringify({ error: true, status, message: word, description: message }) };
  },
};

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['latest.json', { answer: (asked, rates) => sayRates(asked, rates, null) }],
  ['time-series.json', { answer: saySeries }],
  ['currencies.json', { isFree: true, answer: sayCurrencies }],
]);

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

const BASE = 'USD';
const TERMS = `"disclaimer":${JSON.stringify(
  'Derived from the rates of central banks. Not a benchmark, and endorsed by no bank.',
)},"license":${JSON.stringify('The rates belong to the banks that publish them.')}`;

async function sayRates({ parameters }: Asked, rates: Rates, date: IsoDate | null): Promise<Said> {
  checkOnce(parameters, ['base', 'symbols']);
  const base = toCode(parameters, 'base') ?? BASE;
  const to = parseList(parameters, 'symbols');
  const found = await rates.convert({ provider: null, base, to, date, amount: Decimal.one });
  const figures = toFigures(found.conversions.map(({ currency, convertedAmount }) => [currency, convertedAmount]));
  const head = `${TERMS},"timestamp":${toTimestamp(found.date)},"base":"${found.base}"`;
  return { text: `{${head},"rates":${figures}}`, freshness: date === null ? 'current' : 'dated' };
}

async function saySeries({ parameters }: Asked, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['start', 'end', 'base', 'symbols']);
  const [from, to] = [readDay(parameters, 'start'), readDay(parameters, 'end')];
  if (from === null || to === null) throw new Problem(1006, 'start and end are needed, such as start=2026-03-02');
  const { base, days } = await readDays(rates, {
    ...{ from, to },
    base: toCode(parameters, 'base') ?? BASE,
    symbols: parseList(parameters, 'symbols'),
  });
  const head = `${TERMS},"start_date":"${from}","end_date":"${to}","base":"${base}"`;
  return { text: `{${head},"rates":${days}}`, freshness: 'dated' };
}

async function sayCurrencies(_asked: Asked, { catalogue }: Rates): Promise<Said> {
  const names = catalogue.currencies.filter(({ obsolete }) => !obsolete).map(({ code, name }) => [code, name]);
  return { text: JSON.stringify(Object.fromEntries(names)), freshness: 'current' };
}
