/** One list of a provider's documents as it was read, of which single lines are found and parsed. */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { textCell } from '../kit/csv-rows.ts';
import { readWherever } from '../kit/elsewhere.ts';
import { InputError } from '../wire/words/input-error.ts';
import { documentCell, instantCell, type Ledger, plainRow } from './ledger.ts';
import type { DocumentRow } from './rows.ts';
import { INSTANT } from './year-file.ts';

/** An address whose host is a name in lowercase and whose rest is of characters that every address may have. */
const PLAIN_URL = String.raw`https?://(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:[/?][\w./?&=%:+~@;()*!$'-]*)?`;
export const DOCUMENTS: Ledger<DocumentRow> = {
  columns: ['document', 'table', 'url', 'sha256', 'fetched'],
  row: z.object({
    document: documentCell,
    table: textCell,
    url: z.url('is not an address'),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in lowercase hexadecimal'),
    fetched: instantCell,
  }),
  plain: new RegExp(
    String.raw`^(?<document>[0-9a-f]{12}),(?<table>\w+(?:[ ./-]\w+)*),(?<url>${PLAIN_URL}),(?<sha256>[0-9a-f]{64}),(?<fetched>${INSTANT})$`,
  ),
};

const HEADER = `${DOCUMENTS.columns.join()}\n`;
const LINE_FEED = 10;

export class DocumentList {
  readonly #bytes: Buffer;
  /** Documents are listed in the order in which they were fetched, so the one that is asked for next follows. */
  #place = 0;

  /** A file that is missing lists none. @throws InputError if it is not a list of documents */
  constructor(readonly path: string) {
    const bytes = readWherever(path) ?? Buffer.alloc(0);
    this.#bytes = bytes;
    if (bytes.length === 0) return;
    if (bytes.toString('latin1', 0, HEADER.length) !== HEADER)
      throw new InputError(`${path}:1: the header must be ${HEADER.trimEnd()}; restore the file from a copy`);
    if (bytes.at(-1) !== LINE_FEED)
      throw new InputError(`${path}: truncated: its last line has no end; restore the file from a copy`);
  }

  has(document: string): boolean {
    return this.#find(document, 0) >= 0;
  }

  /** @throws InputError naming file and line if the document's line is damaged */
  get(document: string): DocumentRow | undefined {
    const next = this.#find(document, this.#place);
    const found = next >= 0 ? next : this.#find(document, 0);
    if (found < 0) return undefined;
    this.#place = this.#bytes.indexOf(LINE_FEED, found + 1);
    return this.#parse(found + 1, this.#place);
  }

  /** The document that had been fetched last by an instant, or by now for null; null if there is none. */
  newest(asOf: string | null): DocumentRow | null {
    for (let end = this.#bytes.length - 1; end >= HEADER.length; ) {
      const start = this.#bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
      const document = this.#parse(start, end);
      if (asOf === null || document.fetched <= asOf) return document;
      end = start - 1;
    }
    return null;
  }

  /** The place of the line feed before its line; -1 where it is not listed from there on. */
  #find(document: string, from: number): number {
    return this.#bytes.indexOf(`\n${document},`, from, 'latin1');
  }

  #parse(start: number, end: number): DocumentRow {
    const text = this.#bytes.toString('utf8', start, end);
    const plain = plainRow(text, DOCUMENTS);
    if (plain !== null) return plain;
    const [cells = []] = text.includes('"') ? parse(text) : [text.split(',')];
    const named = Object.fromEntries(DOCUMENTS.columns.map((column, index) => [column, cells[index]]));
    const parsed = DOCUMENTS.row.safeParse(named);
    if (parsed.success && cells.length === DOCUMENTS.columns.length) return parsed.data;
    const line = this.#bytes.toString('latin1', 0, start).split('\n').length;
    const issue = parsed.error?.issues[0];
    throw new InputError(
      `${this.path}:${line}: ${String(issue?.path[0] ?? 'row')} ${issue?.message ?? text.slice(0, 60)}`,
    );
  }
}
