/** fixer, and exchangeratesapi beside it: latest, a date and a time series of GLOBAL in their shape. */
import { EUR } from '../../generator/wire/words/schemas.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { ofFixing, ofSpan } from './days.ts';
import { type Dialect, toFigures } from './dialect.ts';
import { toDay, toTimestamp } from './reading.ts';

export const fixer: Dialect = {
  name: 'fixer',
  prefix: '/fixer/',
  toQuestion(path) {
    if (path === 'timeseries') return SERIES;
    if (path !== 'latest' && !/^\d[\d-]*$/.test(path)) return null;
    const dayOf = () => (path === 'latest' ? null : toDay(path, 'date'));
    return ofFixing(NAMES, dayOf, ({ date, crosses }, base, isHistorical) => {
      const head = `"success":true,"timestamp":${toTimestamp(date)}${isHistorical ? ',"historical":true' : ''}`;
      return `${head},"base":"${base}","date":"${date}","rates":${toFigures(crosses)}`;
    });
  },
  toRefusal: toApilayerRefusal,
};

const NAMES = {
  base: 'base',
  baseByDefault: EUR,
  quotes: ['symbols'],
  foreign: { source: 'base', currencies: 'symbols' },
} as const;

const SERIES = ofSpan(
  NAMES,
  { first: 'start_date', last: 'end_date', missing: 'start_date and end_date are needed', daysMax: 365 },
  ({ from, to, base, days }) =>
    `"success":true,"timeseries":true,"start_date":"${from}","end_date":"${to}","base":"${base}","rates":${days}`,
);
