/** How far apart a contributor's own figures of a currency have been. Pure. */
import { Ratio } from '../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/words/schemas.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

/**
 * The highest figure over the lowest of the contributor for which that is most; 1 if none has two figures. This is
 * worked out per EUR and per USD, and the smaller one counts.
 * @param windows each contributor's fixings that state the currency, EUR and USD
 */
export function widestRange(currency: CurrencyCode, windows: Windows): Ratio {
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
