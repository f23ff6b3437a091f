/**
 * The mean of a currency's figures as an authority states it: of the figures as published, in the direction in which
 * they were published. For a bank that states lira per dollar it is the mean of lira per dollar. An answer in dollars
 * per lira gives one over that mean, never the mean of the inverses, which is a different figure.
 */
import { Ratio } from './decimal.ts';
import { absolute, greatestCommonDivisor, powerOfTen, tenTo, terminatingPlaces } from './digits.ts';

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

/**
 * The direction is told from the figures: what a bank publishes is a decimal. If every figure is a decimal both
 * ways, such as 40 and 50 lira, the direction is that of the table. No month of 5,575 that banks have published in
 * the other direction was of this kind.
 * @param figures at least one; none is 0
 * @param isPublished false for figures that nobody published, such as those of GLOBAL: they have the direction of the
 * table, although one that was taken from a single bank may look like one over a decimal
 * @throws RangeError if there is no figure
 */
export function meanOf(figures: readonly Ratio[], isPublished = true): Mean {
  const placesInTable = mostPlaces(figures);
  const inverses = isPublished && placesInTable === null ? figures.map((figure) => figure.inverse()) : [];
  const placesOfInverses = inverses.length === 0 ? null : mostPlaces(inverses);
  const isInverse = placesOfInverses !== null;
  const published = isInverse ? inverses : figures;
  const places = placesInTable ?? placesOfInverses;
  const sum = places === null ? published.reduce((total, figure) => total.plus(figure)) : sumOf(published, places);
  return { published: sum.over(Ratio.of(BigInt(published.length), 1n)), isInverse, places, days: published.length };
}

/** The sum of decimals, over one denominator from the start: otherwise that of 250 days would have 2,000 digits. */
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

/** Null if one of the figures is no decimal. */
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
  // Most figures were read from a decimal. To see that costs a tenth of reducing them to lowest terms.
  const places = powerOfTen(denominator);
  if (places === 0 || (places !== null && numerator % 10n !== 0n)) return places;
  return terminatingPlaces(denominator / greatestCommonDivisor(absolute(numerator), denominator));
}
