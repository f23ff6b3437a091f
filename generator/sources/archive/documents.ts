/**
 * The documents that a provider's figures come from: `documents-<YEAR>.csv`, by the year they were fetched. A single
 * list of 27 years is 1 MB, and to add a line a night would copy, hash and upload all of it, for each of a hundred
 * banks. `documents.csv`, the single list of older versions, is still read but no longer extended.
 */
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { parseRows, textCell } from '../../kit/csv-rows.ts';
import { extendFile, makeFolder, namesIn, replaceFile } from '../../kit/files.ts';
import { groupBy } from '../../kit/items.ts';
import { readWherever } from '../../kit/known-files.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { documentCell, instantCell, type Ledger, readLedger } from './ledger.ts';
import type { ArchiveRow, DocumentRow } from './rows.ts';

/** The columns of such a list. */
export const DOCUMENTS: Ledger<DocumentRow> = {
  columns: ['document', 'table', 'url', 'sha256', 'fetched'],
  row: z.object({
    document: documentCell,
    table: textCell,
    url: z.url('is not an address'),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in lowercase hexadecimal'),
    fetched: instantCell,
  }),
};

const HEADER = DOCUMENTS.columns.join();

/** One list as it was read; lines are found and parsed one at a time. */
class DocumentList {
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
    const text = `${HEADER}\n${this.#lines[place] ?? ''}`;
    const [row] = parseRows(text, this.path, DOCUMENTS.columns, DOCUMENTS.row, place);
    if (row === undefined) throw new InputError(`${this.path}:${place + 2}: the line is empty`);
    return row.cells;
  }
}

const OF_ALL_YEARS = 'documents.csv';
const NAME = /^documents(-\d{4})?\.csv$/;
const nameOf = (instant: string) => `documents-${instant.slice(0, 4)}.csv`;

/**
 * The documents of a provider. A list is read, and read whole, only when a document is needed that has not been
 * found yet.
 */
export class Documents {
  readonly #found: Map<string, DocumentRow>;
  readonly #lists = new Map<string, DocumentList>();

  /** @param found documents that need not be read again, by name */
  constructor(
    readonly folder: string,
    found: ReadonlyMap<string, DocumentRow> = new Map(),
  ) {
    this.#found = new Map(found);
  }

  /**
   * @param seen the instant at which a row saw the document, which is mostly when it was fetched; '' if there is no row
   * @throws InputError naming file and line if the document's line is damaged
   */
  get(document: string, seen = ''): DocumentRow | undefined {
    const cached = this.#found.get(document);
    if (cached !== undefined) return cached;
    const likely = nameOf(seen);
    const names = listsIn(this.folder);
    const others = names.filter((name) => name !== likely).toReversed();
    for (const name of names.includes(likely) ? [likely, ...others] : others) {
      const row = this.#list(name).get(document);
      if (row === undefined) continue;
      this.#found.set(document, row);
      return row;
    }
    return undefined;
  }

  #list(name: string): DocumentList {
    const list = this.#lists.get(name) ?? new DocumentList(join(this.folder, name));
    this.#lists.set(name, list);
    return list;
  }
}

/**
 * The document that a provider's lists name as fetched last by an instant, or by now for null; null if there is none.
 */
export function newestDocument(folder: string, asOf: string | null): DocumentRow | null {
  const newestIn = (name: string) => new DocumentList(join(folder, name)).newest(asOf);
  const ofAllYears = newestIn(OF_ALL_YEARS);
  const last = nameOf(asOf ?? '9999');
  for (const name of listsIn(folder).toReversed()) {
    const found = name === OF_ALL_YEARS || name > last ? null : newestIn(name);
    if (found !== null) return ofAllYears !== null && byFetched(found, ofAllYears) < 0 ? ofAllYears : found;
  }
  return ofAllYears;
}

function listsIn(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => NAME.test(name))
    .sort();
}

/** The documents of the rows, by name. */
export function documentsOf(rows: readonly ArchiveRow[], listed: Documents): ReadonlyMap<string, DocumentRow> {
  const documents = new Map<string, DocumentRow>();
  for (const { document, seen } of rows) {
    const found = documents.has(document) ? undefined : listed.get(document, seen);
    if (found !== undefined) documents.set(document, found);
  }
  return documents;
}

/** All documents that the archive of a provider lists, by name. @throws InputError naming file, line and column */
export async function readDocuments(dir: string, provider: string): Promise<ReadonlyMap<string, DocumentRow>> {
  const folder = join(dir, provider);
  const documents = new Map<string, DocumentRow>();
  for (const name of listsIn(folder)) {
    for (const row of await readLedger(join(folder, name), DOCUMENTS)) documents.set(row.document, row);
  }
  return documents;
}

/**
 * Adds documents that no list has. Documents must be added before the rows that name them. A night's documents come
 * after all others of their year, which are therefore neither read nor sorted.
 */
export async function addDocuments(dir: string, provider: string, added: Iterable<DocumentRow>): Promise<void> {
  const folder = join(dir, provider);
  const sorted = [...added].sort(byFetched);
  if (sorted.length > 0) makeFolder(folder);
  for (const [name, own] of groupBy(sorted, ({ fetched }) => nameOf(fetched))) {
    const path = join(folder, name);
    const newest = new DocumentList(path).newest(null);
    const [first] = own;
    if (first !== undefined && newest !== null && byFetched(newest, first) < 0) {
      await extendFile(path, stringify(own, { columns: [...DOCUMENTS.columns] }));
    } else {
      const all = [...(await readLedger(path, DOCUMENTS)), ...own].sort(byFetched);
      await replaceFile(path, stringify(all, { columns: [...DOCUMENTS.columns], header: true }));
    }
  }
}

/** Adds the documents that no list has yet, and returns all listed documents by name. */
export async function addUnlisted(
  dir: string,
  provider: string,
  documents: Iterable<DocumentRow>,
): Promise<ReadonlyMap<string, DocumentRow>> {
  const listed = await readDocuments(dir, provider);
  const unlisted = [...documents].filter(({ document }) => !listed.has(document));
  await addDocuments(dir, provider, unlisted);
  return new Map([...listed, ...unlisted.map((row) => [row.document, row] as const)]);
}

function byFetched(left: DocumentRow, right: DocumentRow): number {
  return compareTexts(left.fetched, right.fetched) || compareTexts(left.document, right.document);
}
