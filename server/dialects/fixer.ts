/** fixer, and exchangeratesapi beside it: latest, a date and a time series of GLOBAL in their shape. */
import { addDays } from '../../generator/wire/calendar.ts';
import { Decimal } from '../../generator/wire/decimal.ts';
import type { IsoDate } from '../../generator/wire/schemas.ts';
import { Problem } from '../problem.ts';
import { parseList, toCode } from '../values.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { readDays } from './days.ts';
import { type Asked, type Dialect, type Said, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { checkOnce, readDay, toDay, toTimestamp } from './reading.ts';

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

const BASE = 'EUR';
const SPAN_DAYS_MAX = 365;

async function sayRates({ parameters }: Asked, rates: Rates, day: IsoDate | null): Promise<Said> {
  checkOnce(parameters, ['base', 'symbols']);
  const base = toCode(parameters, 'base') ?? BASE;
  const to = parseList(parameters, 'symbols');
  const found = await rates.convert({ provider: null, base, to, date: day, amount: Decimal.one });
  const figures = toFigures(found.conversions.map(({ currency, convertedAmount }) => [currency, convertedAmount]));
  const historical = day === null ? '' : ',"historical":true';
  const head = `"success":true,"timestamp":${toTimestamp(found.date)}${historical}`;
  const text = `{${head},"base":"${found.base}","date":"${found.date}","rates":${figures}}`;
  return { text, freshness: day === null ? 'current' : 'dated' };
}

async function saySeries({ parameters }: Asked, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['start_date', 'end_date', 'base', 'symbols']);
  const [from, to] = [readDay(parameters, 'start_date'), readDay(parameters, 'end_date')];
  if (from === null || to === null) throw new Problem(1006, 'start_date and end_date are needed');
  if (to > addDays(from, SPAN_DAYS_MAX)) {
    throw new Problem(1105, `the time frame from ${from} to ${to} is longer than ${SPAN_DAYS_MAX} days`);
  }
  const { base, days } = await readDays(rates, {
    ...{ from, to },
    base: toCode(parameters, 'base') ?? BASE,
    symbols: parseList(parameters, 'symbols'),
  });
  const head = `"success":true,"timeseries":true,"start_date":"${from}","end_date":"${to}"`;
  return { text: `{${head},"base":"${base}","rates":${days}}`, freshness: 'dated' };
}
