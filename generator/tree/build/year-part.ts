/** One year of one provider's part of the tree: what was noted about its dates, and its series. */
import { seriesFolder, yearInputsPath } from '../../wire/answers/paths.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import { removeIfThere, type TreeInPlace } from '../read/change.ts';
import { memoryOfYear } from '../read/in-place.ts';
import { type DateInputs, digestOfYear, fixingsOf, type InputsMemory, inputsText } from '../read/inputs.ts';
import type { PartFacts } from '../read/sources.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import type { Voices } from '../read/voices.ts';
import type { DateWork } from '../render/date-files.ts';
import { newestDates, type SeriesWork } from '../render/series-work.ts';
import type { Later, Step, WorkStep } from '../write/step.ts';

export class YearPart {
  readonly before: InputsMemory;
  readonly dates: Map<IsoDate, DateInputs>;
  /** What this run makes of its fixings, on this thread or another. */
  readonly #made = new Map<IsoDate, Later>();
  readonly #gone = new Set<IsoDate>();
  /** What this run makes of its series; null if they stay as they are, and before `close`. */
  #series: Later | null = null;

  constructor(
    readonly facts: PartFacts,
    readonly year: string,
    readonly inPlace: TreeInPlace,
    /** Whether the run before can be trusted: without its index every date is made again. */
    isWhole: boolean,
    /** Of GLOBAL; null for every other provider. */
    readonly voices: Voices | null,
    readonly options: Pick<TreeOptions, 'parquet'>,
  ) {
    this.before = memoryOfYear(inPlace, facts.provider, year, isWhole);
    this.dates = new Map(this.before.dates);
  }

  /** The files of a date are to be made. The digest of their content is known when the year is finished. */
  add(work: DateWork, inputs: Omit<DateInputs, 'content'>): WorkStep {
    const { date } = work.table;
    const to: Later = { made: null };
    this.dates.set(date, { ...inputs, content: '' });
    this.#made.set(date, to);
    return { work, to };
  }

  /** The date has no fixing, or no longer has one. */
  remove(date: IsoDate, inputs: DateInputs | null): void {
    if (inputs === null) this.dates.delete(date);
    else this.dates.set(date, inputs);
    if (this.before.dates.get(date)?.gap === '') this.#gone.add(date);
  }

  /** The dates are complete: what the year as a whole has can be made, on any thread. */
  *close(): Generator<Step> {
    yield { until: [...this.#made.values()] };
    for (const [date, { made }] of this.#made) {
      const inputs = this.dates.get(date);
      if (inputs !== undefined && made !== null) this.dates.set(date, { ...inputs, content: made.content });
    }
    if (!this.#hasChanged()) return;
    this.#series = { made: null };
    yield { work: this.#work(), to: this.#series };
  }

  /** Must be called after `close`. Returns the digest of the year, or null if it has no date any more. */
  *finish(): Generator<Step, string | null> {
    const { provider } = this.facts;
    if (this.#series !== null) yield { until: [this.#series] };
    const content = this.#series === null ? this.before.parts.get('series') : this.#series.made?.content;
    const parts = content === undefined || content === '' ? [] : ([['series', content]] as const);
    const memory = { dates: this.dates, parts: new Map(parts) };
    const path = yearInputsPath(provider, this.year);
    if (this.dates.size === 0) {
      yield* removeIfThere(this.inPlace, path);
      return null;
    }
    yield { path, bytes: Buffer.from(inputsText(memory)) };
    return digestOfYear(memory);
  }

  /** The newest date of the year for each currency, if this run has made the series; else null. */
  get lastStated(): ReadonlyMap<CurrencyCode, IsoDate> | null {
    const made = this.#series?.made ?? null;
    return made === null ? null : newestDates(made.left);
  }

  #hasChanged(): boolean {
    return this.#made.size + this.#gone.size > 0 || this.#hasParquet() !== this.#wantsParquet();
  }

  #hasParquet(): boolean {
    return this.inPlace.list(seriesFolder(this.facts.provider)).includes(`${this.year}.parquet`);
  }

  #wantsParquet(): boolean {
    return this.options.parquet && fixingsOf(this.dates).length > 0;
  }

  #work(): SeriesWork {
    const { provider, references } = this.facts;
    const fixings = fixingsOf(this.dates);
    const made = fixings.flatMap((date) => {
      const left = this.#made.get(date)?.made?.left;
      return left === undefined ? [] : [[date, left] as const];
    });
    const voices = this.voices?.textOf(fixings) ?? null;
    const { year } = this;
    return {
      facts: { provider, references },
      year,
      fixings,
      made: new Map(made),
      parquet: this.#wantsParquet(),
      voices,
    };
  }
}
