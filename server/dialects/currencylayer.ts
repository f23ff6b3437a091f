/** currencylayer, and exchangerate.host of today: live, historical and convert of GLOBAL in their shape. */
import { GLOBAL, type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import { type Parameters, toValue } from '../query/target.ts';
import { parseAmount } from '../query/values.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { ofFixing, readFixing, type StatedFixing } from './days.ts';
import { type Dialect, type DialectRequest, type Question, type Said, TERMS, toFigures } from './dialect.ts';
import { crossesIn, type Rates } from './rates.ts';
import { checkOnce, readChoice, readDay, toTimestamp } from './reading.ts';

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
const OF_CONVERT = {
  base: 'from',
  baseByDefault: USD,
  quotes: ['to'],
  foreign: { base: 'from', source: 'from' },
} as const;
const HEAD = `"success":true,"terms":${JSON.stringify(TERMS)},"privacy":"That of whoever runs this service."`;

function toQuotes({ date, crosses }: StatedFixing, source: string, isHistorical: boolean): string {
  const quotes = toFigures(crosses.map(([code, rate]) => [`${source}${code}`, rate]));
  const historical = isHistorical ? `"historical":true,"date":"${date}",` : '';
  return `${HEAD},${historical}"timestamp":${toTimestamp(date)},"source":"${source}","quotes":${quotes}`;
}

function readDate(parameters: Parameters): IsoDate {
  checkOnce(parameters, ['date']);
  const asked = readDay(parameters, 'date');
  if (asked === null) throw new Problem(1006, 'date is missing; give a day such as date=2026-03-13');
  return asked;
}

async function sayConversion({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['amount', 'date']);
  const choice = readChoice(parameters, rates.catalogue, OF_CONVERT);
  const { base, quotes } = choice;
  const [to, ...others] = quotes ?? [];
  if (toValue(parameters, 'from') === null || to === undefined || others.length > 0) {
    throw new Problem(1002, 'from and to are needed, one currency each, such as from=USD&to=EUR');
  }
  const day = readDay(parameters, 'date');
  const amount = parseAmount(parameters);
  const { date, table, crosses } = await readFixing(rates, choice, day);
  const [one] = crosses;
  const [result] = crossesIn(table, { ...choice, amount });
  if (one === undefined || result === undefined) {
    throw new Problem(1002, `to names ${to}, which is not quoted by ${GLOBAL} on ${date}`);
  }
  const query = `"from":"${base}","to":"${to}","amount":${amount}`;
  const info = `"timestamp":${toTimestamp(date)},"quote":${one[1]}`;
  const historical = day === null ? '' : `"historical":true,"date":"${date}",`;
  const text = `{${HEAD},"query":{${query}},"info":{${info}},${historical}"result":${result[1]}}`;
  return { text, freshness: day === null ? 'current' : 'dated' };
}

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['live', ofFixing(NAMES, () => null, toQuotes)],
  ['historical', ofFixing(NAMES, readDate, toQuotes)],
  ['convert', { answer: sayConversion }],
]);
