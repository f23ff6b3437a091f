/**
 * The part of a provider's archive that is in memory while documents are merged into it: a year or two, never all 27.
 */
import { readDocuments, readRows, writeDocuments, writeRows } from '../archive/archive.ts';
import type { ArchiveRow, DocumentRow, ProviderArchive } from '../archive/rows.ts';
import type { Span } from '../feeds/provider.ts';
import { addDays } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { Merge } from './merge.ts';

/** The newest figures of any source lie in these days around today. */
const NEWEST_DAYS = { before: 366, after: 31 } as const;

export class YearsAtHand {
  #documents: ReadonlyMap<string, DocumentRow> | null = null;
  #rows: readonly ArchiveRow[] = [];
  #years = { from: '9999', to: '0000' };

  constructor(
    readonly archiveDir: string,
    readonly provider: string,
  ) {}

  /** The archive of every year that the days touch, and of no more than one more. */
  async around({ from, to }: Span): Promise<ProviderArchive> {
    const { archiveDir, provider } = this;
    const years = { from: from.slice(0, 4), to: to.slice(0, 4) };
    this.#documents ??= await readDocuments(archiveDir, provider);
    if (years.from < this.#years.from || this.#years.to < years.to) {
      this.#rows = [];
      this.#rows = await readRows(archiveDir, provider, this.#documents, years);
      this.#years = years;
    }
    return { provider, rows: this.#rows, documents: this.#documents };
  }

  /** @param merge made with what `around` returned */
  async write({ archive, added }: Merge): Promise<void> {
    if (added.length === 0) return;
    const { documents, rows } = archive;
    if (documents.size !== this.#documents?.size) {
      await writeDocuments(this.archiveDir, this.provider, documents.values());
      this.#documents = documents;
    }
    await writeRows(this.archiveDir, archive, added);
    this.#rows = rows;
  }

  /** The newest date with a row, or null if there is none within a year. */
  async newestDate(today: IsoDate): Promise<IsoDate | null> {
    const { before, after } = NEWEST_DAYS;
    const { rows } = await this.around({ from: addDays(today, -before), to: addDays(today, after) });
    return rows.at(-1)?.date ?? null;
  }
}
