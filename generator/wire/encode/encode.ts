/**
 * The one way to bytes: static files and answers computed on request are both written here. JSON with rates is written
 * by hand, because a JSON number must show all digits of an exact decimal and JSON.stringify writes only floats.
 */
import { stringify } from 'csv-stringify/sync';
import { currency, problem, provider, rule } from '../words/schemas.ts';
import type {
  Document,
  FixingHead,
  PeriodItem,
  RateRow,
  RatesDocument,
  Rendition,
  SpanDocument,
  SpanWriter,
  WholeDocument,
} from './document.ts';
import { xmlOf, xmlOfSpan } from './xml.ts';

export function encode(document: Document, rendition: Rendition): Buffer {
  const isSpan = 'fixings' in document || 'period' in document;
  return Buffer.from(isSpan ? [...toPieces(document, rendition)].join('') : toText(document, rendition));
}

/** The text of a span in pieces, for whoever has other things to do while a long one is made. */
export function* toPieces(document: SpanDocument, rendition: Rendition): Generator<string> {
  const { start, separator, end, itemText } = writerOf(document, rendition);
  yield start;
  let before = '';
  for (const item of 'fixings' in document ? document.fixings : document.items) {
    yield before + itemText(item);
    before = separator;
  }
  yield end;
}

/** The bytes of a CSV file of the tree without its header row. */
export function withoutHeader(csv: Buffer): Buffer {
  const end = csv.indexOf('\r\n');
  return end < 0 ? Buffer.alloc(0) : csv.subarray(end + 2);
}

function writerOf(document: SpanDocument, { format, header }: Rendition): SpanWriter {
  if (format === 'json') return jsonOfSpan(document);
  return format === 'xml' ? xmlOfSpan(document) : csvOfSpan(document, header);
}

function toText(document: WholeDocument, { format, header }: Rendition): string {
  if (format === 'json') return jsonOf(document);
  return format === 'xml' ? xmlOf(document) : csvOf(document, header);
}

function jsonOf(document: WholeDocument): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return JSON.stringify(document.items);
    case 'problem':
      return JSON.stringify({ message: document.message, errorCode: document.errorCode });
    case 'conversion': {
      const pairs = document.conversions.map(({ currency, convertedAmount }) => `"${currency}":${convertedAmount}`);
      return `{${head(document)},"amount":${document.amount},"conversions":{${pairs.join(',')}}}`;
    }
    default:
      return `{${head(document)},"exchangeRates":${figuresOf(document.rates, document.kind === 'extended')}}`;
  }
}

function jsonOfSpan(document: SpanDocument): SpanWriter {
  const { provider, base, from, to, kind } = document;
  const period = 'fixings' in document ? 'day' : document.period;
  const isExtended = kind === 'extendedSeries' || kind === 'extendedPeriods';
  return {
    start: `{"provider":"${provider}","base":"${base}","from":"${from}","to":"${to}","period":"${period}","series":[`,
    separator: ',',
    end: ']}',
    itemText: (item) => {
      const figures = `"exchangeRates":${figuresOf(item.rates, isExtended)}`;
      return 'period' in item ? periodText(item, figures) : `{"date":"${item.date}",${figures}}`;
    },
  };
}

function figuresOf(rates: readonly RateRow[], isExtended: boolean): string {
  const items = rates.map((row) =>
    'rate' in row
      ? `"${row.currency}":${row.rate}`
      : `{"currency":"${row.currency}","mid":${row.mid},"bid":${row.bid},"ask":${row.ask}}`,
  );
  return isExtended ? `[${items.join(',')}]` : `{${items.join(',')}}`;
}

function periodText({ period, from, to, complete, date, rates }: PeriodItem, figures: string): string {
  const dated = date === null ? '' : `,"date":"${date}"`;
  const facts = `"period":"${period}","from":"${from}","to":"${to}","complete":${complete}${dated}`;
  const days = rates.map((row) => `"${row.currency}":${row.days}`);
  return `{${facts},${figures},"days":{${days.join(',')}}}`;
}

function head({ provider, date, base }: FixingHead): string {
  return `"provider":"${provider}","date":"${date}","base":"${base}"`;
}

// CSV by RFC 4180: lines end in CRLF, and cells are quoted only where needed. Names and messages go through csv-
// stringify, which quotes; rows of codes, dates and digits need no quotes and are written by hand (xml.ts says
// why).

const END = '\r\n';

const RATE = ['provider', 'date', 'base', 'currency', 'rate'] as const;
const SIDES = ['provider', 'date', 'base', 'currency', 'mid', 'bid', 'ask'] as const;

export const CSV_COLUMNS = {
  currencies: currency.keyof().options,
  providers: provider.keyof().options,
  rules: rule.keyof().options,
  rates: RATE,
  extended: SIDES,
  series: RATE,
  extendedSeries: SIDES,
  periods: ['provider', 'period', 'from', 'to', 'base', 'currency', 'rate', 'days', 'complete'],
  extendedPeriods: ['provider', 'period', 'from', 'to', 'base', 'currency', 'mid', 'bid', 'ask', 'days', 'complete'],
  conversion: ['provider', 'date', 'base', 'amount', 'currency', 'convertedAmount'],
  problem: problem.keyof().options,
} as const satisfies Record<Document['kind'], readonly string[]>;

export function csvOf(document: WholeDocument, header: boolean): string {
  const columns = CSV_COLUMNS[document.kind];
  return (header ? columns.join(',') + END : '') + rowsOf(document, columns);
}

export function csvOfSpan(document: SpanDocument, header: boolean): SpanWriter {
  const { provider, base, kind } = document;
  return {
    start: header ? CSV_COLUMNS[kind].join(',') + END : '',
    separator: '',
    end: '',
    itemText: (item) => {
      if (!('period' in item)) return ratesText(item);
      const head = `${provider},${item.period},${item.from},${item.to},${base}`;
      return item.rates.map((row) => `${head},${cellsOf(row)},${row.days},${item.complete}${END}`).join('');
    },
  };
}

function rowsOf(document: WholeDocument, columns: readonly string[]): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return written(document.items, columns);
    case 'problem':
      return written([document], columns);
    case 'conversion': {
      const head = `${headOf(document)},${document.amount}`;
      return document.conversions.map((row) => `${head},${row.currency},${row.convertedAmount}${END}`).join('');
    }
    default:
      return ratesText(document);
  }
}

function ratesText(document: RatesDocument): string {
  const head = headOf(document);
  let rows = '';
  for (const row of document.rates) rows += `${head},${cellsOf(row)}${END}`;
  return rows;
}

function headOf({ provider, date, base }: FixingHead): string {
  return `${provider},${date},${base}`;
}

function cellsOf(row: RateRow): string {
  return 'rate' in row ? `${row.currency},${row.rate}` : `${row.currency},${row.mid},${row.bid},${row.ask}`;
}

function written(items: readonly object[], columns: readonly string[]): string {
  return stringify([...items], {
    columns: [...columns],
    record_delimiter: 'windows',
    cast: { boolean: String },
    quoted_match: /[\r\n]/,
  });
}
