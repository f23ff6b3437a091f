/** currencylayer, and exchangerate.host of today: live, historical and convert of GLOBAL in their shape. */
import { GLOBAL, type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import { toValue } from '../query/target.ts';
import { parseAmount } from '../query/values.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { crossesIn } from './crosses.ts';
import { readFixing } from './days.ts';
import { type Dialect, type DialectRequest, type Question, type Said, TERMS, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { checkOnce, readChoice, readDay, toTimestamp } from './reading.ts';

export const currencylayer: Dialect = {
  name: 'currencylayer',
  prefix: '/currencylayer/',
  toQuestion: (path) => QUESTIONS.get(path) ?? null,
  toRefusal: toApilayerRefusal,
};

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['live', { answer: sayLive }],
  ['historical', { answer: sayHistorical }],
  ['convert', { answer: sayConversion }],
]);

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

async function sayLive({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  const quotes = await readQuotes(parameters, rates, null);
  return { text: `{${HEAD},${quotes.text}}`, freshness: 'current' };
}

async function sayHistorical({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['date']);
  const asked = readDay(parameters, 'date');
  if (asked === null) throw new Problem(1006, 'date is missing; give a day such as date=2026-03-13');
  const { date, text } = await readQuotes(parameters, rates, asked);
  return { text: `{${HEAD},"historical":true,"date":"${date}",${text}}`, freshness: 'dated' };
}

async function readQuotes(parameters: DialectRequest['parameters'], rates: Rates, day: IsoDate | null) {
  const choice = readChoice(parameters, rates, NAMES);
  const { date, crosses } = await readFixing(rates, choice, day);
  const quotes = toFigures(crosses.map(([code, rate]) => [`${choice.base}${code}`, rate]));
  return { date, text: `"timestamp":${toTimestamp(date)},"source":"${choice.base}","quotes":${quotes}` };
}

async function sayConversion({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['amount', 'date']);
  const choice = readChoice(parameters, rates, OF_CONVERT);
  const { base, quotes } = choice;
  const [to, ...others] = quotes ?? [];
  if (toValue(parameters, 'from') === null || to === undefined || others.length > 0) {
    throw new Problem(1002, 'from and to are needed, one currency each, such as from=USD&to=EUR');
  }
  const day = readDay(parameters, 'date');
  const amount = parseAmount(parameters);
  const { date, mids, crosses } = await readFixing(rates, choice, day);
  const [one] = crosses;
  const [result] = crossesIn(mids, { base, quotes, amount });
  if (one === undefined || result === undefined) {
    throw new Problem(1002, `to names ${to}, which is not quoted by ${GLOBAL} on ${date}`);
  }
  const query = `"from":"${base}","to":"${to}","amount":${amount}`;
  const info = `"timestamp":${toTimestamp(date)},"quote":${one[1]}`;
  const historical = day === null ? '' : `"historical":true,"date":"${date}",`;
  const text = `{${HEAD},"query":{${query}},"info":{${info}},${historical}"result":${result[1]}}`;
  return { text, freshness: day === null ? 'current' : 'dated' };
}
