/**
 * Small lines of the last fixings beside rates. Only rows that are on the screen ask for theirs: behind a gateway in one
 * request for all of them, on a plain host as the files of their series.
 */
import { addDays } from '../../../wire/words/calendar.ts';
import type { IsoDate, Provider } from '../../../wire/words/schemas.ts';
import { spanOf } from '../base/asking.ts';
import { h } from '../base/dom.ts';
import { askedOf, readFigures, sidesOf } from '../base/fixings.ts';
import type { PageSource } from '../base/source.ts';
import { onScreen, readPoints } from './series.ts';
import { sparkOf } from './spark-svg.ts';

const FIXINGS = 30;
/** So many days have as many fixings of a daily list, feasts included. */
const DAYS = 48;
const WAIT_MS = 150;

interface SparksWanted {
  readonly provider: Provider;
  readonly base: string;
  readonly date: IsoDate;
  /** The currencies whose price is shown, in place of what one unit of the base is worth in them. */
  readonly turned: ReadonlySet<string>;
}

/** Returns the cell of a currency, which is filled when it comes into view. */
export function sparksOf(source: PageSource, wanted: SparksWanted): (currency: string) => HTMLElement {
  const cells = new Map<string, HTMLElement>();
  let waiting: string[] = [];
  let timer = 0;
  const fill = () => {
    const currencies = waiting;
    waiting = [];
    for (const [currency, values] of readAll(source, wanted, currencies)) {
      values.then(
        (found) => {
          const shown = wanted.turned.has(currency) ? found.map((value) => 1 / value) : found;
          cells.get(currency)?.replaceChildren(...sparkOf(shown.slice(-FIXINGS)));
        },
        // A rate is whole without its line; a key may not be for series.
        () => {},
      );
    }
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      waiting.push(target.getAttribute('data-currency') ?? '');
    }
    clearTimeout(timer);
    if (waiting.length > 0) timer = window.setTimeout(fill, WAIT_MS);
  });
  return (currency) => {
    const known = cells.get(currency);
    if (known !== undefined) return known;
    const cell = h('span', { class: 'spark', 'data-currency': currency });
    cells.set(currency, cell);
    observer.observe(cell);
    return cell;
  };
}

type Values = Promise<readonly number[]>;

function readAll(
  source: PageSource,
  { provider, base, date }: SparksWanted,
  currencies: readonly string[],
): readonly (readonly [string, Values])[] {
  const [asked, from] = [askedOf(provider, base), addDays(date, -DAYS)];
  if (source.host === 'files') {
    const { code, referenceCurrency: reference } = provider;
    const one = { provider: code, asked, reference, base, from, to: date, printed: null };
    return currencies.map((currency) => [
      currency,
      readPoints(source, { ...one, currency }).then((points) => points.map(({ mid }) => mid)),
    ]);
  }
  const all = readFigures(source, spanOf(asked, currencies.join(','), from, date));
  return currencies.map((currency) => [
    currency,
    all.then((rows) => {
      const own = rows.filter((row) => row.currency === currency);
      return own.flatMap((row) => sidesOf(row).mid ?? []).map(onScreen);
    }),
  ]);
}
