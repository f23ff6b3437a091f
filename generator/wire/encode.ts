/** The one way to bytes: static files and answers computed on request are both written here. */
import { toCsv } from './csv.ts';
import type { Document } from './document.ts';
import { toJson } from './json.ts';
import { toXml } from './xml.ts';

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
