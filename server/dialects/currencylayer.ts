/** currencylayer, and exchangerate.host of today: live, historical and convert of GLOBAL in their shape. */
import { Decimal } from '../../generator/wire/decimal.ts';
import type { ConversionDocument } from '../../generator/wire/document.ts';
import { Problem } from '../problem.ts';
import { parseAmount, parseList, toCode } from '../values.ts';
import { toApilayerRefusal } from './apilayer.ts';
import { type Asked, type Dialect, type Question, type Said, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { checkOnce, readDay, toTimestamp } from './reading.ts';

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

const SOURCE = 'USD';

async function sayLive(asked: Asked, rates: Rates): Promise<Said> {
  const found = await readQuotes(asked, rates, null);
  return { text: `{"success":true,${toQuotes(found)}}`, freshness: 'current' };
}

async function sayHistorical(asked: Asked, rates: Rates): Promise<Said> {
  checkOnce(asked.parameters, ['date']);
  const date = readDay(asked.parameters, 'date');
  if (date === null) throw new Problem(1006, 'date is missing; give a day such as date=2026-03-13');
  const found = await readQuotes(asked, rates, date);
  return { text: `{"success":true,"historical":true,"date":"${found.date}",${toQuotes(found)}}`, freshness: 'dated' };
}

async function readQuotes({ parameters }: Asked, rates: Rates, date: ReturnType<typeof readDay>) {
  checkOnce(parameters, ['source', 'currencies']);
  const base = toCode(parameters, 'source') ?? SOURCE;
  const to = parseList(parameters, 'currencies');
  return rates.convert({ provider: null, base, to, date, amount: Decimal.one });
}

function toQuotes({ date, base, conversions }: ConversionDocument): string {
  const pairs = conversions.map(({ currency, convertedAmount }) => [`${base}${currency}`, convertedAmount] as const);
  return `"timestamp":${toTimestamp(date)},"source":"${base}","quotes":${toFigures(pairs)}`;
}

async function sayConversion({ parameters }: Asked, rates: Rates): Promise<Said> {
  checkOnce(parameters, ['from', 'to', 'amount', 'date']);
  const [from, to] = [toCode(parameters, 'from'), toCode(parameters, 'to')];
  if (from === null || to === null) throw new Problem(1002, 'from and to are needed, such as from=USD&to=EUR');
  const date = readDay(parameters, 'date');
  const asked = { provider: null, base: from, to: new Set([to]), date };
  const amount = parseAmount(parameters);
  const found = await rates.convert({ ...asked, amount });
  const one = await rates.convert({ ...asked, amount: Decimal.one });
  const query = `"from":"${found.base}","to":${JSON.stringify(to)},"amount":${found.amount}`;
  const info = `"timestamp":${toTimestamp(found.date)},"quote":${figureOf(one)}`;
  const historical = date === null ? '' : `"historical":true,"date":"${found.date}",`;
  const text = `{"success":true,"query":{${query}},"info":{${info}},${historical}"result":${figureOf(found)}}`;
  return { text, freshness: date === null ? 'current' : 'dated' };
}

function figureOf({ conversions: [only] }: ConversionDocument): string {
  if (only === undefined) throw new TypeError('a conversion to one currency has no figure');
  return only.convertedAmount;
}
