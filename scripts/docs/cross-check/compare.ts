/** How far apart two providers are that quote a currency on one date, rebased to a currency that both quote. Pure. */

import type { Fixing } from '../../../generator/rates/blend/fixing.ts';
import type { History } from '../../../generator/rates/blend/history.ts';
import { growthOf } from '../../../generator/rates/quarantine/steps.ts';
import { Ratio } from '../../../generator/wire/exact/decimal.ts';
import { compareTexts } from '../../../generator/wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../../../generator/wire/words/schemas.ts';

export interface Apart {
  readonly date: IsoDate;
  readonly currency: string;
  /** In the order of their codes. */
  readonly providers: readonly [string, string];
  /** The currency in which the two were compared. */
  readonly base: string;
  /** The larger rate divided by the smaller one. */
  readonly factor: Ratio;
}

export interface Comparison {
  /** The number of pairs of figures that were compared. */
  readonly compared: number;
  readonly apart: readonly Apart[];
}

interface Rates {
  readonly provider: string;
  /** Units per unit of the reference currency, which is in the map at 1. */
  readonly units: ReadonlyMap<string, Ratio>;
}

/** The currency in which two providers are compared, and the figure of each provider for it. */
interface Base {
  readonly code: string;
  readonly left: Ratio;
  readonly right: Ratio;
}

/** Tried in this order. */
const BASES = ['USD', 'EUR'];

/**
 * Compares every two fixings of one date, so a monthly list is compared on its own date.
 * @param limit the factor above which two figures are apart: 1.02 for 2 %
 */
export function compareProviders(histories: readonly History[], limit: Ratio): Comparison {
  const byDate = new Map<IsoDate, History[]>();
  for (const history of [...histories].sort((left, right) => compareTexts(left.provider, right.provider))) {
    for (const date of history.dates) byDate.set(date, [...(byDate.get(date) ?? []), history]);
  }
  let compared = 0;
  const apart: Apart[] = [];
  for (const [date, present] of [...byDate].sort(([left], [right]) => compareTexts(left, right))) {
    if (present.length < 2) continue;
    const rates = present.map((history) => toRates(history.fixing(date)));
    for (const [index, left] of rates.entries()) {
      for (const right of rates.slice(index + 1)) {
        const found = comparePair(date, left, right, limit);
        compared += found.compared;
        apart.push(...found.apart);
      }
    }
  }
  return { compared, apart };
}

function comparePair(date: IsoDate, left: Rates, right: Rates, limit: Ratio): Comparison {
  const base = toBase(left, right);
  if (base === null) return { compared: 0, apart: [] };
  let compared = 0;
  const apart: Apart[] = [];
  for (const [currency, units] of left.units) {
    const others = right.units.get(currency);
    if (others === undefined || currency === base.code) continue;
    compared++;
    const [one, other] = [units.over(base.left), others.over(base.right)];
    const factor = growthOf(one, other);
    if (factor.compareTo(limit) <= 0) continue;
    apart.push({ date, currency, providers: [left.provider, right.provider], base: base.code, factor });
  }
  return { compared, apart };
}

/** Returns null if there is no such currency: then nothing of the two can be compared. */
function toBase({ units: ofLeft }: Rates, { units: ofRight }: Rates): Base | null {
  for (const code of BASES) {
    const [left, right] = [ofLeft.get(code), ofRight.get(code)];
    if (left !== undefined && right !== undefined) return { code, left, right };
  }
  return null;
}

function toRates({ provider, reference, quotations }: Fixing): Rates {
  const units = new Map<CurrencyCode, Ratio>([[reference, Ratio.of(1n, 1n)]]);
  for (const [code, { mid }] of quotations) if (mid !== null) units.set(code, mid);
  return { provider, units };
}
