/** fixer, and exchangeratesapi beside it: latest, a date and a time series of GLOBAL in their shape. */
import { addDays } from '../../generator/wire/words/calendar.ts';
import { EUR, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { readDays, readFixing } from './days.ts';
import { type Dialect, type DialectRequest, type Said, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { checkOnce, readChoice, readDay, toDay, toTimestamp } from './reading.ts';

export const fixer: Dialect = {
  name: 'fixer',
  prefix: '/fixer/',
  toQuestion(path) {
    if (path === 'latest') return { answer: (asked, rates) => sayRates(asked, rates, null) };
    if (path === 'timeseries') return { answer: saySeries };
    if (!/^\d[\d-]*$/.test(path)) return null;
    return { answer: (asked, rates) => sayRates(asked, rates, toDay(path, 'date')) };
  },
  toRefusal: toApilayerRefusal,
};

const NAMES = {
  base: 'base',
  baseByDefault: EUR,
  quotes: ['symbols'],
  foreign: { source: 'base', currencies: 'symbols' },
} as const;
const SPAN_DAYS_MAX = 365;

async function sayRates({ parameters }: DialectRequest, rates: Rates, day: IsoDate | null): Promise<Said> {
  const choice = readChoice(parameters, rates, NAMES);
  const found = await readFixing(rates, choice, day);
  const historical = day === null ? '' : ',"historical":true';
  const head = `"success":true,"timestamp":${toTimestamp(found.date)}${historical}`;
  const text = `{${head},"base":"${choice.base}","date":"${found.date}","rates":${toFigures(found.crosses)}}`;
  return { text, freshness: day === null ? 'current' : 'dated' };
}

async function saySeries({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['start_date', 'end_date']);
  const [from, to] = [readDay(parameters, 'start_date'), readDay(parameters, 'end_date')];
  if (from === null || to === null) throw new Problem(1006, 'start_date and end_date are needed');
  if (to > addDays(from, SPAN_DAYS_MAX)) {
    throw new Problem(1105, `the time frame from ${from} to ${to} is longer than ${SPAN_DAYS_MAX} days`);
  }
  const choice = readChoice(parameters, rates, NAMES);
  const days = await readDays(rates, choice, from, to);
  const head = `"success":true,"timeseries":true,"start_date":"${from}","end_date":"${to}"`;
  return { text: `{${head},"base":"${choice.base}","rates":${days}}`, freshness: 'dated' };
}
