/** One year of one provider's part of the tree: its dates, and its series. */
import type { Gap, Reference, YearNode } from '../../wire/release/manifest.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import type { TreeInForce } from '../read/in-force.ts';
import { RENDER } from '../read/rate-files.ts';
import type { PartFacts } from '../read/sources.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import type { Voices } from '../read/voices.ts';
import type { DateWork } from '../render/date-files.ts';
import { newestDates } from '../render/series-work.ts';
import type { Later, Step, WorkStep } from '../write/step.ts';
import type { TreeWriter } from '../write/tree-writer.ts';

const NO_YEAR: YearNode = { days: {}, gaps: {}, series: null };

/** A date whose files this run makes, and the digest of what they are made from. */
interface MadeDate extends Later {
  readonly digest: string;
}

export class YearPart {
  readonly before: YearNode;
  readonly #days: Map<string, Reference>;
  readonly #gaps: Map<string, Gap>;
  /** Of this run, on this thread or another. */
  readonly #made = new Map<IsoDate, MadeDate>();
  readonly #series: Later = { made: null };
  #seriesDigest = '';

  constructor(
    readonly facts: PartFacts,
    readonly year: string,
    readonly inForce: TreeInForce,
    /** Of GLOBAL; null for every other provider. */
    readonly voices: Voices | null,
    readonly options: Pick<TreeOptions, 'parquet'>,
  ) {
    const reference = inForce.provider(facts.provider)?.years[year];
    const read = () => (reference === undefined ? NO_YEAR : inForce.objects.year(reference));
    this.before = inForce.of(facts.provider, read);
    this.#days = new Map(Object.entries(this.before.days));
    this.#gaps = new Map(Object.entries(this.before.gaps));
  }

  /** The dates that the tree has a fixing for, or a reason why it has none. */
  get dates(): readonly IsoDate[] {
    return [...this.#days.keys(), ...this.#gaps.keys()] as IsoDate[];
  }

  /** Of what the fixing of the date was made, or the reason why there is none. */
  digestOf(date: IsoDate): string | undefined {
    return (this.#days.get(date) ?? this.#gaps.get(date))?.[0];
  }

  hadFixing(date: IsoDate): boolean {
    return date in this.before.days;
  }

  /** The files of a date are to be made. */
  add(date: IsoDate, digest: string, work: DateWork): WorkStep {
    const to: MadeDate = { digest, made: null };
    this.#gaps.delete(date);
    this.#days.set(date, [digest, '', 0]);
    this.#made.set(date, to);
    return { work, to };
  }

  /** @param gap why the date has no fixing; null for a date that the archive no longer has */
  remove(date: IsoDate, gap: Gap | null): void {
    this.#days.delete(date);
    if (gap === null) this.#gaps.delete(date);
    else this.#gaps.set(date, gap);
  }

  /** The dates are complete: what the year as a whole has can be made, on any thread. */
  *close(): Generator<Step> {
    yield { until: [...this.#made.values()] };
    for (const [date, { digest, made }] of this.#made) {
      if (this.#days.has(date) && made?.leaf != null) this.#days.set(date, [digest, ...made.leaf]);
    }
    const fixings = this.#fixings;
    const parquet = this.options.parquet && fixings.length > 0;
    const days = fixings.map((date) => `${date} ${this.#days.get(date)?.[0]}`);
    const { provider, references } = this.facts;
    this.#seriesDigest = digestOf([RENDER, `${parquet}`, JSON.stringify(references), ...days]);
    if (this.before.series?.[0] === this.#seriesDigest || fixings.length === 0) return;
    const made = fixings.flatMap((date) => {
      const rest = this.#made.get(date)?.made?.rest;
      return rest === undefined ? [] : [[date, rest] as const];
    });
    const voices = this.voices?.textOf(fixings) ?? null;
    const { series: before } = this.before;
    if (before !== null) this.inForce.of(provider, () => this.inForce.objects.fetchSeries(before));
    const facts = { provider, references };
    yield {
      work: { facts, year: this.year, fixings, made: new Map(made), before, parquet, voices },
      to: this.#series,
    };
    this.#isSeriesMade = true;
  }

  #isSeriesMade = false;

  /** Must be called after `close`. Returns the year, or null if it has no date any more. */
  *finish(writer: TreeWriter): Generator<Step, Reference | null> {
    if (this.#isSeriesMade) yield { until: [this.#series] };
    if (this.#days.size + this.#gaps.size === 0) return null;
    const leaf = this.#series.made?.leaf ?? null;
    const made: Reference | null = leaf === null ? null : [this.#seriesDigest, ...leaf];
    const series = this.#fixings.length === 0 ? null : (made ?? this.before.series);
    const node = { days: Object.fromEntries(this.#days), gaps: Object.fromEntries(this.#gaps), series };
    return writer.node(node, [...this.#days.values(), series]);
  }

  /** The newest date of the year for each currency, if this run has made the series; else null. */
  get lastStated(): ReadonlyMap<CurrencyCode, IsoDate> | null {
    const made = this.#series.made;
    return made === null ? null : newestDates(made.rest);
  }

  get #fixings(): readonly IsoDate[] {
    return [...this.#days.keys()].sort() as IsoDate[];
  }
}
