/**
 * What an unfinished run for a span has been answered, so that the next one goes on where it stopped: `backfill-<from>.csv`
 * beside the provider's figures, gone when the span is complete. It cannot be told from the figures, for a page may rightly
 * have none. No reader of the archive knows it, and it does not travel: at worst a page is asked for once more.
 */
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '../feeds/pages.ts';
import { noneIfMissing, replaceFile } from '../kit/files.ts';
import { addDays } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';

export type Answered = 'figures' | 'nothing';

/** A source corrects its past now and then; and a quota of five requests a minute makes a month of 25 years of days. */
const AGE_DAYS_MAX = 30;
/** Day of the answer, what it was, the page's name, the feed's (which may have commas). */
const LINE = /^(\d{4}-\d\d-\d\d),(figures|nothing),([0-9a-f]{16}),(.+)$/;

export interface BackfillPlace {
  readonly archiveDir: string;
  readonly provider: string;
  readonly from: IsoDate;
  readonly today: IsoDate;
}

export class Backfill {
  private constructor(
    readonly path: string,
    readonly today: IsoDate,
    readonly lines: Map<string, string>,
  ) {}

  /** @param afresh forget what was answered */
  static async open({ archiveDir, provider, from, today }: BackfillPlace, afresh: boolean): Promise<Backfill> {
    const path = join(archiveDir, provider, `backfill-${from}.csv`);
    const backfill = new Backfill(path, today, new Map());
    const text = (await readFile(path, 'utf8').catch(noneIfMissing)) ?? '';
    const oldest = addDays(today, -AGE_DAYS_MAX);
    // What follows the last line end was cut off by a power cut: what is not understood is asked for once more.
    for (const line of afresh ? [] : text.split('\n').slice(0, -1)) {
      const [, day = '', , name = ''] = LINE.exec(line) ?? [];
      if (day >= oldest) backfill.lines.set(name, line);
    }
    await backfill.#rewrite(text);
    return backfill;
  }

  answerTo({ name }: Page): Answered | null {
    const line = name === null ? undefined : this.lines.get(name);
    if (line === undefined) return null;
    return LINE.exec(line)?.[2] === 'figures' ? 'figures' : 'nothing';
  }

  /** After the archive has what the page said. */
  async note(feed: string, { name }: Page, answered: Answered): Promise<void> {
    if (name === null || this.lines.has(name)) return;
    const line = `${this.today},${answered},${name},${feed}`;
    await mkdir(dirname(this.path), { recursive: true });
    await appendFile(this.path, `${line}\n`);
    this.lines.set(name, line);
  }

  /** An address at which there is nothing at all may have changed: its pages are no answers. */
  async forget(feed: string): Promise<void> {
    const before = this.#text();
    for (const [name, line] of this.lines) if (LINE.exec(line)?.[4] === feed) this.lines.delete(name);
    await this.#rewrite(before);
  }

  /** The span is complete: whoever asks for it again wants it afresh. */
  async finish(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async #rewrite(before: string): Promise<void> {
    if (this.#text() === before) return;
    if (this.lines.size === 0) await rm(this.path, { force: true });
    else await replaceFile(this.path, this.#text());
  }

  #text(): string {
    return [...this.lines.values()].map((line) => `${line}\n`).join('');
  }
}
