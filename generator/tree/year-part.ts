/** One year of one provider's part of the tree: what was noted about its dates, and its series. */
import { exactRowsOf } from '../wire/exact-series.ts';
import { seriesFolder, voicesPath, yearInputsPath } from '../wire/paths.ts';
import { referenceOn } from '../wire/provider-index.ts';
import type { CurrencyCode, IsoDate } from '../wire/schemas.ts';
import { type Change, removeIfThere, type TreeInPlace, unit } from './change.ts';
import type { DateWork } from './date-files.ts';
import { memoryOfYear } from './in-place.ts';
import { type DateInputs, digestOfYear, fixingsOf, type InputsMemory, inputsText, toContent } from './inputs.ts';
import { parquetFile } from './parquet-file.ts';
import { rowsInPlace, seriesFiles, staleSeries } from './series.ts';
import type { PartFacts } from './sources.ts';
import type { Later, Step, WorkStep } from './step.ts';
import type { TreeOptions } from './tree-options.ts';
import type { Voices } from './voices.ts';

export class YearPart {
  readonly before: InputsMemory;
  readonly dates: Map<IsoDate, DateInputs>;
  /** What this run makes of its fixings, on this thread or another. */
  readonly #made = new Map<IsoDate, Later>();
  readonly #gone = new Set<IsoDate>();

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

  /** The newest date of the year for each currency, if `finish` has rendered the series; else null. */
  lastStated: ReadonlyMap<CurrencyCode, IsoDate> | null = null;

  /** Returns the digest of the year, or null if it has no date any more. */
  *finish(): Generator<Step, string | null> {
    const { provider } = this.facts;
    yield { until: [...this.#made.values()] };
    for (const [date, { made }] of this.#made) {
      const inputs = this.dates.get(date);
      if (inputs !== undefined && made !== null) this.dates.set(date, { ...inputs, content: made.content });
    }
    const series = this.#hasChanged() ? yield* this.#series() : (this.before.parts.get('series') ?? null);
    const memory = { dates: this.dates, parts: new Map(series === null ? [] : [['series', series]]) };
    const path = yearInputsPath(provider, this.year);
    if (this.dates.size === 0) {
      yield* removeIfThere(this.inPlace, path);
      return null;
    }
    yield { path, bytes: Buffer.from(inputsText(memory)) };
    return digestOfYear(memory);
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

  /** Rows of dates that this run did not make are taken from the files in place. */
  *#series(): Generator<Change, string | null> {
    const { provider, references } = this.facts;
    const fixings = fixingsOf(this.dates);
    const [first] = fixings;
    const rows = new Map<CurrencyCode, Map<IsoDate, string>>();
    const add = (currency: CurrencyCode, date: IsoDate, row: string) => {
      const own = rows.get(currency) ?? new Map<IsoDate, string>();
      rows.set(currency, own.set(date, row));
    };
    const kept = new Set(fixings.filter((date) => !this.#made.has(date)));
    if (kept.size > 0) {
      for (const { currency, date, row } of rowsInPlace(this.inPlace, provider, this.year)) {
        if (kept.has(date)) add(currency, date, row);
      }
    }
    for (const date of fixings) {
      const series = Buffer.from(this.#made.get(date)?.made?.series ?? []).toString('utf8');
      for (const [currency, row] of exactRowsOf(series)) add(currency, date, row);
    }
    this.lastStated = new Map([...rows].flatMap(([currency, own]) => newestOf(currency, own)));
    const baseOn = (date: IsoDate) => referenceOn([...references], date);
    const hashes = yield* unit([
      ...(first === undefined ? [] : seriesFiles(provider, baseOn, this.year, rows)),
      ...(first === undefined || !this.#wantsParquet() ? [] : [parquetFile(this.facts, this.year, rows)]),
      ...(this.voices?.render(fixings) ?? []),
    ]);
    yield* staleSeries(this.inPlace, provider, this.year, hashes);
    if (this.voices !== null && first === undefined) yield* removeIfThere(this.inPlace, voicesPath(this.year));
    return hashes.size === 0 ? null : toContent(hashes);
  }
}

function newestOf(currency: CurrencyCode, rows: ReadonlyMap<IsoDate, string>): [CurrencyCode, IsoDate][] {
  const newest = [...rows.keys()].sort().at(-1);
  return newest === undefined ? [] : [[currency, newest]];
}
