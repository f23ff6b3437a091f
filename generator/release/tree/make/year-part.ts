/**
 * One year of one provider's part of the tree: its dates and its series. Dates whose inputs have changed are computed and
 * their files made again, and those that the archive no longer has are removed.
 */
import { setImmediate } from 'node:timers/promises';
import type { Memory } from '../../../kit/memory.ts';
import { FeedError } from '../../../sources/feeds/provider.ts';
import { exactLinesOf } from '../../../wire/answers/exact-series.ts';
import { provenancePath, tablePath } from '../../../wire/answers/paths.ts';
import { intervalText } from '../../../wire/answers/provider-index.ts';
import { type Table, tableText } from '../../../wire/answers/table.ts';
import type { Gap, Reference, YearNode } from '../../../wire/release/manifest.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import type { TreeInForce, Voices } from '../read/in-force.ts';
import type { PartFacts, SpanSource, TracedTable } from '../read/sources.ts';
import {
  type Bases,
  namesOf,
  RENDER,
  renderHistorical,
  type TreeFile,
  type TreeOptions,
} from '../read/tree-options.ts';
import { filesOfSeries } from '../render/series-files.ts';
import type { TreeWriter } from '../write/tree-writer.ts';

/** What all providers share. */
export interface ProviderSetting {
  readonly inForce: TreeInForce;
  readonly writer: TreeWriter;
  readonly options: TreeOptions;
  readonly memory: Memory;
}

/** So many dates take some tens of milliseconds. */
const DATES_BETWEEN_PAUSES = 16;

const NO_YEAR: YearNode = { days: {}, gaps: {}, series: null };

export class YearPart {
  /** For each date that changed, its period as the index writes it, or null where there is no fixing any more. */
  readonly periods = new Map<IsoDate, string | null>();
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: string[] = [];
  /** The newest table made by this run that may be the latest. */
  newest: Table | null = null;
  /** How many fixings were computed. */
  computed = 0;
  readonly #before: YearNode;
  readonly #days: Map<string, Reference>;
  readonly #gaps: Map<string, Gap>;
  /**
   * The rows for the series of the year, of the dates that this run made. They wait for the end of the year, 30 MB for a
   * hundred banks, so they have memory of their own: a small Buffer is a part of 8 KB that it would keep.
   */
  readonly #made = new Map<IsoDate, Uint8Array>();

  constructor(
    readonly facts: PartFacts,
    readonly year: string,
    readonly setting: ProviderSetting,
    /** Of GLOBAL; null for every other provider. */
    readonly voices: Voices | null,
  ) {
    const { inForce } = setting;
    const reference = inForce.provider(facts.provider)?.years[year];
    this.#before = reference === undefined ? NO_YEAR : inForce.objects.year(reference);
    this.#days = new Map(Object.entries(this.#before.days));
    this.#gaps = new Map(Object.entries(this.#before.gaps));
  }

  /** The dates that the tree has a fixing for, or a reason why it has none. */
  get dates(): readonly IsoDate[] {
    return [...this.#days.keys(), ...this.#gaps.keys()] as IsoDate[];
  }

  async bringUpToDate(source: SpanSource, date: IsoDate): Promise<void> {
    const { options, writer } = this.setting;
    const { since, historyBases: bases } = options;
    const hasRates = since === null || date >= since;
    const digest = digestOf([RENDER, source.inputs(date), hasRates ? namesOf(bases) : 'none']);
    if ((this.#days.get(date) ?? this.#gaps.get(date))?.[0] === digest) return;
    const built = this.#compute(source, date);
    if (built === null) return this.remove(date, null);
    if ('gap' in built) return this.remove(date, [digest, built.gap]);
    const { table, voices, notices = [] } = built;
    if (voices !== undefined) this.voices?.add(voices, notices);
    const exact = tableText(table);
    const leaf = writer.putAll(filesOfDate(built, exact, hasRates ? bases : 'none'), digest);
    this.#gaps.delete(date);
    if (leaf !== null) this.#days.set(date, leaf);
    this.#made.set(date, new Uint8Array(Buffer.from(exactLinesOf(table, exact))));
    const { until } = source.period(date);
    this.periods.set(date, intervalText({ date, until }));
    if (date <= options.date && date >= (this.newest?.date ?? '')) this.newest = table;
    // So that a signal that stops the night is heard within a moment, and not after a first run's hundreds of thousands.
    if (this.#made.size % DATES_BETWEEN_PAUSES === 0) await setImmediate();
  }

  /** @param gap why the date has no fixing; null for a date that the archive no longer has */
  remove(date: IsoDate, gap: Gap | null): void {
    this.#days.delete(date);
    if (gap === null) this.#gaps.delete(date);
    else this.#gaps.set(date, gap);
    if (date in this.#before.days) this.periods.set(date, null);
  }

  /** The dates are complete. Returns the year, or null if it has no date any more. */
  async finish(): Promise<Reference | null> {
    if (this.#days.size + this.#gaps.size === 0) return null;
    const fixings = [...this.#days.keys()].sort() as IsoDate[];
    return this.setting.writer.year({
      days: Object.fromEntries(this.#days),
      gaps: Object.fromEntries(this.#gaps),
      series: fixings.length === 0 ? null : await this.#series(fixings),
    });
  }

  async #series(fixings: readonly IsoDate[]): Promise<Reference | null> {
    const { inForce, writer } = this.setting;
    const days = fixings.map((date) => `${date} ${this.#days.get(date)?.[0]}`);
    const { provider, references } = this.facts;
    const digest = digestOf([RENDER, JSON.stringify(references), ...days]);
    const { series: before } = this.#before;
    if (before?.[0] === digest) return before;
    if (before !== null) inForce.objects.fetchSeries(before);
    const voices = this.voices?.textOf(fixings) ?? null;
    const facts = { provider, references };
    const wanted = { facts, year: this.year, fixings, made: this.#made, before, voices };
    return writer.putAll(filesOfSeries(wanted, inForce.objects), digest);
  }

  /** Where the rows of the archive do not make a fixing, keeps the failure and returns null. */
  #compute(source: SpanSource, date: IsoDate): TracedTable | { readonly gap: string } | null {
    try {
      const built = source.build(date);
      if (!('gap' in built)) this.computed++;
      return built;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.failures.push(error.message);
      return null;
    }
  }
}

/**
 * The rates in every view and format, the exact table, and the provenance.
 * @param bases `none` for a date before `since`, whose rates are computed on request
 */
function* filesOfDate({ table, provenance }: TracedTable, exact: string, bases: Bases | 'none'): Generator<TreeFile> {
  const { provider, date } = table;
  if (bases !== 'none') yield* renderHistorical(table, bases);
  yield { path: tablePath(provider, date), bytes: Buffer.from(exact) };
  yield { path: provenancePath(provider, date), bytes: Buffer.from(provenance) };
}
