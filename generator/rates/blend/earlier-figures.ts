/**
 * A change of contributors is no move of the market. Where one bank is the only contributor left, its figure is
 * compared with the last figures of the banks that stated the currency before it. Pure.
 *
 * BDI stated 24 Cuban pesos per dollar until 11 February 2026 and then fell silent. On 4 March NBP's weekly list stated
 * 1 peso per dollar, and GLOBAL followed it without a word.
 */

import { Ratio } from '../../wire/exact/decimal.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, type ProviderCode, USD } from '../../wire/words/schemas.ts';
import { growthOf } from '../quarantine/steps.ts';
import type { Bridge } from './carrying.ts';
import { AGREEMENT_PERCENT, type FigureSource, type Rebased } from './consensus.ts';
import { canBeRebased, type Observed, toContributions } from './contributions.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';
import type { Statings } from './voices.ts';

/** The two are of different days, and so may be further apart than two of one day: each 5 % from their mean. */
const APART_MAX = Ratio.of(100n + AGREEMENT_PERCENT, 100n - AGREEMENT_PERCENT);

/** The last figure of a bank that no longer states the currency, beside that of the only bank that does. */
export interface EarlierFigure extends FigureSource {
  readonly currency: CurrencyCode;
  /** Units per EUR, carried to the date of the fixing. */
  readonly value: Ratio;
  readonly agrees: boolean;
}

interface Memory {
  /** Of the fixings of the last 45 days. */
  readonly statings: Statings;
  readonly bridge: Bridge;
  /** Contributors whose figure of the currency has no voice. */
  readonly silenced: ReadonlySet<ProviderCode>;
}

/**
 * A figure agrees with the only one if the two are no further apart than `APART_MAX` times the widest range in which a
 * single bank has stated the currency in the 45 days, per EUR or per USD.
 */
export function earlierFigures(currency: CurrencyCode, only: Rebased, memory: Memory): readonly EarlierFigure[] {
  const { statings, bridge, silenced } = memory;
  const others = statings.of(currency).filter(([newest]) => {
    return newest !== undefined && newest.provider !== only.provider && !silenced.has(newest.provider);
  });
  const last = others.flatMap((window) => toContributions(lastOf(currency, window), bridge).rebased);
  if (last.length === 0) return [];
  const bound = APART_MAX.times(widestRange(currency, statings.comparable(currency)));
  return last
    .map(({ provider, date, made, document, value }) => {
      const factor = growthOf(value, only.value);
      return { currency, provider, date, made, document, value, agrees: factor.compareTo(bound) <= 0 };
    })
    .sort((left, right) => compareTexts(left.provider, right.provider));
}

/**
 * Why a figure is disputed: more than half of the banks that stated the currency before stated something else. Null if
 * they did not.
 */
export function toDispute(earlier: readonly EarlierFigure[]): string | null {
  const denials = earlier.filter(({ agrees }) => !agrees);
  if (denials.length * 2 <= earlier.length) return null;
  const newest = denials.reduce((latest, one) => (one.made > latest.made ? one : latest));
  return `disputed: it is the only voice, and ${newest.provider} stated otherwise on ${newest.date}`;
}

/** None, or one: the contributor's newest figure that has a mid, as if it were not too old. */
function lastOf(currency: CurrencyCode, window: readonly Fixing[]): readonly Observed[] {
  for (const fixing of window) {
    const mid = midOf(currency, fixing);
    if (mid === null || !canBeRebased(fixing)) continue;
    const { provider, date, made, quotations } = fixing;
    const document = quotations.get(currency)?.document ?? '';
    return [{ provider, currency, date, made, document, mid, fixing, reason: null, isVoiceless: false }];
  }
  return [];
}

/**
 * The highest figure over the lowest of the contributor for which that is most; 1 if none has two figures. This is
 * worked out per EUR and per USD, and the smaller one counts.
 * @param windows each contributor's fixings that state the currency, EUR and USD
 */
function widestRange(currency: CurrencyCode, windows: Windows): Ratio {
  const [perEuro, perDollar] = [widest(currency, windows, EUR), widest(currency, windows, USD)];
  return perEuro.compareTo(perDollar) < 0 ? perEuro : perDollar;
}

function widest(currency: CurrencyCode, windows: Windows, against: CurrencyCode): Ratio {
  const ranges = windows.map((window) =>
    rangeOf(window.flatMap((fixing) => figureIn(currency, fixing, against) ?? [])),
  );
  return ranges.reduce((held, one) => (one.compareTo(held) > 0 ? one : held), Ratio.one);
}

function figureIn(currency: CurrencyCode, fixing: Fixing, against: CurrencyCode): Ratio | null {
  const [own, other] = [midOf(currency, fixing), midOf(against, fixing)];
  return own === null || other === null ? null : own.over(other);
}

function rangeOf([first = Ratio.one, ...more]: readonly Ratio[]): Ratio {
  const low = more.reduce((least, one) => (one.compareTo(least) < 0 ? one : least), first);
  const high = more.reduce((most, one) => (one.compareTo(most) > 0 ? one : most), first);
  return high.over(low);
}
