/** One provider's documents, in turn, into its archive: read, checked and merged, each on the disk before the next is asked for. */

import { readArchive, writeArchive } from '../archive/archive.ts';
import { recordAsked } from '../archive/asked.ts';
import type { ProviderArchive } from '../archive/rows.ts';
import type { Delivery, Received, Wanted } from '../feeds/delivery.ts';
import type { Page } from '../feeds/pages.ts';
import { type Feed, FeedError, type Keys, type ProviderDefinition, type Span } from '../feeds/provider.ts';
import { addDays, daysBetween, parseIsoDate } from '../wire/calendar.ts';
import { Asking } from './asked-row.ts';
import { type Answered, Backfill } from './backfill.ts';
import { toContradictions } from './contradictions.ts';
import type { ProviderSummary } from './events.ts';
import { type Statement, toMerged } from './merge.ts';
import type { CollectOptions } from './options.ts';
import { writeRaw } from './raw.ts';
import { parseStatement, toDocument } from './statement.ts';
import { isCutOff, toVanished } from './vanished.ts';

/** The New Year's holidays of Moscow and the feasts of Istanbul are shorter than this: an address has changed. */
const SILENT_DAYS_MAX = 11;

export class Collecting {
  readonly #wanted: Wanted;
  readonly #counts = { documents: 0, observations: 0, fresh: 0, corrected: 0, withdrawn: 0 };
  readonly #failures: string[] = [];
  readonly #labels = new Set<string>();
  readonly #contradictions: string[] = [];
  /** Feeds by whether they have had anything to say. */
  readonly #spoke = new Map<string, boolean>();
  readonly #asking = new Asking();
  #backfill: Backfill | null = null;

  constructor(
    readonly definition: ProviderDefinition,
    readonly options: CollectOptions,
  ) {
    this.#wanted = { today: options.today, span: spanOf(definition, options), keys: keysOf(definition, options.env) };
  }

  async run(): Promise<void> {
    const { archiveDir } = this.options;
    let archive = await readArchive(archiveDir, this.definition.code);
    this.#backfill = await this.#openBackfill();
    const wanted = { ...this.#wanted, answeredBefore: (page: Page) => this.#backfill?.answerTo(page) ?? null };
    for await (const delivery of this.options.source.deliver(this.definition, wanted)) {
      if (delivery.kind === 'document') archive = await this.#absorb(delivery, archive);
      else await this.#hear(delivery);
    }
    await this.#judgeSilence();
    if (this.#failures.length === 0) await this.#backfill?.finish();
    const [contradiction, ...others] = this.#contradictions;
    if (contradiction !== undefined) this.#note(`${contradiction} (and ${others.length} more such)`);
    if (this.#labels.size > 0) this.#note(`left out, in no currency list: ${[...this.#labels].sort().join(', ')}`);
  }

  async #judgeSilence(): Promise<void> {
    const { span } = this.#wanted;
    if (span !== null && daysBetween(span.from, span.to) < SILENT_DAYS_MAX) return;
    for (const [name, hasSpoken] of this.#spoke) {
      if (hasSpoken) continue;
      this.fail(new FeedError(this.definition.code, `${name}: nothing at any of its addresses`));
      await this.#backfill?.forget(name);
    }
  }

  async #openBackfill(): Promise<Backfill | null> {
    const { archiveDir, today, backfill = null } = this.options;
    const { span } = this.#wanted;
    if (span === null || backfill === null) return null;
    const place = { archiveDir, provider: this.definition.code, from: span.from, today };
    return Backfill.open(place, backfill === 'afresh');
  }

  fail(error: unknown): void {
    const { code } = this.definition;
    const found =
      error instanceof FeedError ? error : new FeedError(code, error instanceof Error ? error.message : `${error}`);
    this.#failures.push(found.message);
  }

  /** Only of a run for the newest documents: one for a span of years tells nothing of the days since. */
  async record(): Promise<void> {
    const { archiveDir, askedAt = null } = this.options;
    const { code, schedule } = this.definition;
    if (askedAt === null || this.#wanted.span !== null) return;
    const row = this.#asking.toRow(askedAt, this.#failures, this.#wanted.keys);
    if (row !== null) await recordAsked(archiveDir, code, row, schedule);
  }

  summary(): ProviderSummary {
    const { code: provider } = this.definition;
    return { provider, ...this.#counts, labels: [...this.#labels].sort(), failures: this.#failures };
  }

  /** The archive with the document in it, on the disk as well; unchanged where the document is refused. */
  async #absorb(received: Received & { readonly page?: Page | undefined }, archive: ProviderArchive) {
    const { archiveDir, rawDir, currencies, redenominations, onEvent } = this.options;
    const document = toDocument(received, this.#wanted.keys);
    if (rawDir !== null) await writeRaw(rawDir, document.sha256, received.answer.bytes);
    try {
      const reading = parseStatement(this.definition, received, document, {
        currencies,
        redenominations,
        span: this.#wanted.span,
      });
      if (reading === null) {
        await this.#heardPage(received, 'nothing');
        return archive;
      }
      this.#asking.answered(received.feed.name, reading.statement.covered.from);
      this.#checkWholeness(archive, reading.statement, document.url);
      const merge = toMerged(archive, reading.statement);
      await writeArchive(archiveDir, merge.archive, merge.added);
      await this.#heardPage(received, 'figures');
      const observations = reading.statement.observations.length;
      this.#count(observations, merge);
      for (const label of reading.labels) this.#labels.add(label);
      this.#contradictions.push(...toContradictions(merge.archive, merge.added));
      const { page } = received;
      onEvent({ kind: 'document', provider: this.definition.code, url: document.url, observations, page });
      return merge.archive;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.#heard(received.feed.name, true);
      this.fail(error);
      return archive;
    }
  }

  /** @throws FeedError where most of the last list's currencies are gone */
  #checkWholeness(archive: ProviderArchive, statement: Statement, url: string): void {
    const vanished = toVanished(archive, statement);
    if (vanished === null) return;
    const { date, pairs, of } = vanished;
    const left = `${of - pairs.length} of the ${of} currencies of ${date}`;
    if (isCutOff(vanished))
      throw new FeedError(this.definition.code, `${url}: it states only ${left}: cut off, or another list`);
    this.#note(`no longer stated, of the list of ${date}: ${pairs.slice(0, 10).join(', ')} (${url})`);
  }

  async #hear(delivery: Exclude<Delivery, { kind: 'document' }>): Promise<void> {
    if (delivery.kind === 'note') this.#note(delivery.text);
    else if (delivery.kind === 'absent') await this.#heardPage(delivery, 'nothing');
    else if (delivery.kind === 'remembered') {
      const { feed, pages, of, hasSpoken } = delivery;
      this.#heard(feed.name, hasSpoken);
      this.#note(`${feed.name}: ${pages} of ${of} pages were answered to an earlier run: they are not asked for again`);
    } else {
      // Not asked to its end, it cannot be called silent: what is absent so far may be the years before its first list.
      this.#heard(delivery.feed.name, true);
      this.fail(new FeedError(this.definition.code, `${delivery.feed.name}, ${delivery.reason}`));
    }
  }

  #count(
    observations: number,
    merge: { readonly fresh: number; readonly corrected: number; readonly withdrawn: number },
  ) {
    this.#counts.documents++;
    this.#counts.observations += observations;
    for (const name of ['fresh', 'corrected', 'withdrawn'] as const) this.#counts[name] += merge[name];
  }

  /** What the page said is in the archive, so that an interrupted run need not ask for it again. */
  async #heardPage({ feed, page }: { feed: Feed<unknown>; page?: Page | undefined }, answered: Answered) {
    this.#heard(feed.name, answered === 'figures');
    if (page === undefined) return;
    await this.#backfill?.note(feed.name, page, answered);
    const provider = this.definition.code;
    if (answered === 'nothing') this.options.onEvent({ kind: 'nothing', provider, feed: feed.name, page });
  }

  #heard(feed: string, hasSpoken: boolean): void {
    this.#spoke.set(feed, hasSpoken || this.#spoke.get(feed) === true);
  }

  #note(text: string): void {
    this.options.onEvent({ kind: 'note', text: `${this.definition.code}: ${text}` });
  }
}

/** A month's rates are dated its first day, so a span that begins within the month begins with it. */
function spanOf({ references, schedule, validity }: ProviderDefinition, options: CollectOptions): Span | null {
  const { from, to, today } = options;
  if (from === null && to === null) return null;
  const first = from ?? parseIsoDate(references[0]?.from ?? today);
  return {
    from: validity === 'month' ? parseIsoDate(`${first.slice(0, 8)}01`) : first,
    to: to ?? addDays(today, schedule.leadDaysMax ?? 0),
  };
}

function keysOf({ feeds }: ProviderDefinition, env: CollectOptions['env']): Keys {
  const names = feeds.flatMap(({ keys }) => keys ?? []);
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
