/** Counts what one run of a provider brings, and keeps its failures and the notes that are printed at its end. */
import type { FeedError } from '../feeds/feed-error.ts';
import { andMore, type ProviderSummary } from './events.ts';
import type { Merge } from './merge.ts';

export class Tally {
  readonly #counts = { documents: 0, observations: 0, fresh: 0, corrected: 0, withdrawn: 0 };
  readonly #failures: string[] = [];
  readonly #labels = new Set<string>();
  readonly #contradictions: string[] = [];
  readonly #odd: string[] = [];

  get failures(): readonly string[] {
    return this.#failures;
  }

  fail({ message }: FeedError): void {
    this.#failures.push(message);
  }

  /** Counts what a document brought to one year. */
  addMerge(merge: Pick<Merge, 'fresh' | 'corrected' | 'withdrawn'>, contradictions: readonly string[]): void {
    for (const name of ['fresh', 'corrected', 'withdrawn'] as const) this.#counts[name] += merge[name];
    this.#contradictions.push(...contradictions);
  }

  /** Counts a document of which all years were merged. */
  add(observations: number, labels: readonly string[]): void {
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
    return [...contradicted, ...left, ...(labels === '' ? [] : [`left out, in no currency list: ${labels}`])];
  }

  summary(provider: string): ProviderSummary {
    return { provider, ...this.#counts, labels: [...this.#labels].sort(), failures: this.#failures };
  }
}
