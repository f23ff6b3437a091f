/**
 * The one way to bytes: static files and answers computed on request are both written here. JSON with rates is written
 * by hand, because a JSON number must show all digits of an exact decimal and JSON.stringify writes only floats.
 */
import { csvOf, csvOfSpan } from './csv.ts';
import type { Document, FixingHead, PeriodItem, RateRow, SpanDocument, SpanWriter, WholeDocument } from './document.ts';
import type { Rendition } from './rendition.ts';
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
