/** The rates of one release as dialects ask for them: whole fixings, spans, and crosses in any base that is quoted. */

import { type TreePath, tablePath } from '../../generator/wire/answers/paths.ts';
import { datesWithin, fixingFor } from '../../generator/wire/answers/provider-index.ts';
import type { Table } from '../../generator/wire/answers/table.ts';
import { quotes as isQuoted, toConversion } from '../../generator/wire/answers/views.ts';
import { Decimal } from '../../generator/wire/exact/decimal.ts';
import { type Catalogue, type KnownProvider, tableFactsOf } from '../../generator/wire/release/catalogue.ts';
import type { Tree } from '../../generator/wire/release/tree-file.ts';
import { addDays } from '../../generator/wire/words/calendar.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/words/schemas.ts';
import { readTable } from '../request/perform/perform.ts';
import type { SpanReader, SpanWanted } from '../request/perform/span.ts';
import { type Now, toDueProblem } from '../request/plan/due.ts';
import { FIGURES_MAX, tooLarge } from '../request/plan/series-plan.ts';
import { Problem } from '../request/query/problem.ts';
import type { FileReader, ShelfEntry } from '../trees/shelf.ts';

interface Sources {
  readonly catalogue: Catalogue;
  readonly shelf: FileReader;
  readonly spans: SpanReader;
  readonly moment: AnswerTimes;
}

/** The times that answers state. */
export interface AnswerTimes extends Now {
  /** When the release was published last, in milliseconds since 1970. */
  readonly releasedMs: number;
  /** When GLOBAL's next publication is due, in milliseconds since 1970; it is to come. */
  readonly nextMs: number;
}

interface CrossesWanted {
  readonly base: CurrencyCode;
  /** Null for all, the base included. */
  readonly quotes: ReadonlySet<CurrencyCode> | null;
  /** Of the base; 1 unless something else is given. */
  readonly amount?: Decimal;
}

/** The ECB's history counts 290,000 with the gaps in it. */
const WHOLE_FIGURES_MAX = 400_000;

/** In the order of codes. */
export type Crosses = readonly (readonly [code: CurrencyCode, rate: string])[];

export class Rates {
  readonly #sources: Sources;
  /** Of which the files are that have been read so far. */
  #tree: Tree | null = null;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  get catalogue(): Catalogue {
    return this.#sources.catalogue;
  }

  /** The id of the release that the answer comes from. */
  get release(): string {
    return (this.#tree ?? this.catalogue.tree).release.release;
  }

  get now(): Now {
    return this.#sources.moment;
  }

  get today(): IsoDate {
    return this.now.today;
  }

  /** @throws Problem for a day after the newest fixing, if a later one was due */
  refuseOverdue(provider: KnownProvider, day: IsoDate): void {
    const problem = toDueProblem(day, provider, this.catalogue, this.now);
    if (problem !== null) throw problem;
  }

  /** @returns milliseconds since 1970 */
  get releasedMs(): number {
    return this.#sources.moment.releasedMs;
  }

  /** @returns milliseconds since 1970 */
  get nextMs(): number {
    return this.#sources.moment.nextMs;
  }

  /** @param date of a fixing of the provider @throws StoreError */
  async table(provider: KnownProvider, date: IsoDate): Promise<Table> {
    return readTable(await this.#read(tablePath(provider.facts.code, date)), tableFactsOf(provider, date));
  }

  /** @throws Problem when the span is too large, StoreError */
  span(wanted: SpanWanted): AsyncGenerator<Table> {
    const { dates, codes } = wanted;
    if (dates.length * (codes?.size ?? 1) > FIGURES_MAX) throw tooLarge();
    return this.#sources.spans.read(this.catalogue.tree, wanted);
  }

  /**
   * Fixings of all currencies, which may be all that a bank has published in thirty years. They are read by the year
   * where that takes fewer files. @throws as `span`
   */
  wholeSpan(provider: KnownProvider, dates: readonly IsoDate[], codes = provider.quoted): AsyncGenerator<Table> {
    if (dates.length * (codes?.size ?? 0) > WHOLE_FIGURES_MAX) {
      throw new Problem(1105, `there are more than ${WHOLE_FIGURES_MAX} figures; read v1/series of the tree`);
    }
    return this.#sources.spans.read(this.catalogue.tree, { provider, dates, codes }, WHOLE_FIGURES_MAX);
  }

  /** See SpanReader. @throws ClientGone */
  worked(figures: number): Promise<void> {
    return this.#sources.spans.worked(figures);
  }

  /** Leaves out fixings that quote none of the currencies. @throws as `span` */
  async *crosses(provider: KnownProvider, dates: readonly IsoDate[], wanted: CrossesWanted) {
    for await (const table of this.span({ provider, dates, codes: codesOf(wanted) })) {
      const crosses = crossesIn(table, wanted);
      if (crosses.length > 0) yield { date: table.date, crosses };
    }
  }

  /** The bytes of a file of the tree, or null if there is none. @throws StoreError */
  async file(path: TreePath): Promise<Buffer | null> {
    return (await this.#read(path)).bytes;
  }

  /** While the store is down, the shelf gives files of an older release; an answer must not mix two. */
  async #read(path: TreePath): Promise<ShelfEntry> {
    const { shelf, catalogue } = this.#sources;
    const entry = shelf.held(catalogue.tree, path) ?? (await shelf.read(catalogue.tree, path));
    this.#tree ??= entry.tree;
    if (this.#tree === entry.tree) return entry;
    throw new Problem(1503, 'the release is being replaced; ask again in a moment', 1);
  }
}

/** Empty if the base is not quoted. Each rate is divided and rounded once. */
export function crossesIn(table: Table, { base, quotes, amount = Decimal.one }: CrossesWanted): Crosses {
  if (!isQuoted(table, base)) return [];
  const { conversions } = toConversion(table, { base, to: quotes, amount, places: 'fine' });
  return conversions.map(({ currency, convertedAmount }) => [currency, convertedAmount] as const);
}

/** The currencies that are read for the crosses; null for all. */
export function codesOf({ base, quotes }: CrossesWanted): ReadonlySet<CurrencyCode> | null {
  return quotes === null ? null : new Set([...quotes, base]);
}

/** Dates of the fixings that are so many days old at most on that day, or valid on it; oldest first. */
export function datesUpTo(provider: KnownProvider, day: IsoDate, ageDaysMax: number): readonly IsoDate[] {
  const recent = datesWithin(provider.index, addDays(day, -ageDaysMax), day);
  const valid = fixingFor(provider.index, day);
  return valid === null || recent.includes(valid) ? recent : [valid, ...recent];
}
