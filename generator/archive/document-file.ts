/**
 * One file of a provider's documents, of which only the lines near those that are asked for are read into memory: a bank
 * whose past was fetched within one year has 7,000 lines in it, and a night needs the newest sixty.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { textCell } from '../kit/csv-rows.ts';
import { hasCode } from '../kit/files.ts';
import { InputError } from '../wire/input-error.ts';
import { readAt, tailOf, withFile } from './file-ends.ts';
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

/** Documents are listed in the order in which they were fetched, so the lines after one are asked for next. */
const [LINES_BEFORE, LINES_AFTER] = [20, 50];
const HELD_MAX = 100;
const TAIL_BYTES = 65_536;
/** 50 lines have about 10 KB, or more where addresses are long. All lines of 27 years have 1.5 MB. */
const PART_BYTES = 32_768;
const LINE_FEED = 10;

/** Lines of the file that follow a line feed, and where they lie in it. */
interface Part {
  readonly bytes: Buffer;
  readonly place: number;
}

const NO_PART: Part = { bytes: Buffer.alloc(0), place: 0 };

export class DocumentFile {
  readonly #held = new Map<string, DocumentRow>();
  /** Where the lines end that were read last. */
  #place = 0;

  constructor(readonly path: string) {}

  /** Undefined also for a document that is listed, but whose line has not been read. */
  held(document: string): DocumentRow | undefined {
    return this.#held.get(document);
  }

  /** Reads the whole file, and parses nothing. @throws InputError if it is not a list of documents */
  has(document: string): boolean {
    return this.#bytes().includes(`\n${document},`, 0, 'latin1');
  }

  /** @throws InputError naming file and line of a damaged line near the document's own */
  get(document: string): DocumentRow | undefined {
    if (!this.#held.has(document)) this.#readAround(document);
    return this.#held.get(document);
  }

  /** The document that had been fetched last by an instant, or by now for null; null if there is none. */
  newest(asOf: string | null): DocumentRow | null {
    return this.#newestInTail(asOf) ?? this.#lastUntil(this.#bytes(), asOf);
  }

  /** Null also where a line is damaged, because only the whole file says which line it is. */
  #newestInTail(asOf: string | null): DocumentRow | null {
    const tail = this.#tail();
    if (tail === null) return null;
    try {
      return this.#lastUntil(tail.bytes, asOf);
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  /** Of lines after a line feed. */
  #lastUntil(bytes: Buffer, asOf: string | null): DocumentRow | null {
    for (let end = bytes.length - 1; end > 0; ) {
      const start = bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
      if (start === 0) break;
      const document = this.#parse(bytes, start, end);
      if (asOf === null || document.fetched <= asOf) return document;
      end = start - 1;
    }
    return null;
  }

  #readAround(document: string): void {
    const { bytes, place } = this.#part();
    const isHeld = this.#readIn(document, bytes, place) || this.#readIn(document, this.#bytes(), 0);
    if (!isHeld) return;
    const asked = this.#held.get(document);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= HELD_MAX) break;
      this.#held.delete(oldest);
    }
    if (asked !== undefined) this.#held.set(document, asked);
  }

  /** The lines after those that were read last, which are asked for next; at first those at the end, as a night asks. */
  #part(): Part {
    const place = this.#place;
    if (place === 0) return this.#tail() ?? NO_PART;
    const bytes = withFile(this.path, (file) => readAt(file, place, PART_BYTES));
    return { bytes: bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1), place };
  }

  /** Null where the end is the whole file, or is damaged, which is told when all of it is read. */
  #tail(): Part | null {
    if (!existsSync(this.path)) return null;
    const { bytes, start } = tailOf(this.path, TAIL_BYTES);
    if (start === 0 || bytes.at(-1) !== LINE_FEED) return null;
    const first = bytes.indexOf(LINE_FEED);
    return { bytes: bytes.subarray(first), place: start + first };
  }

  /** Whether the document is listed there. @param place where the bytes begin in the file */
  #readIn(document: string, bytes: Buffer, place: number): boolean {
    const found = bytes.indexOf(`\n${document},`, 0, 'latin1') + 1;
    if (found === 0) return false;
    let start = found;
    for (let back = 0; back < LINES_BEFORE && start > 1; back++) {
      const before = bytes.lastIndexOf(LINE_FEED, start - 2) + 1;
      if (before === 0) break;
      start = before;
    }
    for (let count = 0; count < LINES_BEFORE + LINES_AFTER && start < bytes.length; count++) {
      const end = bytes.indexOf(LINE_FEED, start);
      const row = this.#parse(bytes, start, end, place);
      this.#held.delete(row.document);
      this.#held.set(row.document, row);
      start = end + 1;
    }
    // The line feed before the next line is part of what is searched.
    this.#place = place + start - 1;
    return true;
  }

  #bytes(): Buffer {
    const bytes = this.#read();
    const header = `${DOCUMENTS.columns.join()}\n`;
    if (bytes.length > 0 && bytes.toString('latin1', 0, header.length) !== header)
      throw new InputError(`${this.path}:1: the header must be ${header.trimEnd()}; restore the file from a copy`);
    if (bytes.length > 0 && bytes.at(-1) !== LINE_FEED)
      throw new InputError(`${this.path}: truncated: its last line has no end; restore the file from a copy`);
    return bytes;
  }

  #read(): Buffer {
    try {
      return readFileSync(this.path);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return Buffer.alloc(0);
      throw error;
    }
  }

  #parse(bytes: Buffer, start: number, end: number, place = 0): DocumentRow {
    const text = bytes.toString('utf8', start, end);
    const plain = plainRow(text, DOCUMENTS);
    if (plain !== null) return plain;
    const [cells = []] = text.includes('"') ? parse(text) : [text.split(',')];
    const named = Object.fromEntries(DOCUMENTS.columns.map((column, index) => [column, cells[index]]));
    const parsed = DOCUMENTS.row.safeParse(named);
    if (parsed.success && cells.length === DOCUMENTS.columns.length) return parsed.data;
    const before = place === 0 ? bytes : this.#read();
    const line = before.toString('latin1', 0, place + start).split('\n').length;
    const issue = parsed.error?.issues[0];
    throw new InputError(
      `${this.path}:${line}: ${String(issue?.path[0] ?? 'row')} ${issue?.message ?? text.slice(0, 60)}`,
    );
  }
}
