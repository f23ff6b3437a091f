/**
 * The documents that the figures of a provider stood in: `documents-<YEAR>.csv`, by the year in which they were
 * fetched. One list of 27 years has 1 MB, and a night that adds a line to the list of each of a hundred banks copied,
 * hashed and uploaded all of it. Such a list, `documents.csv`, as it was written before, is still read and no longer
 * added to.
 */
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { extendFile, makeFolder, namesIn, replaceFile } from '../kit/files.ts';
import { groupBy } from '../kit/group.ts';
import { compareTexts } from '../wire/words/order.ts';
import { DOCUMENTS, DocumentList } from './document-list.ts';
import { readLedger } from './ledger.ts';
import type { ArchiveRow, DocumentRow } from './rows.ts';

const OF_ALL_YEARS = 'documents.csv';
const NAME = /^documents(-\d{4})?\.csv$/;
const nameOf = (instant: string) => `documents-${instant.slice(0, 4)}.csv`;

/** The documents of a provider. A list is read, as a whole, when a document is asked for that nobody has found yet. */
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

  /** Whether any list has the document: with the same bytes it may have been fetched in an earlier year. */
  isListed(document: string): boolean {
    return listsIn(this.folder).some((name) => this.#list(name).has(document));
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
 * Adds documents that no list has. Documents that rows are to name must be added before these rows. What a night brings
 * follows all others of its year, so that these are neither read nor sorted for it.
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
      await extendFile(path, own.map(lineOf).join(''));
    } else {
      const all = [...(await readLedger(path, DOCUMENTS)), ...own].sort(byFetched);
      await replaceFile(path, [`${DOCUMENTS.columns.join()}\n`, ...all.map(lineOf)].join(''));
    }
  }
}

/** Adds those of the documents that no list has, and returns all that are listed then, by name. */
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

/** Only cells that need quotes are left to the library, which takes 10 µs a line. */
function lineOf(document: DocumentRow): string {
  const cells = DOCUMENTS.columns.map((column) => document[column]);
  const isPlain = cells.every((cell) => !/[",\r\n]/.test(cell));
  return isPlain ? `${cells.join()}\n` : stringify([cells]);
}

function byFetched(left: DocumentRow, right: DocumentRow): number {
  return compareTexts(left.fetched, right.fetched) || compareTexts(left.document, right.document);
}
