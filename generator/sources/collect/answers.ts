/**
 * Keeps what each feed of a provider answers in one run, and remembers which pages of a span have been answered, so
 * that a run can continue where an earlier one was interrupted. The list is `backfill-<from>.csv` beside the figures
 * of the provider, and it is deleted when the span is complete. The figures alone do not show it, because a page may
 * rightly have none. The file is not part of the archive and is never published; if it is lost, pages are requested
 * again.
 */

import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { noneIfMissing, replaceFile, withPath } from '../../kit/files.ts';
import { addDays, daysBetween, earlierOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Page } from '../feeds/delivery.ts';
import type { Feed, ProviderDefinition, Span } from '../feeds/provider.ts';
import type { CollectOptions } from './events.ts';

type PageAnswer = 'figures' | 'nothing';

/**
 * Older pages are requested again, because banks correct their past. A backfill takes long: at a bank that allows
 * fewer than five requests a minute, 25 years day by day take 27 hours.
 */
const AGE_DAYS_MAX = 30;
/** The day of the answer, what it was, the name of the page, and the name of the feed, which may contain commas. */
const LINE = /^(\d{4}-\d\d-\d\d),(figures|nothing),([0-9a-f]{16}),(.+)$/;

interface BackfillPlace {
  readonly archiveDir: string;
  readonly provider: string;
  readonly from: IsoDate;
  readonly today: IsoDate;
}

class Backfill {
  private constructor(
    readonly path: string,
    readonly today: IsoDate,
    readonly lines: Map<string, string>,
  ) {}

  /** @param afresh whether to forget what was answered before */
  static async open({ archiveDir, provider, from, today }: BackfillPlace, afresh: boolean): Promise<Backfill> {
    const path = join(archiveDir, provider, `backfill-${from}.csv`);
    const backfill = new Backfill(path, today, new Map());
    const text = (await readFile(path, 'utf8').catch(noneIfMissing)) ?? '';
    const oldest = addDays(today, -AGE_DAYS_MAX);
    // A power cut may have left a part of a line at the end. A page whose line is unclear is requested again.
    for (const line of afresh ? [] : text.split('\n').slice(0, -1)) {
      const [, day = '', , name = ''] = LINE.exec(line) ?? [];
      if (day >= oldest) backfill.lines.set(name, line);
    }
    await backfill.#rewrite(text);
    return backfill;
  }

  answerTo({ name }: Page): PageAnswer | null {
    const line = name === null ? undefined : this.lines.get(name);
    if (line === undefined) return null;
    return LINE.exec(line)?.[2] === 'figures' ? 'figures' : 'nothing';
  }

  /** To be called when the figures of the page are in the archive on disk. */
  async note(feed: string, { name }: Page, answered: PageAnswer): Promise<void> {
    if (name === null || this.lines.has(name)) return;
    const line = `${this.today},${answered},${name},${feed}`;
    await mkdir(dirname(this.path), { recursive: true });
    await appendFile(this.path, `${line}\n`).catch((error: unknown) => {
      throw withPath(this.path, error);
    });
    this.lines.set(name, line);
  }

  /** Forgets the pages of a feed. If it had nothing at any address, the address may have changed. */
  async forget(feed: string): Promise<void> {
    const before = this.#text();
    for (const [name, line] of this.lines) if (LINE.exec(line)?.[4] === feed) this.lines.delete(name);
    await this.#rewrite(before);
  }

  /** Deletes the list when the span is complete, so that the next run for the span asks for every page. */
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

/**
 * A feed that has nothing for more days than this has probably changed its address: the New Year's holidays of Moscow
 * and the feasts of Istanbul are shorter. A month or a quarter has no holidays that leave it without a list.
 */
const SILENT_DAYS_MAX = 11;

export class FeedAnswers {
  /** By name of the feed, whether it has had any figures. */
  readonly #hadFigures = new Map<string, boolean>();
  /** By name of the feed, the first day that its documents cover. */
  readonly #since = new Map<string, IsoDate>();

  private constructor(
    readonly backfill: Backfill | null,
    readonly silentDaysMax: number,
  ) {}

  static async open(definition: ProviderDefinition, options: CollectOptions, span: Span | null): Promise<FeedAnswers> {
    const { archiveDir, today, backfill } = options;
    const { code, monthly = false, quarterly = false } = definition;
    const daysMax = (monthly || quarterly) && span !== null && span.from <= today ? 0 : SILENT_DAYS_MAX;
    if (span === null || backfill === null) return new FeedAnswers(null, daysMax);
    const place = { archiveDir, provider: code, from: span.from, today };
    return new FeedAnswers(await Backfill.open(place, backfill === 'afresh'), daysMax);
  }

  /** Returns how the page was answered in an earlier run, or null if it must be asked for. */
  before(page: Page): PageAnswer | null {
    return this.backfill?.answerTo(page) ?? null;
  }

  /** The first day that the documents of every feed cover, or null if no document has come. */
  get since(): IsoDate | null {
    return [...this.#since.values()].sort().at(-1) ?? null;
  }

  coversSince({ name }: Feed<unknown>, date: IsoDate): void {
    this.#since.set(name, earlierOf(date, this.#since.get(name) ?? date));
  }

  /** To be called when the figures of the page are in the archive on disk. */
  async answered({ name }: Feed<unknown>, page: Page | undefined, answer: PageAnswer): Promise<void> {
    this.#note(name, answer === 'figures');
    if (page !== undefined) await this.backfill?.note(name, page, answer);
  }

  remembered({ name }: Feed<unknown>, hadFigures: boolean): void {
    this.#note(name, hadFigures);
  }

  /** A feed that failed does not count as silent: its absent pages may lie before its first list. */
  refused({ name }: Feed<unknown>): void {
    this.#note(name, true);
  }

  /**
   * Returns the names of the feeds that had nothing at any of their addresses, and forgets their pages, because an
   * address may have changed.
   */
  async forgetSilentFeeds(span: Span | null): Promise<readonly string[]> {
    if (span !== null && daysBetween(span.from, span.to) < this.silentDaysMax) return [];
    const silent = [...this.#hadFigures].flatMap(([name, hadFigures]) => (hadFigures ? [] : [name]));
    for (const name of silent) await this.backfill?.forget(name);
    return silent;
  }

  /** To be called when the span is complete. */
  async finish(): Promise<void> {
    await this.backfill?.finish();
  }

  #note(name: string, hadFigures: boolean): void {
    this.#hadFigures.set(name, hadFigures || this.#hadFigures.get(name) === true);
  }
}
