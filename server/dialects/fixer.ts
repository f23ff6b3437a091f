/** fixer, and exchangeratesapi beside it: rates, spans, conversions and names of GLOBAL in their shape. */
import { EUR } from '../../generator/wire/words/schemas.ts';
import { toDay } from '../request/query/values.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { ofConversion } from './conversion.ts';
import { ofFixing, ofSpan } from './days.ts';
import { type Dialect, ofNames, type Question, toFigures, toNames } from './dialect.ts';
import { toTimestamp } from './reading.ts';

export const fixer: Dialect = {
  name: 'fixer',
  prefix: '/fixer/',
  toQuestion(path) {
    const other = OTHERS.get(path);
    if (other !== undefined) return other;
    if (path !== 'latest' && !/^\d[\d-]*$/.test(path)) return null;
    const dayOf = () => (path === 'latest' ? null : toDay(path, 'date'));
    return ofFixing(NAMES, dayOf, ({ date, crosses, atMs }, base, isHistorical) => {
      const head = `"success":true,"timestamp":${toTimestamp(atMs)}${isHistorical ? ',"historical":true' : ''}`;
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

/** Of exchangeratesapi and ratesapi before they took keys. */
const HISTORY = ofSpan(
  NAMES,
  { first: 'start_at', last: 'end_at', missing: 'start_at and end_at are needed' },
  ({ from, to, base, days }) => `"base":"${base}","start_at":"${from}","end_at":"${to}","rates":${days}`,
);

const CONVERT = ofConversion({ base: 'from', source: 'from' }, (found) => {
  const { from, to, amount, date, atMs, rate, result, isHistorical } = found;
  const query = `"from":"${from}","to":"${to}","amount":${amount}`;
  const info = `"timestamp":${toTimestamp(atMs)},"rate":${rate}`;
  const historical = isHistorical ? '"historical":true,' : '';
  return `"success":true,"query":{${query}},"info":{${info}},${historical}"date":"${date}","result":${result}`;
});

const OTHERS: ReadonlyMap<string, Question> = new Map([
  ['timeseries', SERIES],
  ['history', HISTORY],
  ['convert', CONVERT],
  ['symbols', ofNames((currencies) => `{"success":true,"symbols":${toNames(currencies)}}`)],
]);
