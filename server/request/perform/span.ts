/**
 * The fixings of a span of dates, read oldest first and a few at a time, so that a long span needs no more memory than
 * a short one. What is read for a long span is not kept: one question would push out the files of all others.
 */
import { dateOfRow, exactRowsIn, figuresOfRow } from '../../../generator/wire/answers/exact-series.ts';
import { exactPath, provenancePath, type TreePath, tablePath } from '../../../generator/wire/answers/paths.ts';
import { referenceOn } from '../../../generator/wire/answers/provider-index.ts';
import { type Figures, type Table, type TableFacts, toTable } from '../../../generator/wire/answers/table.ts';
import type { RatesDocument } from '../../../generator/wire/encode/document.ts';
import { type KnownProvider, tableFactsOf } from '../../../generator/wire/release/catalogue.ts';
import { StoreError, type Tree } from '../../../generator/wire/release/tree-file.ts';
import { getOrInsert } from '../../../generator/wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { FileReader, ShelfEntry } from '../../trees/shelf.ts';
import { FIGURES_MAX, type SeriesPlan, tooLarge } from '../plan/series-plan.ts';
import type { Problem } from '../query/problem.ts';
import { readProvenance, readTable } from './perform.ts';
import { checkPresent, type Places, type SpanClient } from './places.ts';

export interface SpanWanted {
  readonly provider: KnownProvider;
  /** Dates that have a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  /** Null for all currencies. */
  readonly codes: ReadonlySet<CurrencyCode> | null;
}

/** Dates by year, oldest first. */
type Years = ReadonlyMap<string, readonly IsoDate[]>;

const READS_AT_ONCE = 16;
/** The manifest has a text for each date, which is read before its table, and one for all files of a year. */
const READS_PER_TABLE = 2;
/** A span of so few files is short: a month of all currencies, or some years of one. */
const KEPT_FILES_MAX = 31;
/** To write so much text takes as long as to read one figure. */
export const CHARACTERS_PER_FIGURE = 100;
/** Work on so many figures takes a few milliseconds; then others have their turn. */
const STEP_FIGURES = 500;

/** Reads the spans of one request. */
export class SpanReader {
  readonly #shelf: FileReader;
  readonly #places: Places;
  readonly #asker: SpanClient;
  /** Figures worked on since others had their turn. */
  #worked = 0;

  constructor(shelf: FileReader, places: Places, asker: SpanClient) {
    this.#shelf = shelf;
    this.#places = places;
    this.#asker = asker;
  }

  /**
   * The tables of the dates, with the currencies that are wanted and the reference currency among others.
   * @param figuresMax of a span of all currencies, of named ones the caller knows the number before; by default there
   * may be one more in each fixing, of a base that nobody asked to see @param tooMany given how many fixings fit
   * @throws Problem when the span is too large or there is no place for it; ClientGone, StoreError
   */
  async *read(
    tree: Tree,
    wanted: SpanWanted,
    figuresMax = FIGURES_MAX + wanted.dates.length,
    tooMany: (count: number) => Problem = () => tooLarge(),
  ): AsyncGenerator<Table> {
    const max = wanted.codes === null ? figuresMax : null;
    const tables = this.#tables(tree, wanted, byYear(wanted.dates));
    yield* this.#counted(tables, ({ figures }) => figures.size, max, tooMany);
  }

  /** The figures of the fixings as they were published, in the same way. */
  async *published(tree: Tree, plan: SeriesPlan, tooMany: (count: number) => Problem): AsyncGenerator<RatesDocument> {
    const { provider, dates, stated } = plan;
    const read = this.#filesOf(tree, provider, dates, provenancePath);
    const documents = map(read, async ([entry, facts]) => {
      await this.worked((entry.bytes?.length ?? 0) / CHARACTERS_PER_FIGURE);
      return readProvenance(entry, facts, stated.currencies);
    });
    yield* this.#counted(documents, ({ rates }) => rates.length, FIGURES_MAX, tooMany);
  }

  /** What is read while the reader has a place, as far as it has no more figures than allowed. */
  async *#counted<One>(
    all: AsyncIterable<One>,
    sizeOf: (one: One) => number,
    figuresMax: number | null,
    tooMany: (count: number) => Problem,
  ): AsyncGenerator<One> {
    await this.#places.enter(this.#asker);
    try {
      let [count, figures] = [0, 0];
      for await (const one of all) {
        figures += sizeOf(one);
        if (figuresMax !== null && figures > figuresMax) throw tooMany(count);
        count++;
        await this.worked(sizeOf(one));
        yield one;
      }
    } finally {
      this.#places.leave(this.#asker);
    }
  }

  /** To be called after work on so many figures: from time to time it lets others have their turn. @throws ClientGone */
  async worked(figures: number): Promise<void> {
    checkPresent(this.#asker);
    this.#worked += figures;
    if (this.#worked < STEP_FIGURES) return;
    this.#worked = 0;
    await this.#places.step(this.#asker);
  }

  #tables(tree: Tree, { provider, dates, ...wanted }: SpanWanted, years: Years): AsyncGenerator<Table> {
    const codes = wanted.codes ?? provider.quoted;
    return codes !== null && codes.size * years.size < READS_PER_TABLE * dates.length
      ? this.#fromYears(tree, provider, years, codes)
      : map(this.#filesOf(tree, provider, dates, tablePath), ([entry, facts]) => readTable(entry, facts));
  }

  /** A file of each date, a few of them at once. */
  async *#filesOf(
    tree: Tree,
    provider: KnownProvider,
    dates: readonly IsoDate[],
    pathOf: typeof tablePath,
  ): AsyncGenerator<readonly [ShelfEntry, TableFacts]> {
    for (let place = 0; place < dates.length; place += READS_AT_ONCE) {
      const batch = dates.slice(place, place + READS_AT_ONCE).map((date) => tableFactsOf(provider, date));
      const paths = batch.map((facts) => pathOf(facts.provider, facts.date));
      const read = await Promise.all(paths.map((path) => this.#read(tree, path, dates.length)));
      for (const [offset, facts] of batch.entries()) yield [read[offset] as ShelfEntry, facts];
    }
  }

  /** The exact figures lie in the tree by currency and year, so that a year of two currencies is two reads and not 260. */
  async *#fromYears(
    tree: Tree,
    provider: KnownProvider,
    years: Years,
    codes: ReadonlySet<CurrencyCode>,
  ): AsyncGenerator<Table> {
    for (const [year, dates] of years) {
      const figures = await this.#figuresOf(tree, provider, year, dates, codes);
      for (const date of dates) yield toTable(tableFactsOf(provider, date), figures.get(date) ?? []);
    }
  }

  /** By date. */
  async #figuresOf(
    tree: Tree,
    provider: KnownProvider,
    year: string,
    dates: readonly IsoDate[],
    codes: ReadonlySet<CurrencyCode>,
  ): Promise<ReadonlyMap<IsoDate, (readonly [CurrencyCode, Figures])[]>> {
    const byDate = new Map(dates.map((date) => [date, [] as (readonly [CurrencyCode, Figures])[]]));
    const references = new Set(dates.map((date) => referenceOn(provider.index.references, date)));
    // The reference currency is 1 in each table, and has a file only if it was quoted under another one in that year.
    const all = [...codes].filter((code) => references.size > 1 || !references.has(code));
    for (let place = 0; place < all.length; place += READS_AT_ONCE) {
      const batch = all.slice(place, place + READS_AT_ONCE);
      const read = await Promise.all(batch.map((code) => this.#exactRows(tree, provider, code, year, all.length)));
      for (const [offset, code] of batch.entries()) {
        const rows = read[offset] ?? [];
        for (const row of rows) byDate.get(dateOfRow(row))?.push([code, figuresOfRow(row)]);
        await this.worked(rows.length);
      }
    }
    return byDate;
  }

  /** None for a currency that the year does not state. */
  async #exactRows(tree: Tree, { facts }: KnownProvider, code: CurrencyCode, year: string, count: number) {
    const path = exactPath(facts.code, code, year);
    const { bytes } = await this.#read(tree, path, count);
    return bytes === null ? [] : getOrInsert(ROWS, bytes, () => exactRowsIn(path, bytes.toString('utf8')));
  }

  /** @param count how many files are read with it: those of a short span are kept */
  async #read(tree: Tree, path: TreePath, count = KEPT_FILES_MAX + 1): Promise<ShelfEntry> {
    const held = this.#shelf.held(tree, path);
    if (held !== null) return held;
    if (count > KEPT_FILES_MAX) return this.#shelf.fetch(tree, path);
    const entry = await this.#shelf.read(tree, path);
    // While the store is down, the shelf gives files of an older release; an answer must not mix two.
    if (entry.tree === tree) return entry;
    throw new StoreError(`${path} could not be read, and memory has it of another release only`);
  }
}

/** The rows of exact series, as long as memory holds their bytes. */
const ROWS = new WeakMap<Buffer, readonly string[]>();

async function* map<One, Other>(all: AsyncIterable<One>, toOther: (one: One) => Other | Promise<Other>) {
  for await (const one of all) yield await toOther(one);
}

function byYear(dates: readonly IsoDate[]): Years {
  const years = new Map<string, IsoDate[]>();
  for (const date of dates) getOrInsert(years, date.slice(0, 4), () => []).push(date);
  return years;
}
