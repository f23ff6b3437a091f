/**
 * Keeps what each feed of a provider answers in one run, and knows which pages of a span were answered in an earlier
 * run that was interrupted.
 */

import { daysBetween, earlierOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Page } from '../feeds/pages.ts';
import type { Feed, ProviderDefinition, Span } from '../feeds/provider.ts';
import { Backfill, type PageAnswer } from './backfill.ts';
import type { CollectOptions } from './options.ts';

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
