/**
 * One provider's archive with only a window of days in memory. The window moves forward, and each row is parsed once.
 */
import { join } from 'node:path';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { Documents, documentsOf, newestDocument } from './documents.ts';
import { type ArchiveRow, type DocumentRow, firstIndexFrom, type ProviderArchive } from './rows.ts';
import type { Span } from './spans.ts';
import { YearFile, yearsIn } from './year-file.ts';

export class ArchiveWindow {
  readonly folder: string;
  /** The years that have a file, sorted. */
  readonly years: readonly string[];
  #rows: readonly ArchiveRow[] = [];
  /** The documents of these rows. */
  #documents: ReadonlyMap<string, DocumentRow> = new Map();
  #span: Span | null = null;

  constructor(
    dir: string,
    readonly provider: string,
    /** Only rows that had been seen by that instant; null: all rows. */
    readonly asOf: string | null,
  ) {
    this.folder = join(dir, provider);
    this.years = yearsIn(this.folder);
  }

  /**
   * The rows of those days, with their documents. Rows that were in the last window are the same objects.
   * @throws InputError naming file and line of what is damaged
   */
  archive(span: Span): ProviderArchive {
    const last = this.#span;
    const goesOn = last !== null && last.from <= span.from && span.from <= addDays(last.to, 1) && last.to <= span.to;
    const rows = goesOn ? this.#rows.slice(firstIndexFrom(this.#rows, span.from)) : [];
    const listed = new Documents(this.folder, this.#documents);
    const days = { from: goesOn ? addDays(last.to, 1) : span.from, to: span.to };
    for (const row of this.#read(days, listed)) rows.push(row);
    this.#rows = rows;
    this.#documents = documentsOf(rows, listed);
    this.#span = span;
    return { provider: this.provider, rows, documents: this.#documents };
  }

  /** Lets go of the rows, when nobody goes on from them. */
  forget(): void {
    this.#rows = [];
    this.#documents = new Map();
    this.#span = null;
  }

  /** Rows after the window, oldest first. They are read again each time, because they are rarely asked for. */
  beyond(days: Span): Generator<ArchiveRow> {
    return this.#read(days, new Documents(this.folder, this.#documents));
  }

  *#read(days: Span, listed: Documents): Generator<ArchiveRow> {
    for (const year of this.years) {
      if (year < days.from.slice(0, 4) || year > days.to.slice(0, 4)) continue;
      for (const row of this.year(year).rows(listed, days)) {
        if (this.asOf === null || row.seen <= this.asOf) yield row;
      }
    }
  }

  /** The first date that has a row, seen or not; null for an empty archive. */
  firstDate(): IsoDate | null {
    const [year] = this.years;
    return year === undefined ? null : this.year(year).ends()[0];
  }

  lastDate(): IsoDate | null {
    const year = this.years.at(-1);
    return year === undefined ? null : this.year(year).ends()[1];
  }

  /** The document that had been fetched last by an instant, or by now for null; null if there is none. */
  newestDocument(asOf: string | null): DocumentRow | null {
    return newestDocument(this.folder, asOf);
  }

  /** @throws InputError if the file is not a year of an archive */
  year(year: string): YearFile {
    return new YearFile(join(this.folder, `${year}.csv`));
  }
}
