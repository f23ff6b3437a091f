/**
 * The fixings of a span of dates, read oldest first and a few at a time, so that a long span needs no more memory than
 * a short one. What is read for a span is not kept: one long question would push out the files of all others.
 */
import { type KnownProvider, tableFactsOf } from '../generator/wire/catalogue.ts';
import type { Ratio } from '../generator/wire/decimal.ts';
import { dateOfRow, exactRowsIn, figuresOfRow } from '../generator/wire/exact-series.ts';
import { exactPath, seriesPath, type TreePath, tablePath } from '../generator/wire/paths.ts';
import { referenceOn } from '../generator/wire/provider-index.ts';
import type { CurrencyCode, IsoDate } from '../generator/wire/schemas.ts';
import type { Tree } from '../generator/wire/served-tree.ts';
import { type Figures, parseTable, type Table, type TableFacts, toTable } from '../generator/wire/table.ts';
import type { Shelf } from './catalogue/shelf.ts';
import { Problem } from './problem.ts';
import { presentBytes, readTable } from './tables.ts';

/** The mid rates of one fixing per unit of the reference currency, which is among them at 1. */
export interface SpanFixing {
  readonly date: IsoDate;
  readonly mids: ReadonlyMap<CurrencyCode, Ratio>;
}

export interface SpanWanted {
  readonly provider: KnownProvider;
  /** Dates that have a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  /** Null for all currencies. */
  readonly codes: ReadonlySet<CurrencyCode> | null;
}

/** The most figures of one answer, fixings × currencies: a year of all currencies, or two currencies of a century. */
export const FIGURES_MAX = 50_000;
/** Spans that are read at the same time in one process. Others wait, and what is more than that is asked to come again. */
const SPANS_MAX = 8;
const WAITING_MAX = 200;
const READS_AT_ONCE = 16;

export class SpanReader {
  readonly #shelf: Shelf;
  #inProgress = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** @throws Problem when the span is too large or too many are in progress; StoreDown */
  async *read(tree: Tree, wanted: SpanWanted): AsyncGenerator<SpanFixing> {
    if (wanted.dates.length * (wanted.codes?.size ?? 1) > FIGURES_MAX) throw tooLarge();
    let figures = 0;
    for await (const table of this.tables(tree, wanted)) {
      const mids = midsOf(table, wanted.codes);
      figures += mids.size;
      // A base that nobody asked to see is read as well, once in each fixing.
      if (figures > FIGURES_MAX + wanted.dates.length) throw tooLarge();
      yield { date: table.date, mids };
    }
  }

  /**
   * The tables of the dates, with the currencies that are wanted and the reference currency. How many figures there may
   * be is for the caller to judge.
   * @throws Problem when too many spans are in progress; StoreDown
   */
  async *tables(tree: Tree, wanted: SpanWanted): AsyncGenerator<Table> {
    await this.#enter();
    try {
      const { dates, codes } = wanted;
      const years = new Set(dates.map(toYear));
      if (codes !== null && codes.size * years.size < dates.length) yield* this.#fromYears(tree, wanted, codes);
      else yield* this.#fromTables(tree, wanted);
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#inProgress < SPANS_MAX) {
      this.#inProgress++;
      return;
    }
    if (this.#waiting.length >= WAITING_MAX) {
      throw new Problem(1503, 'too many spans are being read; ask again in a moment', { retryAfterSeconds: 1 });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the place to whoever has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inProgress--;
    else next();
  }

  async *#fromTables(tree: Tree, { provider, dates, codes }: SpanWanted): AsyncGenerator<Table> {
    for (let place = 0; place < dates.length; place += READS_AT_ONCE) {
      const batch = dates.slice(place, place + READS_AT_ONCE);
      yield* await Promise.all(batch.map((date) => this.#table(tree, tableFactsOf(provider, date), codes)));
    }
  }

  async #table(tree: Tree, facts: TableFacts, codes: SpanWanted['codes']): Promise<Table> {
    const path = tablePath(facts.provider, facts.date);
    const held = this.#shelf.held(tree, path);
    if (held !== null || codes === null) return readTable(held ?? (await this.#read(tree, path)), facts);
    const text = presentBytes(await this.#read(tree, path), facts).toString('utf8');
    return parseTable(linesOf(text, new Set([...codes, facts.reference])), facts);
  }

  /** The exact figures lie in the tree by currency and year, so that a year of two currencies is two reads and not 260. */
  async *#fromYears(tree: Tree, wanted: SpanWanted, codes: ReadonlySet<CurrencyCode>): AsyncGenerator<Table> {
    const { provider, dates } = wanted;
    for (const year of new Set(dates.map(toYear))) {
      const ofYear = dates.filter((date) => toYear(date) === year);
      const figures = await this.#figuresOf(tree, provider, ofYear, codes);
      if (figures === null) yield* this.#fromTables(tree, { provider, dates: ofYear, codes });
      else for (const date of ofYear) yield toTable(tableFactsOf(provider, date), figures.get(date) ?? []);
    }
  }

  /** By date. Null for a tree from before there were exact series, which has only rounded ones. */
  async #figuresOf(
    tree: Tree,
    provider: KnownProvider,
    dates: readonly IsoDate[],
    codes: ReadonlySet<CurrencyCode>,
  ): Promise<ReadonlyMap<IsoDate, (readonly [CurrencyCode, Figures])[]> | null> {
    const byDate = new Map(dates.map((date) => [date, [] as (readonly [CurrencyCode, Figures])[]]));
    const year = toYear(dates[0] as IsoDate);
    const references = new Set(dates.map((date) => referenceOn(provider.index.references, date)));
    // The reference currency is 1 in each table, and has a file only if it was quoted under another one in that year.
    const all = [...codes].filter((code) => references.size > 1 || !references.has(code));
    for (let place = 0; place < all.length; place += READS_AT_ONCE) {
      const batch = all.slice(place, place + READS_AT_ONCE);
      const read = await Promise.all(batch.map((code) => this.#exactRows(tree, provider, code, year)));
      for (const [offset, code] of batch.entries()) {
        const rows = read[offset];
        if (rows === undefined || rows === null) return null;
        for (const row of rows) byDate.get(dateOfRow(row))?.push([code, figuresOfRow(row)]);
      }
    }
    return byDate;
  }

  /** None for a currency that the year does not state; null where the tree has its series with rounded figures only. */
  async #exactRows(tree: Tree, { facts }: KnownProvider, code: CurrencyCode, year: string) {
    const path = exactPath(facts.code, code, year);
    const { bytes } = await this.#read(tree, path);
    if (bytes !== null) return exactRowsIn(path, bytes.toString('utf8'));
    const rounded = await this.#read(tree, seriesPath(facts.code, code, year, 'csv'));
    return rounded.bytes === null ? [] : null;
  }

  async #read(tree: Tree, path: TreePath): Promise<{ readonly bytes: Buffer | null }> {
    return this.#shelf.held(tree, path) ?? (await this.#shelf.fetch(tree, path));
  }
}

function toYear(date: IsoDate): string {
  return date.slice(0, 4);
}

/** The mid rates that the table states. @param codes null for all */
export function midsOf(table: Table, codes: ReadonlySet<CurrencyCode> | null): SpanFixing['mids'] {
  if (codes !== null) return new Map([...allMids(table)].filter(([code]) => codes.has(code)));
  const held = MIDS.get(table);
  const mids = held ?? allMids(table);
  MIDS.set(table, mids);
  return mids;
}

/** A snapshot looks at the same ten tables again and again. */
const MIDS = new WeakMap<Table, SpanFixing['mids']>();

function allMids({ figures }: Table): SpanFixing['mids'] {
  const mids = new Map<CurrencyCode, Ratio>();
  for (const [code, { mid }] of figures) if (mid !== null) mids.set(code, mid);
  return mids;
}

/** The header of a table and the rows of those currencies: to parse a whole table takes twenty times as long. */
function linesOf(text: string, codes: ReadonlySet<string>): string {
  const [header, ...rows] = text.trimEnd().split('\n');
  return `${[header, ...rows.filter((row) => codes.has(row.slice(0, 3)))].join('\n')}\n`;
}

/** @param files in the tree that hold more figures than an answer may */
export function tooLarge(files = 'v1/series'): Problem {
  return new Problem(
    1105,
    `span holds more than ${FIGURES_MAX} figures; ask for fewer days or currencies, or read ${files} of the tree`,
  );
}
