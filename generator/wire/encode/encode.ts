/** The one way to bytes: static files and answers computed on request are both written here. */
import { csvOf, csvOfSpan } from './csv.ts';
import type { Document, SpanDocument, SpanWriter, WholeDocument } from './document.ts';
import { jsonOf, jsonOfSpan } from './json.ts';
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
