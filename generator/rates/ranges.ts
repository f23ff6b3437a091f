/** In how wide a range contributors have stated a currency. Pure. */
import { Ratio } from '../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/words/schemas.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

/**
 * The highest figure divided by the lowest, for the contributor for which it is most; 1 if none has two figures. Of the
 * widest range per EUR and that per USD the smaller one.
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
