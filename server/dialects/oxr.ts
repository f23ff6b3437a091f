/** Open Exchange Rates: latest, historical and time series of GLOBAL in its shape, and the names of currencies. */
import type { ProblemCode } from '../../generator/wire/words/problems.ts';
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import { readDays, readFixing } from './days.ts';
import { type Dialect, type DialectRequest, type Question, type Said, TERMS, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { checkOnce, readChoice, readDay, toDay, toTimestamp } from './reading.ts';

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

const NAMES = {
  base: 'base',
  baseByDefault: USD,
  quotes: ['symbols', 'currencies'],
  foreign: { source: 'base' },
} as const;
const LICENSE = 'The rates belong to the banks that publish them.';
const HEAD = `"disclaimer":${JSON.stringify(TERMS)},"license":${JSON.stringify(LICENSE)}`;

async function sayRates({ parameters }: DialectRequest, rates: Rates, date: IsoDate | null): Promise<Said> {
  const choice = readChoice(parameters, rates, NAMES);
  const found = await readFixing(rates, choice, date);
  const head = `${HEAD},"timestamp":${toTimestamp(found.date)},"base":"${choice.base}"`;
  return { text: `{${head},"rates":${toFigures(found.crosses)}}`, freshness: date === null ? 'current' : 'dated' };
}

async function saySeries({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['start', 'end']);
  const [from, to] = [readDay(parameters, 'start'), readDay(parameters, 'end')];
  if (from === null || to === null) throw new Problem(1006, 'start and end are needed, such as start=2026-03-02');
  const choice = readChoice(parameters, rates, NAMES);
  const days = await readDays(rates, choice, from, to);
  const head = `${HEAD},"start_date":"${from}","end_date":"${to}","base":"${choice.base}"`;
  return { text: `{${head},"rates":${days}}`, freshness: 'dated' };
}

async function sayCurrencies(_asked: DialectRequest, { catalogue }: Rates): Promise<Said> {
  const names = catalogue.currencies.filter(({ obsolete }) => !obsolete).map(({ code, name }) => [code, name]);
  return { text: JSON.stringify(Object.fromEntries(names)), freshness: 'current' };
}
