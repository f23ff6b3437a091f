/** What each feed of a provider has answered in one run, and which pages of a span an interrupted run need not ask for again. */
import type { Page } from '../feeds/pages.ts';
import type { Feed, ProviderDefinition, Span } from '../feeds/provider.ts';
import { daysBetween, earlierOf } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { type Answered, Backfill } from './backfill.ts';
import type { CollectOptions } from './options.ts';

/** The New Year's holidays of Moscow and the feasts of Istanbul are shorter; after so long a silence an address has changed. */
const SILENT_DAYS_MAX = 11;

export class FeedAnswers {
  /** Names of feeds, and whether they have had anything to say. */
  readonly #spoke = new Map<string, boolean>();
  /** By name of the feed, the oldest day that its documents speak of. */
  readonly #since = new Map<string, IsoDate>();

  private constructor(readonly backfill: Backfill | null) {}

  static async open({ code }: ProviderDefinition, options: CollectOptions, span: Span | null): Promise<FeedAnswers> {
    const { archiveDir, today, backfill = null } = options;
    if (span === null || backfill === null) return new FeedAnswers(null);
    const place = { archiveDir, provider: code, from: span.from, today };
    return new FeedAnswers(await Backfill.open(place, backfill === 'afresh'));
  }

  /** What an earlier run was answered to the page; null where it has to be asked for. */
  before(page: Page): Answered | null {
    return this.backfill?.answerTo(page) ?? null;
  }

  /** The oldest day that the documents of every feed speak of; null where none has spoken. */
  get since(): IsoDate | null {
    return [...this.#since.values()].sort().at(-1) ?? null;
  }

  speaksSince({ name }: Feed<unknown>, date: IsoDate): void {
    this.#since.set(name, earlierOf(date, this.#since.get(name) ?? date));
  }

  /** Called when the archive on the disk has what the page said. */
  async heard({ name }: Feed<unknown>, page: Page | undefined, answered: Answered): Promise<void> {
    this.#hear(name, answered === 'figures');
    if (page !== undefined) await this.backfill?.note(name, page, answered);
  }

  remembered({ name }: Feed<unknown>, hasSpoken: boolean): void {
    this.#hear(name, hasSpoken);
  }

  /** A feed that failed cannot be called silent: what has been absent so far may be the years before its first list. */
  refused({ name }: Feed<unknown>): void {
    this.#hear(name, true);
  }

  /** Names of the feeds that had nothing at any of their addresses. Their pages are forgotten: an address may have changed. */
  async silentFeeds(span: Span | null): Promise<readonly string[]> {
    if (span !== null && daysBetween(span.from, span.to) < SILENT_DAYS_MAX) return [];
    const silent = [...this.#spoke].flatMap(([name, hasSpoken]) => (hasSpoken ? [] : [name]));
    for (const name of silent) await this.backfill?.forget(name);
    return silent;
  }

  /** The span is complete. */
  async finish(): Promise<void> {
    await this.backfill?.finish();
  }

  #hear(name: string, hasSpoken: boolean): void {
    this.#spoke.set(name, hasSpoken || this.#spoke.get(name) === true);
  }
}
