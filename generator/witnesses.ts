/** What other providers state of a pair about a day: by them a doubtful figure is confirmed, or not. Pure. */
import { type ProviderArchive, type StandingRow, toStanding } from './archive.ts';
import { OUNCE_GRAMS, toReference } from './fixing.ts';
import { groupBy } from './group.ts';
import type { Observation, ProviderDefinition } from './provider.ts';
import { addDays } from './wire/calendar.ts';
import { Decimal, Ratio } from './wire/decimal.ts';
import type { IsoDate } from './wire/schemas.ts';

export interface Testimony {
  readonly provider: string;
  readonly date: IsoDate;
  /** Units of the quote per one unit of the base. */
  readonly rate: Ratio;
}

/** Sources date one afternoon's rate by that day, the next, or the next working day after a weekend. */
const [DAYS_BEFORE, DAYS_AFTER] = [1, 3];
const HALF = Ratio.of(1n, 2n);

/** Not affected by what is in quarantine: two that agree against the others may both be right. */
export class Witnesses {
  readonly #rows = new Map<string, ReadonlyMap<IsoDate, readonly StandingRow[]>>();

  constructor(
    readonly subjects: readonly { readonly definition: ProviderDefinition; readonly archive: ProviderArchive }[],
  ) {}

  /** Every figure of every provider but the one named, of the days about the date. */
  about(provider: string, date: IsoDate, base: string, quote: string): readonly Testimony[] {
    return this.subjects
      .filter(({ definition }) => definition.code !== provider && definition.obsolete !== true)
      .flatMap(({ definition, archive }) => {
        const dates = this.#rows.get(definition.code) ?? groupBy(toStanding(archive), (row) => row.date);
        this.#rows.set(definition.code, dates);
        return testimoniesOf(definition, dates, date, base, quote);
      });
  }
}

function testimoniesOf(
  definition: ProviderDefinition,
  dates: ReadonlyMap<IsoDate, readonly StandingRow[]>,
  date: IsoDate,
  base: string,
  quote: string,
): Testimony[] {
  const found: Testimony[] = [];
  for (let offset = -DAYS_BEFORE; offset <= DAYS_AFTER; offset++) {
    const day = addDays(date, offset);
    const rows = dates.get(day);
    if (rows === undefined) continue;
    const reference = toReference(definition, day);
    const [ofBase, ofQuote] = [unitsOf(rows, reference, base), unitsOf(rows, reference, quote)];
    if (ofBase !== null && ofQuote !== null)
      found.push({ provider: definition.code, date: day, rate: ofQuote.over(ofBase) });
  }
  return found;
}

/** The figure that a row is judged by: its mid, else the average of its sides, else its one side, per one unit (or ounce). */
export function levelOf({ per, unit, mid, bid, ask }: Observation): Ratio {
  const [low, high] = [bid || ask, ask || bid];
  const value =
    mid === '' ? Decimal.parse(low).plus(Decimal.parse(high)).toRatio().times(HALF) : Decimal.parse(mid).toRatio();
  const ofOne = value.over(Decimal.parse(per).toRatio());
  return unit === 'g' ? ofOne.times(OUNCE_GRAMS) : ofOne;
}

/** Units of the currency per one of the reference currency, or null where the provider does not quote it. */
function unitsOf(rows: readonly StandingRow[], reference: string, currency: string): Ratio | null {
  if (currency === reference) return Ratio.of(1n, 1n);
  const row = rows.find(
    ({ base, quote }) => (base === currency && quote === reference) || (base === reference && quote === currency),
  );
  if (row === undefined) return null;
  const level = levelOf(row);
  if (level.sign <= 0) return null;
  return row.quote === reference ? level.inverse() : level;
}
