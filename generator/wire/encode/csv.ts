/**
 * CSV by RFC 4180: lines end in CRLF, and cells are quoted only where needed. Names and messages go through
 * csv-stringify, which quotes; rows of codes, dates and digits need no quotes and are written by hand (xml.ts says
 * why).
 */
import { stringify } from 'csv-stringify/sync';
import type { Document, ExtendedRatesDocument, PeriodItem, RatesDocument, SpanDocument, SpanHead } from './document.ts';

const END = '\r\n';

export const CSV_COLUMNS = {
  currencies: ['code', 'name', 'numericCode', 'obsolete'],
  providers: [
    'code',
    'description',
    'country',
    'referenceCurrency',
    'timeSeries',
    'monthly',
    'countryCode',
    'bidAsk',
    'obsolete',
  ],
  rules: ['code', 'country', 'purpose', 'provider', 'side', 'dateRule', 'source'],
  rates: ['provider', 'date', 'base', 'currency', 'rate'],
  extended: ['provider', 'date', 'base', 'currency', 'mid', 'bid', 'ask'],
  series: ['provider', 'date', 'base', 'currency', 'rate'],
  extendedSeries: ['provider', 'date', 'base', 'currency', 'mid', 'bid', 'ask'],
  periods: ['provider', 'period', 'from', 'to', 'base', 'currency', 'rate', 'days', 'complete'],
  extendedPeriods: ['provider', 'period', 'from', 'to', 'base', 'currency', 'mid', 'bid', 'ask', 'days', 'complete'],
  conversion: ['provider', 'date', 'base', 'amount', 'currency', 'convertedAmount'],
  problem: ['message', 'errorCode'],
} as const satisfies Record<Document['kind'], readonly string[]>;

export function toCsv(document: Document, header: boolean): string {
  const columns = CSV_COLUMNS[document.kind];
  return (header ? columns.join(',') + END : '') + rowsOf(document);
}

/** The text of a span, item by item. */
export function* toCsvPieces(document: SpanDocument, header: boolean): Generator<string> {
  if (header) yield CSV_COLUMNS[document.kind].join(',') + END;
  yield* itemsOf(document);
}

function* itemsOf(document: SpanDocument): Generator<string> {
  if ('fixings' in document) {
    for (const fixing of document.fixings) yield fixing.kind === 'rates' ? ratesOf(fixing) : sidesOf(fixing);
  } else if (document.kind === 'periods') {
    for (const item of document.items) yield periodOf(document, item, ({ rate }) => rate);
  } else {
    for (const item of document.items) yield periodOf(document, item, ({ mid, bid, ask }) => `${mid},${bid},${ask}`);
  }
}

function rowsOf(document: Document): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return written(document.items, CSV_COLUMNS[document.kind]);
    case 'problem':
      return written([document], CSV_COLUMNS.problem);
    case 'rates':
      return ratesOf(document);
    case 'extended':
      return sidesOf(document);
    case 'conversion': {
      const { provider, date, base, amount } = document;
      const head = `${provider},${date},${base},${amount}`;
      return document.conversions.map((row) => `${head},${row.currency},${row.convertedAmount}${END}`).join('');
    }
    default:
      return [...itemsOf(document)].join('');
  }
}

function ratesOf({ provider, date, base, rates }: RatesDocument): string {
  const head = `${provider},${date},${base}`;
  let rows = '';
  for (const { currency, rate } of rates) rows += `${head},${currency},${rate}${END}`;
  return rows;
}

function sidesOf({ provider, date, base, rates }: ExtendedRatesDocument): string {
  const head = `${provider},${date},${base}`;
  return rates.map((row) => `${head},${row.currency},${row.mid},${row.bid},${row.ask}${END}`).join('');
}

function periodOf<Row extends { readonly currency: string }>(
  { provider, base }: SpanHead,
  { period, from, to, complete, rates }: PeriodItem<Row>,
  figuresOf: (row: Row) => string,
): string {
  const head = `${provider},${period},${from},${to},${base}`;
  return rates.map((row) => `${head},${row.currency},${figuresOf(row)},${row.days},${complete}${END}`).join('');
}

function written(items: readonly object[], columns: readonly string[]): string {
  return stringify([...items], {
    columns: [...columns],
    record_delimiter: 'windows',
    cast: { boolean: String },
    quoted_match: /[\r\n]/,
  });
}
