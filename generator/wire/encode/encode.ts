/**
 * The one way to bytes: static files and answers computed on request are both written here. JSON with rates is written
 * by hand, because a JSON number must show all digits of an exact decimal and JSON.stringify writes only floats.
 */
import { stringify } from 'csv-stringify/sync';
import { currency, problem, provider, rule } from '../words/schemas.ts';
import {
  type Document,
  type FixingHead,
  type PeriodItem,
  type PublishedRow,
  type RateRow,
  type RatesDocument,
  type Rendition,
  type SpanDocument,
  type SpanWriter,
  STATED_COLUMNS,
  type WholeDocument,
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

function writerOf(document: SpanDocument, { format, header, asText }: Rendition): SpanWriter {
  if (format === 'json') return jsonOfSpan(document, quoteOf(asText));
  return format === 'xml' ? xmlOfSpan(document) : csvOfSpan(document, header);
}

function toText(document: WholeDocument, { format, header, asText }: Rendition): string {
  if (format === 'json') return jsonOf(document, quoteOf(asText));
  return format === 'xml' ? xmlOf(document) : csvOf(document, header);
}

/** What stands around a figure in JSON. */
type Quote = '' | '"';

function quoteOf(asText = false): Quote {
  return asText ? '"' : '';
}

function jsonOf(document: WholeDocument, quote: Quote): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return JSON.stringify(document.items);
    case 'problem':
      return JSON.stringify({ message: document.message, errorCode: document.errorCode });
    case 'conversion':
    case 'publishedConversion': {
      const { amount, conversions } = document;
      const pairs = conversions.map((row) => `"${row.currency}":${quote}${row.convertedAmount}${quote}`);
      const made = 'published' in document ? `,"published":${figuresOf(document.published, true, quote)}` : '';
      return `{${head(document)},"amount":${quote}${amount}${quote},"conversions":{${pairs.join(',')}}${made}}`;
    }
    default:
      return `{${head(document)},"exchangeRates":${figuresOf(document.rates, document.kind !== 'rates', quote)}}`;
  }
}

function jsonOfSpan(document: SpanDocument, quote: Quote): SpanWriter {
  const { provider, base, from, to, kind } = document;
  const period = 'fixings' in document ? 'day' : document.period;
  const isList = kind !== 'series' && kind !== 'periods';
  return {
    start: `{"provider":"${provider}","base":"${base}","from":"${from}","to":"${to}","period":"${period}","series":[`,
    separator: ',',
    end: ']}',
    itemText: (item) => {
      const figures = `"exchangeRates":${figuresOf(item.rates, isList, quote)}`;
      return 'period' in item ? periodText(item, figures) : `{"date":"${item.date}",${figures}}`;
    },
  };
}

function figuresOf(rates: readonly RateRow[], isList: boolean, quote: Quote): string {
  const items = rates.map((row) => {
    if ('rate' in row) return `"${row.currency}":${quote}${row.rate}${quote}`;
    const [mid, bid, ask] = [row.mid, row.bid, row.ask].map((text) => (text === '' ? 'null' : quote + text + quote));
    return `{"currency":"${row.currency}",${factsOf(row, quote)}"mid":${mid},"bid":${bid},"ask":${ask}${listOf(row)}}`;
  });
  return isList ? `[${items.join(',')}]` : `{${items.join(',')}}`;
}

/** What goes before the sides of a published figure. */
function factsOf(row: RateRow, quote: Quote): string {
  if (!('per' in row)) return '';
  const { figureDate, base, quote: priced, per, unit } = row;
  return `"figureDate":"${figureDate}","base":"${base}","quote":"${priced}","per":${quote}${per}${quote},"unit":"${unit}",`;
}

function listOf(row: RateRow): string {
  return 'per' in row ? `,"table":${JSON.stringify(row.table)},"number":"${row.number}"` : '';
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
const FIGURE = ['currency', 'figureDate', ...STATED_COLUMNS, 'table', 'number'] as const;
const PUBLISHED = ['provider', 'date', ...FIGURE] as const;

const CONVERSION = ['provider', 'date', 'base', 'amount', 'currency', 'convertedAmount'] as const;

export const CSV_COLUMNS = {
  currencies: currency.keyof().options,
  providers: provider.keyof().options,
  rules: rule.keyof().options,
  rates: RATE,
  extended: SIDES,
  published: PUBLISHED,
  series: RATE,
  extendedSeries: SIDES,
  publishedSeries: PUBLISHED,
  periods: ['provider', 'period', 'from', 'to', 'base', 'currency', 'rate', 'days', 'complete'],
  extendedPeriods: ['provider', 'period', 'from', 'to', 'base', 'currency', 'mid', 'bid', 'ask', 'days', 'complete'],
  conversion: CONVERSION,
  publishedConversion: [...CONVERSION, 'published'],
  problem: problem.keyof().options,
} as const satisfies Record<Document['kind'], readonly string[]>;

export function csvOf(document: WholeDocument, header: boolean): string {
  const columns = CSV_COLUMNS[document.kind];
  return (header ? columns.join(',') + END : '') + rowsOf(document, columns);
}

function csvOfSpan(document: SpanDocument, header: boolean): SpanWriter {
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
    case 'conversion':
    case 'publishedConversion': {
      const head = `${headOf(document)},${document.amount}`;
      const made = 'published' in document ? `,${document.published.map(wordsOf).join('; ')}` : '';
      return document.conversions.map((row) => `${head},${row.currency},${row.convertedAmount}${made}${END}`).join('');
    }
    default:
      return ratesText(document);
  }
}

function ratesText(document: RatesDocument): string {
  // A published figure has a base of its own.
  const head = document.kind === 'published' ? `${document.provider},${document.date}` : headOf(document);
  let rows = '';
  for (const row of document.rates) rows += `${head},${cellsOf(row)}${END}`;
  return rows;
}

function headOf({ provider, date, base }: FixingHead): string {
  return `${provider},${date},${base}`;
}

/** A published figure in a cell: `100 HUF = 6.246 CZK`, or its bid and ask with a stroke between them. */
function wordsOf({ base, quote, per, unit, mid, bid, ask }: PublishedRow): string {
  return `${per} ${unit === '' ? '' : `${unit} `}${base} = ${mid || `${bid}/${ask}`} ${quote}`;
}

function cellsOf(row: RateRow): string {
  if ('per' in row) return FIGURE.map((column) => row[column]).join(',');
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
