/**
 * The dates of one provider: those whose inputs have changed are computed and their files made again, and those that
 * the archive no longer has are removed.
 */
import { FeedError } from '../../feeds/feed-error.ts';
import { provenancePath, tablePath } from '../../wire/answers/paths.ts';
import { intervalText } from '../../wire/answers/provider-index.ts';
import type { Table } from '../../wire/answers/table.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { type Change, removeOthers, type TreeInPlace } from '../read/change.ts';
import type { DateInputs } from '../read/inputs.ts';
import { type Bases, RENDER } from '../read/rate-files.ts';
import type { PartFacts, SpanSource, TracedTable } from '../read/sources.ts';
import type { Tables } from '../read/tables.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import type { Voices } from '../read/voices.ts';
import { type DateWork, folderOfDate } from '../render/date-files.ts';
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
    readonly facts: PartFacts,
    readonly inPlace: TreeInPlace,
    readonly options: TreeOptions,
    readonly tables: Tables,
    /** Of GLOBAL; null for every other provider. */
    readonly voices: Voices | null,
  ) {}

  *bringUpToDate(part: YearPart, source: SpanSource, date: IsoDate): Generator<Step> {
    const before = part.before.dates.get(date);
    const inputs = source.inputs(date);
    const files = digestOf([RENDER, inputs, this.#filesWanted(date)]);
    if (before?.inputs === inputs && (before.files === files || before.gap !== '')) {
      if (before.files !== files) part.dates.set(date, { ...before, files });
      return;
    }
    const built = before?.inputs === inputs ? this.tables.traced(date) : this.#compute(source, date);
    if (built === null) yield* this.remove(part, date, null);
    else if ('gap' in built) yield* this.remove(part, date, { inputs, files, content: '', gap: built.gap });
    else {
      if (built.voices !== undefined) this.voices?.add(built.voices, built.notices ?? []);
      yield part.add(this.#work(built, before !== undefined), { inputs, files, gap: '' });
      const { until } = source.period(date);
      this.periods.set(date, intervalText({ date, until }));
      if (date <= this.options.date && date >= (this.newest?.date ?? '')) this.newest = built.table;
    }
  }

  /** @param inputs what is noted of a date that has no fixing; null for a date that the archive no longer has */
  *remove(part: YearPart, date: IsoDate, inputs: DateInputs | null): Generator<Change> {
    const had = part.before.dates.get(date)?.gap === '';
    part.remove(date, inputs);
    if (!had) return;
    const { provider } = this.facts;
    this.periods.set(date, null);
    yield { path: tablePath(provider, date), bytes: null };
    yield { path: provenancePath(provider, date), bytes: null };
    yield* removeOthers(this.inPlace, folderOfDate(provider, date), new Map());
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
    const { since, bases, historyBases } = this.options;
    const names = (chosen: Bases) => (chosen === null ? 'all' : [...chosen].sort().join(' '));
    return `${names(bases)};${since !== null && date < since ? 'none' : names(historyBases)}`;
  }

  #work({ table, provenance }: TracedTable, existed: boolean): DateWork {
    const { since, historyBases: bases } = this.options;
    return { table, provenance, existed, bases, hasRates: since === null || table.date >= since };
  }
}
