/**
 * What a collect is told: which providers to ask, for which days, and where the answers go. And what it tells: its
 * events, while it runs and when it ends, and the lines that a person reads about them.
 */

import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Redenomination } from '../facts/redenominations.ts';
import type { FeedSource, Page } from '../feeds/delivery.ts';
import { OF_ANOTHER_KIND } from '../feeds/net/page-kind.ts';
import type { FeedError, ProviderDefinition } from '../feeds/provider.ts';
import type { Merge } from './merge.ts';

export interface CollectOptions {
  readonly providers: readonly ProviderDefinition[];
  readonly source: FeedSource;
  readonly archiveDir: string;
  /** The folder in which the documents behind new rows wait for the store. Absent: none is kept. */
  readonly documentsDir?: string | undefined;
  /** If both are null, the newest documents are requested; if one is null, the span is open at that end. */
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** The current UTC day. */
  readonly today: IsoDate;
  /** The codes of all currencies of today and of the past. */
  readonly currencies: ReadonlySet<string>;
  /** The meaning of labels that a source does not use as ISO 4217 does. */
  readonly redenominations: readonly Redenomination[];
  /** The environment. Only the variables that feeds declare as keys are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * The UTC instant of the run, which the archive records together with the outcome. It is null for recordings: reading
   * them again says nothing about the source, and the archive would differ from one replay to the next.
   */
  readonly askedAt: string | null;
  /**
   * Whether a run for a span continues where an earlier one was interrupted. It is null for recordings, which can be
   * read again at no cost.
   */
  readonly backfill: 'resume' | 'afresh' | null;
  /** How long one document may take to be read. Absent: as long as any other (statement.ts). */
  readonly readingMs?: number | undefined;
  /** The codes of providers whose documents may leave out as much as they like. */
  readonly withdraw: readonly string[];
  readonly onEvent: (event: CollectEvent) => void;
}

export interface ProviderSummary {
  readonly provider: string;
  readonly documents: number;
  /** Whether anything came of it that is not a failure to answer, such as a document that cannot be read. */
  readonly answered: boolean;
  /** How many figures were read, new or not. */
  readonly observations: number;
  /** How many rows have dates and pairs that were not in the archive. */
  readonly fresh: number;
  readonly corrected: number;
  readonly withdrawn: number;
  /** Labels that are in no currency list; their rows were left out. */
  readonly labels: readonly string[];
  /** Each names the provider and its fault. */
  readonly failures: readonly string[];
  /** Whether an answer came that the adapter cannot read, and that is no page of a firewall or of maintenance. */
  readonly misread: boolean;
}

/** False if it has ended or lacks a key: then it was not asked. */
export function isAsked({ answered, failures }: ProviderSummary): boolean {
  return answered || failures.length > 0;
}

export type CollectEvent =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'started'; readonly provider: string }
  | {
      readonly kind: 'document';
      readonly provider: string;
      readonly url: string;
      readonly observations: number;
      readonly page?: Page | undefined;
    }
  /** A page of a span that rightly has no figures. */
  | { readonly kind: 'nothing'; readonly provider: string; readonly feed: string; readonly page: Page }
  | { readonly kind: 'finished'; readonly summary: ProviderSummary };

/** Returns the line for an event. A provider that failed gets one line, even if some of its documents were kept. */
export function toCollectLine(event: CollectEvent): string {
  switch (event.kind) {
    case 'note':
      return event.text;
    case 'started':
      return `${event.provider}: asking`;
    case 'document':
      return `${event.provider}: ${pageWords(event.page)}${event.observations} figures in ${event.url.slice(0, 120)}`;
    case 'nothing':
      return `${event.provider}: ${pageWords(event.page)}no figures from ${event.feed}`;
    case 'finished':
      return summaryLine(event.summary);
    default:
      throw new TypeError(`there is no line for ${JSON.stringify(event satisfies never)}`);
  }
}

function pageWords(page: Page | undefined): string {
  return page === undefined || page.of === 1 ? '' : `page ${page.number} of ${page.of}: `;
}

function summaryLine(summary: ProviderSummary): string {
  const { provider, documents, observations, fresh, corrected, withdrawn, failures } = summary;
  const [failure, ...others] = failures;
  const news = `${fresh} new, ${corrected} corrected, ${withdrawn} withdrawn`;
  const counts = `${documents} documents, ${observations} figures: ${news}`;
  if (failure === undefined) return `${provider}: ${counts}`;
  return `${failure.startsWith(provider) ? '' : `${provider}: `}${failure}${andMore(others.length)}; kept: ${counts}`;
}

/** Says how many more there are than the one that a line names. */
function andMore(others: number): string {
  return others === 0 ? '' : ` (and ${others} more)`;
}

/** Counts what one run of a provider brings, and keeps its failures and the notes that are printed at its end. */
export class Tally {
  readonly #counts = { documents: 0, observations: 0, fresh: 0, corrected: 0, withdrawn: 0 };
  readonly #failures: string[] = [];
  readonly #labels = new Set<string>();
  readonly #contradictions: string[] = [];
  readonly #odd: string[] = [];
  #misread = false;
  #answered = false;

  get failures(): readonly string[] {
    return this.#failures;
  }

  /** @param hasAnswer whether it is the fault of an answer that came */
  fail({ message }: FeedError, hasAnswer = false): void {
    this.#failures.push(message);
    this.#misread ||= hasAnswer && !message.includes(OF_ANOTHER_KIND);
    this.#answered ||= hasAnswer;
  }

  /** Notes that the source says that it has nothing, or nothing new. */
  hear(): void {
    this.#answered = true;
  }

  /** Counts what a document brought to one year. */
  addMerge(merge: Pick<Merge, 'fresh' | 'corrected' | 'withdrawn'>, contradictions: readonly string[]): void {
    for (const name of ['fresh', 'corrected', 'withdrawn'] as const) this.#counts[name] += merge[name];
    this.#contradictions.push(...contradictions);
  }

  /** Counts a document whose years have all been merged. */
  add(observations: number, labels: readonly string[]): void {
    this.#answered = true;
    this.#counts.documents++;
    this.#counts.observations += observations;
    for (const label of labels) this.#labels.add(label);
  }

  /** Keeps the faults of rows of a whole archive that cannot be right. */
  leaveOut(odd: readonly string[]): void {
    this.#odd.push(...odd);
  }

  notes(): readonly string[] {
    const [contradiction, ...others] = this.#contradictions;
    const contradicted = contradiction === undefined ? [] : [`${contradiction}${andMore(others.length)}`];
    const [odd, ...moreOdd] = this.#odd;
    const left = odd === undefined ? [] : [`left out, cannot be right: ${odd}${andMore(moreOdd.length)}`];
    const labels = [...this.#labels].sort().join(', ');
    return [...contradicted, ...left, ...(labels === '' ? [] : [`left out, not in the currency list: ${labels}`])];
  }

  summary(provider: string): ProviderSummary {
    return {
      provider,
      ...this.#counts,
      answered: this.#answered,
      labels: [...this.#labels].sort(),
      failures: this.#failures,
      misread: this.#misread,
    };
  }
}
