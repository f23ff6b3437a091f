/**
 * Restates a figure in units per EUR on the date of a fixing: by its contributor's own EUR figure, by its USD figure
 * and GLOBAL's EUR/USD, or, if it is older, by the currency that it moves with. Pure.
 */
import { type Decimal, Ratio } from '../../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { BOTH, type Carrier, type Carriers } from './carrier.ts';
import { isWithin, type Rebased } from './consensus.ts';
import { type Fixing, midOf } from './fixing.ts';

/** What GLOBAL itself states on a date, with which figures of contributors are rebased or carried. */
export interface Bridge {
  readonly date: IsoDate;
  /** Null where GLOBAL has no EUR/USD. */
  readonly dollar: Decimal | null;
  /** GLOBAL's figure of an anchor, and the day of the oldest figure from which it is made; null if it is no median. */
  anchorOf(code: CurrencyCode): { readonly figure: Decimal; readonly since: IsoDate } | null;
  /** What carries a figure from an earlier day to the date. */
  carriersOf(currency: CurrencyCode): Carriers;
}

/** An anchor that moves a figure by more than this is not believed: the contributor may state it in its own way. */
export const ANCHOR_PERCENT = 2n;
const ANCHOR_SHARE = Ratio.of(ANCHOR_PERCENT, 100n);
const HALF = Ratio.of(1n, 2n);

/** What provenance says about a figure that is used. */
export function toUse(carrier: Carrier): string {
  if (carrier === EUR) return 'used';
  if (carrier === BOTH) return 'used, half by its USD figure and EUR/USD';
  return `used, by its ${carrier} figure and EUR/${carrier}`;
}

type Carried = Pick<Rebased, 'value' | 'carrier'>;

/** Null if there is nothing to rebase with. On USD itself GLOBAL's EUR/USD would only return itself. */
export function carry(currency: CurrencyCode, mid: Ratio, fixing: Fixing, bridge: Bridge | null): Carried | null {
  const [euro, own] = [midOf(EUR, fixing), midOf(USD, fixing)];
  const byEuro: Carried | null = euro === null ? null : { value: mid.over(euro), carrier: EUR };
  if (bridge === null || currency === USD || currency === EUR) return byEuro;
  const dollar = bridge.dollar?.toRatio() ?? null;
  const byDollar: Carried | null =
    own === null || dollar === null ? null : { value: mid.over(own.over(dollar)), carrier: USD };
  if (fixing.made >= bridge.date) return byEuro ?? byDollar;
  const { plain, anchor } = bridge.carriersOf(currency);
  const carried = byEuro === null || byDollar === null ? (byEuro ?? byDollar) : plainly(plain, byEuro, byDollar);
  if (carried === null || anchor === null) return carried;
  const byAnchor = anchored(mid, fixing, anchor, bridge);
  return byAnchor !== null && isWithin(ANCHOR_SHARE, byAnchor.value, carried.value) ? byAnchor : carried;
}

function plainly(carrier: Carrier, byEuro: Carried, byDollar: Carried): Carried {
  if (carrier === BOTH) return { value: byEuro.value.plus(byDollar.value).times(HALF), carrier: BOTH };
  return carrier === EUR ? byEuro : byDollar;
}

/** Null unless everything behind GLOBAL's figure of the anchor is newer. */
function anchored(mid: Ratio, fixing: Fixing, anchor: CurrencyCode, { anchorOf }: Bridge): Carried | null {
  const own = midOf(anchor, fixing);
  const stated = own === null ? null : anchorOf(anchor);
  if (own === null || stated === null || stated.since <= fixing.made) return null;
  return { value: mid.over(own).times(stated.figure.toRatio()), carrier: anchor };
}
