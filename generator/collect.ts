/**
 * Feeds → archive: each provider's answers are read, checked and merged one by one, so that what has been merged is kept
 * whatever comes after. A provider that fails is one named line; the others are not disturbed.
 */
import { type ProviderArchive, readArchive, writeArchive } from './archive.ts';
import { recordAsked } from './asked.ts';
import { Asking } from './asking.ts';
import type { CollectEvent, ProviderSummary } from './collect-events.ts';
import { toContradictions } from './contradictions.ts';
import type { Delivery, FeedSource, Received, Wanted } from './feed-source.ts';
import { type Statement, toMerged } from './merge.ts';
import { FeedError, type Keys, type ProviderDefinition, type Span } from './provider.ts';
import { writeRaw } from './raw.ts';
import type { Redenomination } from './redenominations.ts';
import { parseStatement, toDocument } from './statement.ts';
import { isCutOff, toVanished } from './vanished.ts';
import { addDays, daysBetween, parseIsoDate } from './wire/calendar.ts';
import type { IsoDate } from './wire/schemas.ts';

export interface CollectOptions {
  readonly providers: readonly ProviderDefinition[];
  readonly source: FeedSource;
  readonly archiveDir: string;
  /** Where each answer is kept as it came; null: nowhere. */
  readonly rawDir: string | null;
  /** Both null: the newest documents. One null: as far as the provider goes. */
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** UTC. */
  readonly today: IsoDate;
  /** Codes of every currency that there is or was. */
  readonly currencies: ReadonlySet<string>;
  /** What labels of sources mean, where it is not what ISO 4217 says. */
  readonly redenominations: readonly Redenomination[];
  /** The environment; of it only the names that feeds declare. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * The instant of the run, to be noted in the archive with what came. Absent for recordings: that somebody read them again
   * says nothing about the source, and the archive would differ from one replay to the next.
   */
  readonly askedAt?: string | null;
  readonly onEvent: (event: CollectEvent) => void;
}

const PROVIDERS_AT_ONCE = 12;
/** The New Year's holidays of Moscow and the feasts of Istanbul are shorter than this: an address has changed. */
const SILENT_DAYS_MAX = 11;

/**
 * Summaries in the order of the providers; what providers do wrong is in them.
 * @throws RangeError when `from` is after `to`.
 */
export async function collectProviders(options: CollectOptions): Promise<readonly ProviderSummary[]> {
  const { from, to, providers, source, onEvent } = options;
  if (from !== null && to !== null && from > to) throw new RangeError(`from ${from} is after to ${to}: swap them`);
  for (const text of await source.readNotes()) onEvent({ kind: 'note', text });
  const summaries = new Map<string, ProviderSummary>();
  const waiting = [...providers];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      summaries.set(next.code, await collectProvider(next, options));
    }
  };
  await Promise.all(Array.from({ length: PROVIDERS_AT_ONCE }, work));
  return providers.flatMap(({ code }) => summaries.get(code) ?? []);
}

async function collectProvider(definition: ProviderDefinition, options: CollectOptions): Promise<ProviderSummary> {
  const collecting = new Collecting(definition, options);
  options.onEvent({ kind: 'started', provider: definition.code });
  try {
    await collecting.run();
  } catch (error) {
    collecting.fail(error);
  }
  await collecting.record().catch((error: unknown) => collecting.fail(error));
  const summary = collecting.summary();
  options.onEvent({ kind: 'finished', summary });
  return summary;
}

/** One provider's documents, in turn, into its archive. */
class Collecting {
  readonly #wanted: Wanted;
  readonly #counts = { documents: 0, observations: 0, fresh: 0, corrected: 0, withdrawn: 0 };
  readonly #failures: string[] = [];
  readonly #labels = new Set<string>();
  readonly #contradictions: string[] = [];
  /** Feeds by whether they have had anything to say. */
  readonly #spoke = new Map<string, boolean>();
  readonly #asking = new Asking();

  constructor(
    readonly definition: ProviderDefinition,
    readonly options: CollectOptions,
  ) {
    this.#wanted = { today: options.today, span: spanOf(definition, options), keys: keysOf(definition, options.env) };
  }

  async run(): Promise<void> {
    let archive = await readArchive(this.options.archiveDir, this.definition.code);
    for await (const delivery of this.options.source.deliver(this.definition, this.#wanted)) {
      if (delivery.kind === 'document') archive = await this.#absorb(delivery, archive);
      else this.#hear(delivery);
    }
    const [contradiction, ...others] = this.#contradictions;
    if (contradiction !== undefined) this.#note(`${contradiction} (and ${others.length} more such)`);
    if (this.#labels.size > 0) this.#note(`left out, in no currency list: ${[...this.#labels].sort().join(', ')}`);
    const { span } = this.#wanted;
    if (span !== null && daysBetween(span.from, span.to) < SILENT_DAYS_MAX) return;
    for (const [name, hasSpoken] of this.#spoke) {
      if (!hasSpoken) this.fail(new FeedError(this.definition.code, `${name}: nothing at any of its addresses`));
    }
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
  async #absorb(received: Received, archive: ProviderArchive): Promise<ProviderArchive> {
    const { archiveDir, rawDir, currencies, redenominations, onEvent } = this.options;
    const document = toDocument(received, this.#wanted.keys);
    if (rawDir !== null) await writeRaw(rawDir, document.sha256, received.answer.bytes);
    try {
      const reading = parseStatement(this.definition, received, document, {
        currencies,
        redenominations,
        span: this.#wanted.span,
      });
      this.#heard(received.feed.name, reading !== null);
      if (reading === null) return archive;
      this.#asking.answered(received.feed.name, reading.statement.covered.from);
      this.#checkWholeness(archive, reading.statement, document.url);
      const merge = toMerged(archive, reading.statement);
      await writeArchive(archiveDir, merge.archive, merge.added);
      const observations = reading.statement.observations.length;
      this.#count(observations, merge);
      for (const label of reading.labels) this.#labels.add(label);
      this.#contradictions.push(...toContradictions(merge.archive, merge.added));
      onEvent({ kind: 'document', provider: this.definition.code, url: document.url, observations });
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

  #hear(delivery: Exclude<Delivery, { kind: 'document' }>): void {
    if (delivery.kind === 'note') this.#note(delivery.text);
    else if (delivery.kind === 'absent') this.#heard(delivery.feed.name, false);
    else this.fail(new FeedError(this.definition.code, `${delivery.feed.name}, ${delivery.reason}`));
  }

  #count(
    observations: number,
    merge: { readonly fresh: number; readonly corrected: number; readonly withdrawn: number },
  ) {
    this.#counts.documents++;
    this.#counts.observations += observations;
    for (const name of ['fresh', 'corrected', 'withdrawn'] as const) this.#counts[name] += merge[name];
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
