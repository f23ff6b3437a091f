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

const HEADER = DOCUMENTS.columns.join();

export class DocumentList {
  /** In the order in which the documents were fetched. */
  readonly #lines: readonly string[];
  /** By name of the document, the place of its line. */
  readonly #places: ReadonlyMap<string, number>;

  /** A file that is missing lists none. @throws InputError if it is not a list of documents */
  constructor(readonly path: string) {
    const text = readWherever(path)?.toString('utf8') ?? '';
    const [header, ...lines] = text.split('\n');
    if (text !== '' && header !== HEADER)
      throw new InputError(`${path}:1: the header must be ${HEADER}; restore the file from a copy`);
    if (text !== '' && lines.pop() !== '')
      throw new InputError(`${path}: truncated: its last line has no end; restore the file from a copy`);
    this.#lines = lines;
    this.#places = new Map(lines.map((line, place) => [line.split(',', 1).join(), place]));
  }

  has(document: string): boolean {
    return this.#places.has(document);
  }

  /** @throws InputError naming file and line if the document's line is damaged */
  get(document: string): DocumentRow | undefined {
    const place = this.#places.get(document);
    return place === undefined ? undefined : this.#parse(place);
  }

  /** The document that had been fetched last by an instant, or by now for null; null if there is none. */
  newest(asOf: string | null): DocumentRow | null {
    for (let place = this.#lines.length - 1; place >= 0; place--) {
      const document = this.#parse(place);
      if (asOf === null || document.fetched <= asOf) return document;
    }
    return null;
  }

  #parse(place: number): DocumentRow {
    const text = this.#lines[place] ?? '';
    const plain = plainRow(text, DOCUMENTS);
    if (plain !== null) return plain;
    const [cells = []] = text.includes('"') ? parse(text) : [text.split(',')];
    const named = Object.fromEntries(DOCUMENTS.columns.map((column, index) => [column, cells[index]]));
    const parsed = DOCUMENTS.row.safeParse(named);
    if (parsed.success && cells.length === DOCUMENTS.columns.length) return parsed.data;
    const issue = parsed.error?.issues[0];
    throw new InputError(
      `${this.path}:${place + 2}: ${String(issue?.path[0] ?? 'row')} ${issue?.message ?? text.slice(0, 60)}`,
    );
  }
}
