/** What other providers state about a pair near a day, which confirms a doubtful figure or does not. Pure. */
import type { Holding } from '../archive/holdings.ts';
import { type StandingRow, toStanding } from '../archive/rows.ts';
import { groupBy } from '../kit/group.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { type Bridges, toQuotes } from './bridges.ts';
import type { Quotes } from './crosses.ts';
import { daysAbout, isWitness, type WitnessRate, witnessRates } from './witness-rates.ts';

type Witness = Pick<Holding, 'definition' | 'archive'>;

/** Figures in quarantine are witnesses too, because two that contradict all others may both be right. */
export class Witnesses {
  readonly #rows = new Map<string, ReadonlyMap<IsoDate, readonly StandingRow[]>>();
  /** By provider what it states on each day that was asked for. */
  readonly #quotes = new Map<string, Map<IsoDate, Quotes | null>>();

  constructor(readonly holdings: readonly Witness[]) {}

  /**
   * Every figure of all providers but the doubted one, on the days near the date, as units of the quote per base.
   * @param bridges of the doubted provider, for those that do not quote its reference currency
   */
  about(bridges: Bridges, date: IsoDate, base: string, quote: string): readonly WitnessRate[] {
    const days = daysAbout(date);
    const own = bridges.on(date);
    return this.holdings
      .filter(({ definition }) => isWitness(definition, bridges.definition))
      .flatMap((other) =>
        days.flatMap((day) => {
          const theirs = this.#quotesOf(other, day);
          return theirs === null ? [] : witnessRates(other.definition.code, theirs, own, base, quote);
        }),
      );
  }

  #quotesOf(witness: Witness, date: IsoDate): Quotes | null {
    const { code } = witness.definition;
    const days = this.#quotes.get(code) ?? new Map<IsoDate, Quotes | null>();
    this.#quotes.set(code, days);
    const held = days.get(date);
    if (held !== undefined) return held;
    const quotes = this.#toQuotes(witness, date);
    days.set(date, quotes);
    return quotes;
  }

  #toQuotes({ definition, archive }: Witness, date: IsoDate): Quotes | null {
    const dates = this.#rows.get(definition.code) ?? groupBy(toStanding(archive), (row) => row.date);
    this.#rows.set(definition.code, dates);
    const rows = dates.get(date);
    return rows === undefined ? null : toQuotes(definition, date, rows);
  }
}
