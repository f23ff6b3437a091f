/** The one way to bytes: static files and answers computed on request are both written here. */
import { toCsv, toCsvPieces } from './csv.ts';
import type { Document, SpanDocument } from './document.ts';
import { toJson, toJsonPieces } from './json.ts';
import type { Rendition } from './rendition.ts';
import { toXml, toXmlPieces } from './xml.ts';

export function encode(document: Document, rendition: Rendition): Buffer {
  return Buffer.from(toText(document, rendition), 'utf8');
}

/** The same text in pieces, for whoever has other things to do while a long one is made. */
export function toPieces(document: SpanDocument, { format, header }: Rendition): Generator<string> {
  if (format === 'json') return toJsonPieces(document);
  return format === 'xml' ? toXmlPieces(document) : toCsvPieces(document, header);
}

/** The bytes of a CSV file of the tree without its header row. */
export function withoutHeader(csv: Buffer): Buffer {
  const end = csv.indexOf('\r\n');
  return end < 0 ? Buffer.alloc(0) : csv.subarray(end + 2);
}

function toText(document: Document, { format, header }: Rendition): string {
  if (format === 'json') return toJson(document);
  return format === 'xml' ? toXml(document) : toCsv(document, header);
}
