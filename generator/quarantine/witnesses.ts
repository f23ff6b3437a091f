/** What other providers state about a pair near a day, which confirms a doubtful figure or does not. Pure. */
import type { Holding } from '../archive/holdings.ts';
import { type StandingRow, toStanding } from '../archive/rows.ts';
import { canTestify, toReference } from '../feeds/provider.ts';
import { groupBy } from '../kit/group.ts';
import { addDays } from '../wire/calendar.ts';
import type { Ratio } from '../wire/decimal.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { Bridges } from './bridges.ts';
import { crossOf, type Quotes } from './crosses.ts';

export interface Testimony {
  readonly provider: string;
  readonly date: IsoDate;
  /** Units of the quote per one unit of the base. */
  readonly rate: Ratio;
  /** True if it could only be compared through a figure of the doubted provider that does not stand itself. */
  readonly byHeld: boolean;
}

type Witness = Pick<Holding, 'definition' | 'archive'>;

/** Sources date the rate of an afternoon by that day, by the next day, or by the next working day after a weekend. */
const [DAYS_BEFORE, DAYS_AFTER] = [1, 3];

/** Figures in quarantine are witnesses too, because two that contradict all others may both be right. */
export class Witnesses {
  readonly #rows = new Map<string, ReadonlyMap<IsoDate, readonly StandingRow[]>>();

  constructor(readonly holdings: readonly Witness[]) {}

  /**
   * Every figure of all providers but the doubted one, on the days near the date, as units of the quote per base.
   * @param bridges of the doubted provider, for those that do not quote its reference currency
   */
  about(bridges: Bridges, date: IsoDate, base: string, quote: string): readonly Testimony[] {
    const doubted = bridges.definition;
    const days = Array.from({ length: DAYS_BEFORE + 1 + DAYS_AFTER }, (_, index) => addDays(date, index - DAYS_BEFORE));
    return this.holdings
      .filter(({ definition }) => definition.code !== doubted.code && canTestify(definition, doubted))
      .flatMap((other) =>
        days.flatMap((day) => {
          const theirs = this.#quotesOf(other, day);
          if (theirs === null) return [];
          const said = crossOf(theirs, base, quote) ?? bridges.cross(theirs, date, base, quote);
          const rate = said ?? bridges.crossOfHeld(theirs, date, base, quote);
          return rate === null ? [] : [{ provider: other.definition.code, date: day, rate, byHeld: said === null }];
        }),
      );
  }

  #quotesOf({ definition, archive }: Witness, date: IsoDate): Quotes | null {
    const dates = this.#rows.get(definition.code) ?? groupBy(toStanding(archive), (row) => row.date);
    this.#rows.set(definition.code, dates);
    const rows = dates.get(date);
    return rows === undefined ? null : { reference: toReference(definition, date), rows };
  }
}
