/**
 * One provider's archive, of which only a window of days is in memory. The window moves forward, and each row is parsed
 * once.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../kit/files.ts';
import { addDays } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { Documents, documentsOf } from './documents.ts';
import { datesAtEnds } from './file-ends.ts';
import { type ArchiveRow, type DocumentRow, firstIndexFrom, type ProviderArchive } from './rows.ts';
import { onDisk } from './sorted-lines.ts';
import type { Span } from './spans.ts';
import { YearFile } from './year-file.ts';

export class ArchiveWindow {
  /** The years that have a file, sorted. */
  readonly years: readonly string[];
  readonly documents: Documents;
  readonly #files = new Map<string, YearFile>();
  #rows: readonly ArchiveRow[] = [];
  /** The documents of these rows. */
  #listed: ReadonlyMap<string, DocumentRow> = new Map();
  #span: Span | null = null;

  constructor(
    readonly dir: string,
    readonly provider: string,
    /** Only rows that had been seen by that instant; null: all rows. */
    readonly asOf: string | null,
  ) {
    this.years = yearsIn(join(dir, provider));
    this.documents = new Documents(join(dir, provider));
  }

  /**
   * The rows of those days, with their documents. Rows that were in the last window are the same objects.
   * @throws InputError naming file and line of what is damaged
   */
  archive(span: Span): ProviderArchive {
    const held = this.#span;
    const goesOn = held !== null && held.from <= span.from && span.from <= addDays(held.to, 1) && held.to <= span.to;
    const rows = goesOn ? this.#rows.slice(firstIndexFrom(this.#rows, span.from)) : [];
    for (const row of this.#read(goesOn ? addDays(held.to, 1) : span.from, span.to)) rows.push(row);
    for (const year of this.#files.keys()) if (year < span.to.slice(0, 4)) this.#files.delete(year);
    this.#rows = rows;
    this.#span = span;
    return { provider: this.provider, rows, documents: this.#documentsOf(rows) };
  }

  /** The rows from one day to another, which do not become part of the window. */
  *#read(from: IsoDate, to: IsoDate): Generator<ArchiveRow> {
    for (const year of this.years) {
      if (year < from.slice(0, 4) || year > to.slice(0, 4)) continue;
      for (const row of this.#file(year).rows(this.documents, from, to)) {
        if (this.asOf === null || row.seen <= this.asOf) yield row;
      }
    }
  }

  /** Rows after the window, oldest first. They are read again each time, because they are rarely asked for. */
  beyond(from: IsoDate, to: IsoDate): Generator<ArchiveRow> {
    return this.#read(from, to);
  }

  /** The first date that has a row, seen or not; null for an empty archive. */
  firstDate(): IsoDate | null {
    const [year] = this.years;
    return year === undefined ? null : this.#ends(year)[0];
  }

  lastDate(): IsoDate | null {
    const year = this.years.at(-1);
    return year === undefined ? null : this.#ends(year)[1];
  }

  /** Where a line at the end has no date, reading all of them says which line is damaged. */
  #ends(year: string): readonly [IsoDate | null, IsoDate | null] {
    const [first, last] = datesAtEnds(this.#pathOf(year));
    if (first !== null && last !== null) return [first, last];
    const dates = [...this.open(year).rows(this.documents)].map(({ date }) => date);
    return [dates[0] ?? null, dates.at(-1) ?? null];
  }

  /** @throws InputError if the file is not a year of an archive */
  open(year: string): YearFile {
    const path = this.#pathOf(year);
    return new YearFile(path, onDisk(path));
  }

  #pathOf(year: string): string {
    return join(this.dir, this.provider, `${year}.csv`);
  }

  /** The codes and instants of a file are held until the window has left it. */
  #file(year: string): YearFile {
    const file = this.#files.get(year) ?? this.open(year);
    this.#files.set(year, file);
    return file;
  }

  #documentsOf(rows: readonly ArchiveRow[]): ReadonlyMap<string, DocumentRow> {
    const documents = documentsOf(
      rows,
      (document, seen) => this.#listed.get(document) ?? this.documents.get(document, seen),
    );
    this.#listed = documents;
    return documents;
  }
}

function yearsIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? []);
    return names.sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
