/** The one way to bytes: static files and answers computed on request are both written here. */
import { toCsv, toCsvPieces } from './csv.ts';
import type { Document, SpanDocument } from './document.ts';
import { toJson, toJsonPieces } from './json.ts';
import { toXml, toXmlPieces } from './xml.ts';

export type Format = 'json' | 'xml' | 'csv';
export const FORMATS: readonly Format[] = ['json', 'xml', 'csv'];

export interface Rendition {
  readonly format: Format;
  /** CSV only: whether the first row names the columns. CSV files of the tree have this row. */
  readonly header: boolean;
}

export function encode(document: Document, rendition: Rendition): Buffer {
  return Buffer.from(toText(document, rendition), 'utf8');
}

/** The same text in pieces, for whoever has other things to do while a long one is made. */
export function toPieces(document: SpanDocument, { format, header }: Rendition): Generator<string> {
  if (format === 'json') return toJsonPieces(document);
  return format === 'xml' ? toXmlPieces(document) : toCsvPieces(document, header);
}

export function contentType({ format, header }: Rendition): string {
  if (format === 'json') return 'application/json; charset=utf-8';
  if (format === 'xml') return 'application/xml; charset=utf-8';
  return `text/csv; charset=utf-8; header=${header ? 'present' : 'absent'}`;
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
