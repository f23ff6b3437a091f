/** Frankfurter's first interface, which is frozen: the ECB's rates, in any base and for any amount. */

import { datesWithin, fixingOnOrBefore } from '../../generator/wire/answers/provider-index.ts';
import { quotes as isQuoted } from '../../generator/wire/answers/views.ts';
import { Decimal } from '../../generator/wire/exact/decimal.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { laterOf } from '../../generator/wire/words/calendar.ts';
import type { ProblemCode } from '../../generator/wire/words/problems.ts';
import { type CurrencyCode, EUR, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { whyUnknown } from '../../generator/wire/words/written-codes.ts';
import { Problem } from '../request/query/problem.ts';
import { toValue } from '../request/query/target.ts';
import { parseAmount, parseList, toCode, toDay } from '../request/query/values.ts';
import { type Dialect, type DialectRequest, type Said, toFigures } from './dialect.ts';
import { type Crosses, crossesIn, datesUpTo, type Rates } from './rates.ts';
import { checkOnce, knownCode } from './reading.ts';

export const frankfurterV1: Dialect = {
  name: 'frankfurter',
  prefix: '/frankfurter/v1/',
  toQuestion(path) {
    if (path === 'latest' || path === 'current') return { answer: (asked, rates) => sayDay(asked, rates, null) };
    if (path === 'currencies') return { answer: sayCurrencies };
    if (path === 'history') return { answer: sayHistory };
    const [, from, isSpan, to] = /^(\d{4}-\d{2}-\d{2})(\.\.(\d{4}-\d{2}-\d{2})?)?$/.exec(path) ?? [];
    if (from === undefined) return null;
    if (isSpan === undefined) return { answer: (asked, rates) => sayDay(asked, rates, from) };
    return { answer: (asked, rates) => saySpan(asked, rates, { first: from, last: to ?? null }) };
  },
  toRefusal({ code, status, message }) {
    const [ownStatus, words = message] = WORDS[code] ?? [status === 400 ? 422 : status];
    return { status: ownStatus, text: JSON.stringify({ message: words }) };
  },
};

const NOT_FOUND = [404, 'not found'] as const;
/** Without words the message is our own. */
const WORDS: Readonly<Partial<Record<ProblemCode, readonly [status: number, words?: string]>>> = {
  1001: NOT_FOUND,
  1002: [404],
  1003: [404],
  1006: [422, 'invalid date'],
  1007: [404],
  1008: NOT_FOUND,
  1018: [422, 'invalid amount'],
  1404: NOT_FOUND,
};

/** The only provider of this interface. */
const PROVIDER = 'ECB';
const AGE_DAYS_MAX = 14;

async function sayDay({ parameters }: DialectRequest, rates: Rates, text: string | null): Promise<Said> {
  const wanted = readWanted(parameters, rates);
  const day = text === null ? null : toDay(text, 'date');
  const newest = newestDate(wanted.provider, day);
  const all = newest === null ? [] : crossesIn(await rates.table(wanted.provider, newest), wanted);
  const crosses = withoutBase(all, wanted);
  if (crosses.length === 0) throw new Problem(1404, 'not found');
  if (day !== null) rates.refuseOverdue(wanted.provider, day);
  const head = `"amount":${wanted.amount},"base":"${wanted.base}","date":"${newest}"`;
  return { text: `{${head},"rates":${toFigures(crosses)}}`, freshness: day === null ? 'current' : 'dated' };
}

interface Span {
  readonly first: string;
  /** Null for a span that goes on. */
  readonly last: string | null;
  /** Of before version 1: the span is as it was asked for, and its ends have other names. */
  readonly isOld?: true;
}

/** As Frankfurter and its sister services had spans before version 1. */
async function sayHistory(asked: DialectRequest, rates: Rates): Promise<Said> {
  const { parameters } = asked;
  checkOnce(parameters, ['start_at', 'end_at']);
  const [first, last] = [toValue(parameters, 'start_at'), toValue(parameters, 'end_at')];
  if (first === null || last === null) throw new Problem(1006, 'invalid date');
  return saySpan(asked, rates, { first, last, isOld: true });
}

async function saySpan({ parameters }: DialectRequest, rates: Rates, { first, last, isOld }: Span): Promise<Said> {
  const wanted = readWanted(parameters, rates);
  const from = toDay(first, 'date');
  const { index } = wanted.provider;
  const to = last === null ? laterOf(from, index.latest ?? from) : toDay(last, 'date');
  const isEmpty = from > (last === null ? rates.today : to);
  const since = isOld ? from : (fixingOnOrBefore(index, from) ?? from);
  const dates = isEmpty ? [] : datesWithin(index, since, to);
  const days: (readonly [IsoDate, string])[] = [];
  for await (const { date, crosses } of rates.crosses(wanted.provider, dates, wanted)) {
    const others = withoutBase(crosses, wanted);
    if (others.length > 0) days.push([date, toFigures(others)]);
  }
  const [oldest, newest] = [days[0]?.[0], days.at(-1)?.[0]];
  if (oldest === undefined) throw new Problem(1404, 'not found');
  rates.refuseOverdue(wanted.provider, from);
  const dated = isOld ? `"start_at":"${from}","end_at":"${to}"` : `"start_date":"${oldest}","end_date":"${newest}"`;
  const head = `"amount":${wanted.amount},"base":"${wanted.base}",${dated}`;
  return { text: `{${head},"rates":${toFigures(days)}}`, freshness: last === null ? 'current' : 'dated' };
}

async function sayCurrencies(_asked: DialectRequest, rates: Rates): Promise<Said> {
  const provider = readProvider(rates);
  const newest = newestDate(provider, null);
  if (newest === null) throw new Problem(1404, 'not found');
  const table = await rates.table(provider, newest);
  const names = rates.catalogue.currencies.filter(({ code }) => isQuoted(table, code));
  const text = JSON.stringify(Object.fromEntries(names.map(({ code, name }) => [code, name])));
  return { text, freshness: 'current' };
}

/** Parameters of no use here are ignored, as that service does. */
function readWanted(parameters: DialectRequest['parameters'], rates: Rates) {
  checkOnce(parameters, ['amount', 'from', 'base', 'to', 'symbols']);
  const amount = toValue(parameters, 'amount') === null ? Decimal.one : parseAmount(parameters);
  if (amount.sign <= 0) throw new Problem(1018, 'amount must be more than 0');
  const named = toCode(parameters, 'from') ?? toCode(parameters, 'base');
  const listed = parseList(parameters, 'to') ?? parseList(parameters, 'symbols');
  if (named !== null && listed?.size === 1 && listed.has(named)) throw new Problem(1100, 'bad currency pair');
  const base = knownCode(rates.catalogue, named ?? EUR);
  if (base === null) throw new Problem(1003, `not found${whyUnknown(named ?? EUR)}`);
  const mistaken = [...(listed ?? [])].map(whyUnknown).find((why) => why !== '');
  if (mistaken !== undefined) throw new Problem(1002, `not found${mistaken}`);
  const quotes =
    listed === null ? null : new Set([...listed].flatMap((code) => knownCode(rates.catalogue, code) ?? []));
  return { provider: readProvider(rates), base, quotes, amount };
}

function withoutBase(crosses: Crosses, { base }: { readonly base: CurrencyCode }): Crosses {
  return crosses.filter(([code]) => code !== base);
}

function readProvider({ catalogue }: Rates): KnownProvider {
  const found = catalogue.byCode.get(PROVIDER);
  if (found === undefined) throw new Problem(1001, 'not found');
  return found;
}

/** @param day null for the newest fixing of the release, however old, as at /v1/latest */
function newestDate(provider: KnownProvider, day: IsoDate | null): IsoDate | null {
  if (day === null) return provider.index.latest;
  return datesUpTo(provider, day, AGE_DAYS_MAX).at(-1) ?? null;
}
