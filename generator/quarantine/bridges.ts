/**
 * The doubted source's own dollars and euros. A witness that does not quote the source's reference currency is compared
 * through them, so they must have stood up to the judgement of others first. Pure.
 */
import { type ArchiveRow, type ProviderArchive, type StandingRow, toStanding } from '../archive/rows.ts';
import { type ProviderDefinition, toReference } from '../feeds/provider.ts';
import { groupBy } from '../kit/group.ts';
import type { Ratio } from '../wire/decimal.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { crossOf, type Quotes } from './crosses.ts';

const CURRENCIES = ['USD', 'EUR'];

/** True for a row that states dollars or euros against the source's reference currency. */
export function isBridge(definition: ProviderDefinition, { date, base, quote }: ArchiveRow): boolean {
  if (!CURRENCIES.includes(base) && !CURRENCIES.includes(quote)) return false;
  const reference = toReference(definition, date);
  return CURRENCIES.some((own) => (base === own && quote === reference) || (base === reference && quote === own));
}

type RowsByDate = ReadonlyMap<IsoDate, readonly StandingRow[]>;

export class Bridges {
  readonly #standing: RowsByDate;
  readonly #any: RowsByDate;

  /** @param heldBack the figures that are no bridge; null for all */
  constructor(
    readonly definition: ProviderDefinition,
    archive: ProviderArchive,
    heldBack: ReadonlySet<ArchiveRow> | null,
  ) {
    const own = { ...archive, rows: archive.rows.filter((row) => isBridge(definition, row)) };
    this.#any = groupBy(toStanding(own), ({ date }) => date);
    this.#standing = heldBack === null ? new Map() : groupBy(toStanding(own, heldBack), ({ date }) => date);
  }

  /**
   * NBU quotes silver but no roubles. Its silver in dollars is combined with the doubted source's own dollars in
   * roubles. The source's own dollars are never a bridge for its dollars: they would testify for themselves.
   */
  cross(theirs: Quotes, date: IsoDate, base: string, quote: string): Ratio | null {
    return this.#crossBy(this.#standing, theirs, date, base, quote);
  }

  /** The same through figures that are held back or not judged yet: they may deny, but they confirm nothing. */
  crossOfHeld(theirs: Quotes, date: IsoDate, base: string, quote: string): Ratio | null {
    return this.#crossBy(this.#any, theirs, date, base, quote);
  }

  #crossBy(rows: RowsByDate, theirs: Quotes, date: IsoDate, base: string, quote: string): Ratio | null {
    const own = { reference: toReference(this.definition, date), rows: rows.get(date) ?? [] };
    for (const bridge of CURRENCIES) {
      if (bridge === base || bridge === quote) continue;
      const [first, second] = base === own.reference ? [own, theirs] : [theirs, own];
      const [toBridge, fromBridge] = [crossOf(first, base, bridge), crossOf(second, bridge, quote)];
      if (toBridge !== null && fromBridge !== null) return toBridge.times(fromBridge);
    }
    return null;
  }
}
