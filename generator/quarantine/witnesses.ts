/** What other providers state about a pair near a day, which confirms a doubtful figure or does not. Pure. */
import type { Holding } from '../archive/holdings.ts';
import { toStanding } from '../archive/rows.ts';
import { groupBy } from '../kit/group.ts';
import { remembered } from '../kit/once.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { type Bridges, toQuotes } from './bridges.ts';
import type { Quotes } from './crosses.ts';
import { daysAbout, isWitness, type WitnessRate, witnessRates } from './witness-rates.ts';

type Witness = Pick<Holding, 'definition' | 'archive'>;

/** Figures in quarantine are witnesses too, because two that contradict all others may both be right. */
export class Witnesses {
  /** Each day of a witness is asked about for many figures. */
  readonly #quotesOf = remembered(quotesByDate);

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
      .flatMap((witness) =>
        days.flatMap((day) => {
          const theirs = this.#quotesOf(witness)(day);
          return theirs === null ? [] : witnessRates(witness.definition.code, theirs, own, base, quote);
        }),
      );
  }
}

/** Null for a day without rows. */
function quotesByDate({ definition, archive }: Witness): (date: IsoDate) => Quotes | null {
  const byDate = groupBy(toStanding(archive), (row) => row.date);
  return remembered((date) => {
    const rows = byDate.get(date);
    return rows === undefined ? null : toQuotes(definition, date, rows);
  });
}
