/** Frankfurter's second interface: rows of date, base, quote and rate as JSON, NDJSON or CSV, and lists. */
import type { ProblemCode } from '../../generator/wire/words/problems.ts';
import type { CurrencyCode } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import { type Dialect, type DialectRequest, JSON_TYPE, type Question, type Said } from './dialect.ts';
import { sayCurrencies, sayCurrency, sayProviders } from './frankfurter-lists.ts';
import { isFollowing, readRequest } from './frankfurter-request.ts';
import { newestQuotes, rowsFor } from './frankfurter-rows.ts';
import type { DayRow, DayRows, Voice } from './frankfurter-voices.ts';
import type { Rates } from './rates.ts';

export const frankfurterV2: Dialect = {
  name: 'frankfurter',
  prefix: '/v2/',
  toQuestion(path) {
    if (path.endsWith('.csv') && path !== 'rates.csv') return { answer: refuseCsv };
    const [, base, quote] = /^rate\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (base !== undefined && quote !== undefined) {
      return { answer: (asked, rates) => sayRate(asked, rates, base, quote) };
    }
    const [, code] = /^currency\/([^/]+)$/.exec(path) ?? [];
    if (code !== undefined) return { answer: (_asked, rates) => sayCurrency(rates, code) };
    return QUESTIONS.get(path) ?? null;
  },
  toRefusal({ code, status: ours, message }) {
    const status = STATUSES[code] ?? (ours === 400 ? 422 : ours);
    return { status, text: JSON.stringify({ status, message: WORDS[code] ?? message }) };
  },
};

const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  ['rates', { answer: sayRates }],
  ['rates.csv', { answer: sayCsv }],
  ['currencies', { answer: ({ parameters }, rates) => sayCurrencies(rates, parameters, () => newestQuotes(rates)) }],
  ['providers', { answer: (_asked, rates) => sayProviders(rates) }],
]);

const STATUSES: Readonly<Partial<Record<ProblemCode, number>>> = { 1101: 406 };
const WORDS: Readonly<Partial<Record<ProblemCode, string>>> = {
  1006: 'invalid date',
  1404: 'not found',
};

const NDJSON_TYPE = 'application/x-ndjson';
const CSV_TYPE = 'text/csv; charset=utf-8';

async function sayRates({ parameters, accept }: DialectRequest, rates: Rates): Promise<Said> {
  const request = readRequest(parameters, rates.catalogue);
  const facts = { freshness: isFollowing(request) ? 'current' : 'dated', variesBy: 'Accept' } as const;
  if (accept.includes(NDJSON_TYPE)) {
    const lines = await textsOf(rowsFor(request, rates), (row) => `${toJson(row, request.base)}\n`);
    return { ...facts, contentType: NDJSON_TYPE, text: lines.join('') };
  }
  const items = await textsOf(rowsFor(request, rates), (row) => toJson(row, request.base));
  return { ...facts, contentType: JSON_TYPE, text: `[${items.join(',')}]` };
}

async function sayCsv({ parameters }: DialectRequest, rates: Rates): Promise<Said> {
  const request = readRequest(parameters, rates.catalogue);
  const lines = await textsOf(rowsFor(request, rates), (row) => toCsvLine(row, request.base, request.expands));
  // A span without figures has the names of the columns, and a day without any has no bytes at all.
  const header =
    lines.length === 0 && request.span === null ? '' : `date,base,quote,rate${request.expands ? ',providers' : ''}\n`;
  const text = header + lines.join('');
  return { text, contentType: CSV_TYPE, freshness: isFollowing(request) ? 'current' : 'dated' };
}

async function sayRate({ parameters }: DialectRequest, rates: Rates, base: string, quote: string): Promise<Said> {
  const request = readRequest(parameters, rates.catalogue, { base, quote });
  const [text] = await textsOf(rowsFor(request, rates), (row) => toJson(row, request.base));
  if (text === undefined) throw new Problem(1404, 'not found');
  return { text, freshness: isFollowing(request) ? 'current' : 'dated' };
}

async function refuseCsv(): Promise<Said> {
  throw new Problem(1101, 'not acceptable: only /v2/rates.csv is CSV');
}

/** Written as they are read, so that the time for it is spread over the steps of a long span. */
async function textsOf(lists: AsyncGenerator<DayRows>, toText: (row: DayRow) => string): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const rows of lists) for (const row of rows) texts.push(toText(row));
  return texts;
}

function toJson({ date, quote, rate, voices }: DayRow, base: CurrencyCode): string {
  const providers = voices === undefined ? '' : `,"providers":[${voices.map(voiceJson).join(',')}]`;
  return `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${rate}${providers}}`;
}

function voiceJson({ key, date, rate, isExcluded }: Voice): string {
  return `{"key":"${key}","date":"${date}","rate":${rate}${isExcluded ? ',"excluded":true' : ''}}`;
}

function toCsvLine({ date, quote, rate, voices = [] }: DayRow, base: CurrencyCode, expands: boolean): string {
  const texts = voices.map(({ key, rate, isExcluded }) => `${key}:${rate}${isExcluded ? '*' : ''}`);
  return `${date},${base},${quote},${rate}${expands ? `,${texts.join('|')}` : ''}\n`;
}
