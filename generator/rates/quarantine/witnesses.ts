/**
 * What providers state about each day: the figures of other providers, which may confirm a doubtful figure, and the
 * doubted source's own dollars and euros. A witness that does not quote the source's reference currency is compared
 * through those, so they are judged first. Pure.
 */

import { groupBy, remembered } from '../../kit/items.ts';
import type { Holding } from '../../sources/archive/archive.ts';
import { type ArchiveRow, levelOf, type ProviderArchive, toStanding } from '../../sources/archive/rows.ts';
import { type ProviderFacts, toReference } from '../../sources/feeds/provider.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { Copies } from './copies.ts';
import {
  BRIDGES,
  daysAbout,
  isWitness,
  type OwnBridges,
  type Quotes,
  type WitnessRate,
  witnessRates,
} from './witness-rates.ts';

type Witness = Pick<Holding, 'definition' | 'archive'>;

/** The quotations of a witness of one day, which are made when they are first asked for. */
class Stated {
  #theirs: Quotes | null = null;

  constructor(
    /** Of the witness among the holdings. */
    readonly place: number,
    readonly definition: ProviderFacts,
    readonly date: IsoDate,
    readonly rows: readonly ArchiveRow[],
  ) {}

  get theirs(): Quotes {
    this.#theirs ??= toQuotes(toReference(this.definition, this.date), this.rows);
    return this.#theirs;
  }
}

/** Figures in quarantine are witnesses too, because two that contradict all others may both be right. */
export class Witnesses {
  /** On a day of a long history few of a hundred witnesses state anything, and each day is asked about many times. */
  #byDay: ReadonlyMap<IsoDate, readonly Stated[]> | null = null;
  /** What is stated about the date that was asked last: a list has a hundred figures, and a history ten thousand dates. */
  #last: { readonly date: IsoDate; readonly stated: readonly Stated[] } | null = null;

  /** @param copies tells which providers repeat others, by what they stated in the weeks before */
  constructor(
    readonly holdings: readonly Witness[],
    readonly copies = new Copies(holdings),
  ) {}

  /**
   * Every figure of all providers but the doubted one, on the days near the date, as units of the quote per base.
   * @param bridges of the doubted provider, for those that do not quote its reference currency
   */
  about(bridges: Bridges, date: IsoDate, base: string, quote: string): readonly WitnessRate[] {
    const own = bridges.on(date);
    return this.#stated(date)
      .filter(({ definition }) => isWitness(definition, bridges.definition))
      .flatMap(({ definition, date: on, theirs }) =>
        witnessRates({ provider: definition.code, couldKnow: on >= date }, theirs, own, base, quote),
      );
  }

  /** How many others state anything on the days near the date. */
  speaking(doubted: ProviderFacts, date: IsoDate): number {
    const others = this.#stated(date).filter(({ definition }) => isWitness(definition, doubted));
    return new Set(others.map(({ place }) => place)).size;
  }

  #stated(date: IsoDate): readonly Stated[] {
    if (this.#last?.date === date) return this.#last.stated;
    this.#byDay ??= groupBy(this.holdings.flatMap(statedBy), (one) => one.date);
    const stated = daysAbout(date).flatMap((day) => this.#byDay?.get(day) ?? []);
    // Witness by witness, and of each its days in their order.
    stated.sort((left, right) => left.place - right.place);
    this.#last = { date, stated };
    return stated;
  }
}

function statedBy({ definition, archive }: Witness, place: number): readonly Stated[] {
  const byDate = groupBy(toStanding(archive), ({ date }) => date);
  return [...byDate].map(([date, rows]) => new Stated(place, definition, date, rows));
}

const NOTHING: Quotes = { reference: '', unitsOf: () => null };

/** The doubted provider's own dollars and euros of each day. */
export interface Bridges {
  readonly definition: ProviderFacts;
  on(date: IsoDate): OwnBridges;
}

/** @param doubted the figures that are no bridge; null for all */
export function toBridges(
  definition: ProviderFacts,
  archive: ProviderArchive,
  doubted: ReadonlySet<ArchiveRow> | null,
): Bridges {
  const own = { ...archive, rows: archive.rows.filter((row) => isBridge([toReference(definition, row.date)], row)) };
  const any = quotesByDate(definition, toStanding(own));
  const standing = quotesByDate(definition, doubted === null ? [] : toStanding(own, doubted));
  return { definition, on: (date) => ({ standing: standing(date) ?? NOTHING, any: any(date) ?? NOTHING }) };
}

/** Whether the row states dollars or euros against one of the source's reference currencies. */
export function isBridge(references: readonly string[], { base, quote }: ArchiveRow): boolean {
  return BRIDGES.some(
    (own) => (base === own && references.includes(quote)) || (quote === own && references.includes(base)),
  );
}

/** Null for a day without rows, as most days of a recording are. */
function quotesByDate(definition: ProviderFacts, rows: readonly ArchiveRow[]): (date: IsoDate) => Quotes | null {
  const byDate = groupBy(rows, ({ date }) => date);
  return remembered((date) => {
    const own = byDate.get(date);
    return own === undefined ? null : toQuotes(toReference(definition, date), own);
  });
}

/** Of two rows about a currency the first counts. */
export function toQuotes(reference: string, rows: readonly ArchiveRow[]): Quotes {
  const byCurrency = new Map<string, ArchiveRow>();
  for (const row of rows) {
    if (row.base !== reference && row.quote !== reference) continue;
    const currency = row.base === reference ? row.quote : row.base;
    if (!byCurrency.has(currency)) byCurrency.set(currency, row);
  }
  const unitsOf = remembered((currency: string) => {
    return currency === reference ? Ratio.one : unitsIn(byCurrency.get(currency), reference);
  });
  return { reference, unitsOf };
}

function unitsIn(row: ArchiveRow | undefined, reference: string): Ratio | null {
  if (row === undefined) return null;
  const level = levelOf(row);
  if (level.sign <= 0) return null;
  return row.quote === reference ? level.inverse() : level;
}
