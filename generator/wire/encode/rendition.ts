/** The format in which a document is written, and its content type. */

export type Format = 'json' | 'xml' | 'csv';
export const FORMATS: readonly Format[] = ['json', 'xml', 'csv'];

export interface Rendition {
  readonly format: Format;
  /** CSV only: whether the first row names the columns. CSV files of the tree have this row. */
  readonly header: boolean;
}

export function contentType({ format, header }: Rendition): string {
  if (format === 'json') return 'application/json; charset=utf-8';
  if (format === 'xml') return 'application/xml; charset=utf-8';
  return `text/csv; charset=utf-8; header=${header ? 'present' : 'absent'}`;
}
