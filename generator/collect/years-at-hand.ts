/**
 * The part of a provider's archive that documents are merged into: the years that they touch. An archive of 27 years is
 * never in memory as a whole, unless a document has all of them.
 */
import { readArchive, writeArchive } from '../archive/archive.ts';
import type { ArchiveRow, ProviderArchive } from '../archive/rows.ts';
import type { Span } from '../feeds/provider.ts';
import { addDays, earlierOf, laterOf } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';

/** A document is compared with the last list before it, of at most so many days earlier. */
const BEFORE_DAYS = 31;
/** The newest figures of any source lie in these days around today. */
const NEWEST_DAYS = 366;

export class YearsAtHand {
  #archive: ProviderArchive | null = null;
  #years = { from: '', to: '' };

  constructor(
    readonly archiveDir: string,
    readonly provider: string,
  ) {}

  /** The archive of every year that the days touch, those before them included. */
  async around(days: Span): Promise<ProviderArchive> {
    const [from, to] = [earlierOf(days.from, days.to), laterOf(days.from, days.to)];
    const years = { from: addDays(from, -BEFORE_DAYS).slice(0, 4), to: to.slice(0, 4) };
    const held = this.#archive;
    if (held !== null && this.#years.from <= years.from && years.to <= this.#years.to) return held;
    this.#archive = null;
    const archive = await readArchive(this.archiveDir, this.provider, null, years);
    [this.#archive, this.#years] = [archive, years];
    return archive;
  }

  /** @param archive what `around` returned, with the added rows in it */
  async write(archive: ProviderArchive, added: readonly ArchiveRow[]): Promise<void> {
    await writeArchive(this.archiveDir, archive, added, true);
    this.#archive = archive;
  }

  /** The newest date with a row, or null if there is none within a year. */
  async newestDate(today: IsoDate): Promise<IsoDate | null> {
    const { rows } = await this.around({ from: addDays(today, -NEWEST_DAYS), to: addDays(today, BEFORE_DAYS) });
    return rows.at(-1)?.date ?? null;
  }
}
