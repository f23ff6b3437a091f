/**
 * The fixings of a span of dates, read oldest first and a few at a time, so that a long span needs no more memory than
 * a short one. What is read for a span is not kept: one long question would push out the files of all others.
 */
import { type KnownProvider, tableFactsOf } from '../generator/wire/catalogue.ts';
import { Decimal, type Ratio } from '../generator/wire/decimal.ts';
import { seriesPath, type TreePath, tablePath } from '../generator/wire/paths.ts';
import { referenceOn } from '../generator/wire/provider-index.ts';
import type { CurrencyCode, IsoDate } from '../generator/wire/schemas.ts';
import type { Tree } from '../generator/wire/served-tree.ts';
import { parseTable, type Table, type TableFacts } from '../generator/wire/table.ts';
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
  /**
   * False where figures of the reference currency, rounded to 10 places, are enough: those lie in the tree by currency
   * and year, so that a year is one read and not 260.
   */
  readonly exact: boolean;
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
    await this.#enter();
    try {
      let figures = 0;
      for await (const fixing of this.#fixings(tree, wanted)) {
        figures += fixing.mids.size;
        // A base that nobody asked to see is read as well, once in each fixing.
        if (figures > FIGURES_MAX + wanted.dates.length) throw tooLarge();
        yield fixing;
      }
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

  #fixings(tree: Tree, wanted: SpanWanted): AsyncGenerator<SpanFixing> {
    const { dates, codes, exact, provider } = wanted;
    const years = new Set(dates.map(toYear));
    const references = new Set(dates.map((date) => referenceOn(provider.index.references, date)));
    const fewer = codes !== null && codes.size * years.size < dates.length;
    if (exact || !fewer || references.size > 1) return this.#fromTables(tree, wanted);
    return this.#fromSeries(tree, wanted, codes);
  }

  async *#fromTables(tree: Tree, { provider, dates, codes }: SpanWanted): AsyncGenerator<SpanFixing> {
    for (let place = 0; place < dates.length; place += READS_AT_ONCE) {
      const batch = dates.slice(place, place + READS_AT_ONCE);
      const read = batch.map((date) => this.#table(tree, tableFactsOf(provider, date), codes));
      yield* await Promise.all(read);
    }
  }

  async #table(tree: Tree, facts: TableFacts, codes: SpanWanted['codes']): Promise<SpanFixing> {
    const path = tablePath(facts.provider, facts.date);
    const held = this.#shelf.held(tree, path);
    const { date } = facts;
    if (held !== null || codes === null) {
      return { date, mids: midsOf(readTable(held ?? (await this.#read(tree, path)), facts), codes) };
    }
    const text = presentBytes(await this.#read(tree, path), facts).toString('utf8');
    return { date, mids: midsOf(parseTable(linesOf(text, codes), facts), codes) };
  }

  async *#fromSeries(tree: Tree, wanted: SpanWanted, codes: ReadonlySet<CurrencyCode>): AsyncGenerator<SpanFixing> {
    const { provider, dates } = wanted;
    const reference = referenceOn(provider.index.references, dates[0] as IsoDate);
    for (const year of new Set(dates.map(toYear))) {
      const ofYear = new Map<IsoDate, Map<CurrencyCode, Ratio>>(
        dates.filter((date) => toYear(date) === year).map((date) => [date, new Map()]),
      );
      for (const code of codes) {
        if (code === reference) {
          for (const mids of ofYear.values()) mids.set(code, ONE);
          continue;
        }
        const { bytes } = await this.#read(tree, seriesPath(provider.facts.code, code, year, 'csv'));
        for (const [date, mid] of rowsOf(bytes?.toString('utf8') ?? '')) ofYear.get(date)?.set(code, mid);
      }
      for (const [date, mids] of ofYear) yield { date, mids };
    }
  }

  async #read(tree: Tree, path: TreePath): Promise<{ readonly bytes: Buffer | null }> {
    return this.#shelf.held(tree, path) ?? (await this.#shelf.fetch(tree, path));
  }
}

const ONE = Decimal.one.toRatio();

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

/** Dates and mid rates of a series; rows without a mid are left out. */
function* rowsOf(csv: string): Generator<readonly [IsoDate, Ratio]> {
  for (const row of csv.split('\r\n').slice(1)) {
    const [date, mid] = row.split(',');
    if (date !== undefined && mid !== undefined && mid !== '') yield [date as IsoDate, Decimal.parse(mid).toRatio()];
  }
}

function tooLarge(): Problem {
  return new Problem(
    1105,
    `span holds more than ${FIGURES_MAX} figures; ask for fewer days or currencies, or read v1/series of the tree`,
  );
}
