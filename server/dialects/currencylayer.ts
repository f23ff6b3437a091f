/** currencylayer, and exchangerate.host of today: rates, spans, conversions and names of GLOBAL in their shape. */
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import type { Parameters } from '../request/query/target.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { ofConversion } from './conversion.ts';
import { ofFixing, ofSpan, type StatedFixing } from './days.ts';
import { type Dialect, ofNames, type Question, TERMS, toFigures, toNames } from './dialect.ts';
import { checkOnce, readDay, toTimestamp } from './reading.ts';

export const currencylayer: Dialect = {
  name: 'currencylayer',
  prefix: '/currencylayer/',
  toQuestion: (path) => QUESTIONS.get(path) ?? null,
  toRefusal: toApilayerRefusal,
};

const NAMES = {
  base: 'source',
  baseByDefault: USD,
  quotes: ['currencies'],
  foreign: { base: 'source', symbols: 'currencies' },
} as const;
const HEAD = `"success":true,"terms":${JSON.stringify(TERMS)},"privacy":"That of whoever runs this service."`;

function toQuotes({ date, crosses, atMs }: StatedFixing, source: string, isHistorical: boolean): string {
  const quotes = toFigures(crosses.map(([code, rate]) => [`${source}${code}`, rate]));
  const historical = isHistorical ? `"historical":true,"date":"${date}",` : '';
  return `${HEAD},${historical}"timestamp":${toTimestamp(atMs)},"source":"${source}","quotes":${quotes}`;
}

function readDate(parameters: Parameters): IsoDate {
  checkOnce(parameters, ['date']);
  const asked = readDay(parameters, 'date');
  if (asked === null) throw new Problem(1006, 'date is missing; give a day such as date=2026-03-13');
  return asked;
}

const SERIES = ofSpan(
  NAMES,
  {
    first: 'start_date',
    last: 'end_date',
    missing: 'start_date and end_date are needed',
    daysMax: 365,
    toName: (source, code) => `${source}${code}`,
  },
  ({ from, to, base, days }) =>
    `${HEAD},"timeframe":true,"start_date":"${from}","end_date":"${to}","source":"${base}","quotes":${days}`,
);

const CONVERT = ofConversion({ base: 'from', source: 'from' }, (found) => {
  const { from, to, amount, date, atMs, rate, result, isHistorical } = found;
  const query = `"from":"${from}","to":"${to}","amount":${amount}`;
  const info = `"timestamp":${toTimestamp(atMs)},"quote":${rate}`;
  const historical = isHistorical ? `"historical":true,"date":"${date}",` : '';
  return `${HEAD},"query":{${query}},"info":{${info}},${historical}"result":${result}`;
});

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['live', ofFixing(NAMES, () => null, toQuotes)],
  ['historical', ofFixing(NAMES, readDate, toQuotes)],
  ['convert', CONVERT],
  ['timeframe', SERIES],
  ['list', ofNames((currencies) => `{${HEAD},"currencies":${toNames(currencies)}}`)],
]);
