/**
 * The dates of one provider: those whose inputs have changed are computed and their files made again, and those that
 * the archive no longer has are removed.
 */
import { FeedError } from '../../feeds/feed-error.ts';
import { intervalText } from '../../wire/answers/provider-index.ts';
import type { Table } from '../../wire/answers/table.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { type Bases, RENDER } from '../read/rate-files.ts';
import type { SpanSource, TracedTable } from '../read/sources.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import type { Voices } from '../read/voices.ts';
import { Periods } from '../render/periods.ts';
import type { Step } from '../write/step.ts';
import type { YearPart } from './year-part.ts';

export class ProviderDates {
  /** Of the dates that changed. */
  readonly periods = new Periods();
  /** The newest table made by this run that may be the latest. */
  newest: Table | null = null;
  /** How many fixings were computed. */
  computed = 0;
  #failures: string[] = [];

  constructor(
    readonly options: TreeOptions,
    /** Of GLOBAL; null for every other provider. */
    readonly voices: Voices | null,
  ) {}

  *bringUpToDate(part: YearPart, source: SpanSource, date: IsoDate): Generator<Step> {
    const digest = digestOf([RENDER, source.inputs(date), this.#filesWanted(date)]);
    if (part.digestOf(date) === digest) return;
    const built = this.#compute(source, date);
    if (built === null) this.remove(part, date, null);
    else if ('gap' in built) this.remove(part, date, [digest, built.gap]);
    else {
      const { table, provenance } = built;
      const { since, historyBases: bases } = this.options;
      if (built.voices !== undefined) this.voices?.add(built.voices, built.notices ?? []);
      yield part.add(date, digest, { table, provenance, bases, hasRates: since === null || date >= since });
      const { until } = source.period(date);
      this.periods.set(date, intervalText({ date, until }));
      if (date <= this.options.date && date >= (this.newest?.date ?? '')) this.newest = table;
    }
  }

  /** @param gap of a date that has no fixing; null for a date that the archive no longer has */
  remove(part: YearPart, date: IsoDate, gap: Parameters<YearPart['remove']>[1]): void {
    part.remove(date, gap);
    if (part.hadFixing(date)) this.periods.set(date, null);
  }

  /** One line for each date whose rows do not make a fixing, since the last call. */
  takeFailures(): readonly string[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  /** Where the rows of the archive do not make a fixing, keeps the failure and returns null. */
  #compute(source: SpanSource, date: IsoDate): TracedTable | { readonly gap: string } | null {
    try {
      const built = source.build(date);
      if (!('gap' in built)) this.computed++;
      return built;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.#failures.push(error.message);
      return null;
    }
  }

  #filesWanted(date: IsoDate): string {
    const { since, historyBases } = this.options;
    return since !== null && date < since ? 'none' : namesOf(historyBases);
  }
}

/** The bases that have files, as part of a digest. */
export function namesOf(bases: Bases): string {
  return bases === null ? 'all' : [...bases].sort().join(' ');
}
