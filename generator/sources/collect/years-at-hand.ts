/**
 * The part of a provider's archive that is in memory while documents are merged into it: a year or two, never all 27.
 */
import { join } from 'node:path';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { readRows, writeRows } from '../archive/archive.ts';
import { addDocuments, Documents, documentsOf } from '../archive/documents.ts';
import type { ArchiveRow, DocumentRow, ProviderArchive } from '../archive/rows.ts';
import { ArchiveWindow } from '../archive/window.ts';
import type { Span } from '../feeds/provider.ts';
import type { Merge } from './merge.ts';

/** The newest figures of any source are not older. */
const NEWEST_DAYS = 366;

export class YearsAtHand {
  /** The documents of the rows, and those that this run has added. */
  #documents: ReadonlyMap<string, DocumentRow> = new Map();
  #rows: readonly ArchiveRow[] = [];
  #years = { from: '9999', to: '0000' };

  constructor(
    readonly archiveDir: string,
    readonly provider: string,
  ) {}

  /** The archive of every year that the days touch, and of at most one more. */
  async around({ from, to }: Span): Promise<ProviderArchive> {
    const { archiveDir, provider } = this;
    const years = { from: from.slice(0, 4), to: to.slice(0, 4) };
    if (years.from < this.#years.from || this.#years.to < years.to) {
      this.#rows = [];
      const listed = new Documents(join(archiveDir, provider), this.#documents);
      this.#rows = await readRows(archiveDir, provider, listed, years);
      this.#years = years;
      this.#documents = documentsOf(this.#rows, listed);
    }
    return { provider, rows: this.#rows, documents: this.#documents };
  }

  /** @param merge made with what `around` returned */
  async write({ archive, added }: Merge): Promise<void> {
    if (added.length === 0) return;
    const { documents, rows } = archive;
    const listed = new Documents(join(this.archiveDir, this.provider));
    const fresh = [...documents.values()].filter(({ document }) => !this.#documents.has(document));
    // It may be listed even if none of these rows comes from it: the same bytes may have arrived in an earlier year.
    const unlisted = fresh.filter(({ document }) => listed.get(document) === undefined);
    await addDocuments(this.archiveDir, this.provider, unlisted);
    this.#documents = documents;
    await writeRows(this.archiveDir, archive, added);
    this.#rows = rows;
  }

  /** The newest date with a row, or null if there is none within a year. */
  async newestDate(today: IsoDate): Promise<IsoDate | null> {
    const newest = new ArchiveWindow(this.archiveDir, this.provider, null).lastDate();
    return newest !== null && newest >= addDays(today, -NEWEST_DAYS) ? newest : null;
  }
}
