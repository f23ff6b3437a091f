/**
 * The part of a provider's archive that is in memory while documents are merged into it: a year or two, never all 27.
 */
import { join } from 'node:path';
import { readDocuments, readRows, writeDocuments, writeRows } from '../archive/archive.ts';
import { datesAtEnds } from '../archive/file-ends.ts';
import type { ArchiveRow, DocumentRow, ProviderArchive } from '../archive/rows.ts';
import type { Span } from '../feeds/provider.ts';
import { listFolder } from '../kit/files.ts';
import { addDays } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { Merge } from './merge.ts';

/** The newest figures of any source are not older. */
const NEWEST_DAYS = 366;

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

  /** The newest date with a row, or null if there is none within a year. Nothing but the end of a file is read. */
  async newestDate(today: IsoDate): Promise<IsoDate | null> {
    const folder = join(this.archiveDir, this.provider);
    const years = (await listFolder(folder)).filter((name) => /^\d{4}\.csv$/.test(name)).sort();
    const last = years.at(-1);
    const newest = last === undefined ? null : datesAtEnds(join(folder, last))[1];
    return newest !== null && newest >= addDays(today, -NEWEST_DAYS) ? newest : null;
  }
}
