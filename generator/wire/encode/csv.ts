/**
 * CSV by RFC 4180: lines end in CRLF, and cells are quoted only where needed. Names and messages go through
 * csv-stringify, which quotes; rows of codes, dates and digits need no quotes and are written by hand (xml.ts says
 * why).
 */
import { stringify } from 'csv-stringify/sync';
import { currency, problem, provider, rule } from '../words/schemas.ts';
import type {
  Document,
  FixingHead,
  RateRow,
  RatesDocument,
  SpanDocument,
  SpanWriter,
  WholeDocument,
} from './document.ts';

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
      return item.rates.map((row) => `${head},${figuresOf(row)},${row.days},${item.complete}${END}`).join('');
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
  for (const row of document.rates) rows += `${head},${figuresOf(row)}${END}`;
  return rows;
}

function headOf({ provider, date, base }: FixingHead): string {
  return `${provider},${date},${base}`;
}

function figuresOf(row: RateRow): string {
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
