/**
 * The mean of a currency's figures as an authority states it: of the figures as published, in the direction in which
 * they were published. Of a bank that states lira per dollar it is the mean of lira per dollar, of which an answer in
 * dollars per lira gives one over, and never the mean of the inverses: that is another figure.
 */
import { Ratio } from './decimal.ts';
import { absolute, greatestCommonDivisor, tenTo, terminatingPlaces } from './digits.ts';

/** The mean of figures that a table states per one unit of its reference currency. */
export interface Mean {
  /** Exact, in the direction of publication. */
  readonly published: Ratio;
  /** Whether the figures were published the other way round than tables state them, as lira per dollar are. */
  readonly isInverse: boolean;
  /** The most decimal places with which one of the figures was published; null if they show no common direction. */
  readonly places: number | null;
  readonly days: number;
}

/** @param figures at least one; none is 0. @throws RangeError if there is none */
export function meanOf(figures: readonly Ratio[]): Mean {
  const isInverse = !figures.every(terminates) && figures.every((figure) => terminates(figure.inverse()));
  const published = isInverse ? figures.map((figure) => figure.inverse()) : figures;
  const places = mostPlaces(published);
  const sum = places === null ? published.reduce((total, figure) => total.plus(figure)) : sumOf(published, places);
  return { published: sum.over(Ratio.of(BigInt(published.length), 1n)), isInverse, places, days: published.length };
}

/** The sum of decimals, over one denominator from the start: that of 250 days would else have 2,000 digits. */
function sumOf(figures: readonly Ratio[], places: number): Ratio {
  const unit = tenTo(places);
  let total = 0n;
  for (const { numerator, denominator } of figures) total += (numerator * unit) / denominator;
  return Ratio.of(total, unit);
}

/**
 * The mean in units of the currency per one unit of the table's reference currency.
 * @param places rounds the mean half up, in the direction of publication, before it is turned; null leaves it exact
 */
export function inTable({ published, isInverse }: Mean, places: number | null): Ratio {
  const rounded = places === null ? published : Ratio.parse(published.round(places));
  // A mean that its rounding would make 0 could not be divided by.
  const stated = rounded.sign === 0 ? published : rounded;
  return isInverse ? stated.inverse() : stated;
}

function terminates(figure: Ratio): boolean {
  return placesOf(figure) !== null;
}

function mostPlaces(figures: readonly Ratio[]): number | null {
  let most = 0;
  for (const figure of figures) {
    const places = placesOf(figure);
    if (places === null) return null;
    if (places > most) most = places;
  }
  return most;
}

/** How many decimal places the figure needs, or null: every figure that a bank publishes needs a few. */
function placesOf({ numerator, denominator }: Ratio): number | null {
  return terminatingPlaces(denominator / greatestCommonDivisor(absolute(numerator), denominator));
}
