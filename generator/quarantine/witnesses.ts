/** What other providers state about a pair near a day, which confirms a doubtful figure or does not. Pure. */
import type { Holding } from '../archive/holdings.ts';
import { levelOf } from '../archive/per-unit.ts';
import { type StandingRow, toStanding } from '../archive/rows.ts';
import { type ProviderDefinition, toReference } from '../feeds/provider.ts';
import { groupBy } from '../kit/group.ts';
import { addDays } from '../wire/calendar.ts';
import { Ratio } from '../wire/decimal.ts';
import type { IsoDate } from '../wire/schemas.ts';

export interface Testimony {
  readonly provider: string;
  readonly date: IsoDate;
  /** Units of the quote per one unit of the base. */
  readonly rate: Ratio;
}

type Witness = Pick<Holding, 'definition' | 'archive'>;

/** Everything that a provider states for a day. */
interface Quotes {
  readonly reference: string;
  readonly rows: readonly StandingRow[];
}

/** Sources date the rate of an afternoon by that day, by the next day, or by the next working day after a weekend. */
const [DAYS_BEFORE, DAYS_AFTER] = [1, 3];
/** Two providers that do not quote each other's reference currency are compared through one of these. */
const BRIDGES = ['USD', 'EUR'];

/** Figures in quarantine are witnesses too, because two that contradict all others may both be right. */
export class Witnesses {
  readonly #rows = new Map<string, ReadonlyMap<IsoDate, readonly StandingRow[]>>();

  constructor(readonly holdings: readonly Witness[]) {}

  /** Every figure of all providers but the named one, on the days near the date, as units of the quote per base. */
  about(provider: string, date: IsoDate, base: string, quote: string): readonly Testimony[] {
    const own = this.holdings.find(({ definition }) => definition.code === provider);
    const quotes = own === undefined ? null : this.#quotesOf(own, date);
    if (own === undefined || quotes === null) return [];
    const days = Array.from({ length: DAYS_BEFORE + 1 + DAYS_AFTER }, (_, index) => addDays(date, index - DAYS_BEFORE));
    return this.holdings
      .filter((other) => other !== own && canTestify(other.definition, own.definition))
      .flatMap((other) => this.#testimonies(other, quotes, days, base, quote));
  }

  #testimonies(
    other: Witness,
    own: Quotes,
    days: readonly IsoDate[],
    base: string,
    quote: string,
  ): readonly Testimony[] {
    return days.flatMap((day) => {
      const theirs = this.#quotesOf(other, day);
      const rate = theirs === null ? null : (crossOf(theirs, base, quote) ?? bridgedCross(theirs, own, base, quote));
      return rate === null ? [] : [{ provider: other.definition.code, date: day, rate }];
    });
  }

  #quotesOf({ definition, archive }: Witness, date: IsoDate): Quotes | null {
    const dates = this.#rows.get(definition.code) ?? groupBy(toStanding(archive), (row) => row.date);
    this.#rows.set(definition.code, dates);
    const rows = dates.get(date);
    return rows === undefined ? null : { reference: toReference(definition, date), rows };
  }
}

/** A month's average says nothing about its last day, so a monthly provider testifies about monthly ones only. */
function canTestify({ obsolete = false, monthly = false }: ProviderDefinition, doubted: ProviderDefinition): boolean {
  return !obsolete && (!monthly || doubted.monthly === true);
}

/** Units of the quote per one unit of the base, or null if the provider does not quote both. */
function crossOf(quotes: Quotes, base: string, quote: string): Ratio | null {
  const [ofBase, ofQuote] = [unitsOf(quotes, base), unitsOf(quotes, quote)];
  return ofBase === null || ofQuote === null ? null : ofQuote.over(ofBase);
}

/** NBU quotes silver but no roubles. Its silver in dollars is combined with the doubted source's own dollars in roubles. */
function bridgedCross(theirs: Quotes, own: Quotes, base: string, quote: string): Ratio | null {
  for (const bridge of BRIDGES) {
    const isBaseOwn = base === own.reference;
    const [first, second] = isBaseOwn ? [own, theirs] : [theirs, own];
    const [toBridge, fromBridge] = [crossOf(first, base, bridge), crossOf(second, bridge, quote)];
    if (toBridge !== null && fromBridge !== null) return toBridge.times(fromBridge);
  }
  return null;
}

/** Units of the currency per one unit of the reference currency, or null if the provider does not quote it. */
function unitsOf({ reference, rows }: Quotes, currency: string): Ratio | null {
  if (currency === reference) return Ratio.of(1n, 1n);
  const row = rows.find(
    ({ base, quote }) => (base === currency && quote === reference) || (base === reference && quote === currency),
  );
  if (row === undefined) return null;
  const level = levelOf(row);
  if (level.sign <= 0) return null;
  return row.quote === reference ? level.inverse() : level;
}
