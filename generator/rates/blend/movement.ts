/** What other contributors stated about a list's currencies while the list repeated. Pure. */

import { Decimal, Ratio } from '../../wire/exact/decimal.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { DAILY_DAYS_MAX, type Fixing, ownQuotation, type Windows } from './fixing.ts';

/**
 * A cross of pegged currencies stays within 0.3 % of where it was. Riyal and dirham are fixed in dollars, and yet the
 * banks that state them move them a little, because of rounding and of the hour: in March 2026 by 0.1 % over a week for
 * the riyal at five banks of eight, and by 0.3 % at most for the Qatari riyal.
 */
export const PEG_NOISE_PERCENT = '0.3';
const PEG_NOISE = Decimal.parse(PEG_NOISE_PERCENT).over(Decimal.parse('100')).plus(Ratio.one);

/** A bank's figures of the list's currencies, in units per its reference currency. */
type Levels = ReadonlyMap<CurrencyCode, Ratio>;

/**
 * How many of the publications count: the first, and each one before which at least half of the other banks that state
 * two of the currencies moved. On a Sunday or a world-wide holiday nobody does, and currencies pegged to one another
 * never do.
 * @param dates on which publications of the same figures were made, oldest first
 * @param others the other contributors' fixings, newest first
 */
export function countWhileOthersMoved(
  dates: readonly IsoDate[],
  currencies: ReadonlySet<CurrencyCode>,
  others: Windows,
): number {
  const stated = others.map((window) => dates.map((date) => levelsOn(date, window, currencies)));
  const floating = stated.map(isFloating);
  const counted = dates.filter((_, place) => {
    if (place === 0) return true;
    const steps = stated.flatMap((levels, bank) => {
      const [from, to] = [levels[place - 1], levels[place]];
      return from == null || to == null ? [] : [floating[bank] === true && moveOf(from, to).compareTo(Ratio.one) > 0];
    });
    const moved = steps.filter((hasMoved) => hasMoved).length;
    return moved > 0 && moved * 2 >= steps.length;
  });
  return counted.length;
}

/**
 * Whether the bank's figures can tell a frozen list from a list of pegs. Nothing is pegged to both the euro and the
 * dollar, so a bank that states both needs no bound; for any other list a cross must have moved further than those of
 * pegs.
 */
function isFloating(levels: readonly (Levels | null)[]): boolean {
  const known = levels.filter((one) => one !== null);
  const [first] = known;
  if (first === undefined) return false;
  return known.some((one) => (one.has(EUR) && one.has(USD)) || moveOf(first, one).compareTo(PEG_NOISE) > 0);
}

/** The newest figures that the bank had stated by the date, if they are for two of the currencies; else null. */
function levelsOn(date: IsoDate, window: readonly Fixing[], currencies: ReadonlySet<CurrencyCode>): Levels | null {
  const oldest = addDays(date, -DAILY_DAYS_MAX);
  for (const fixing of window) {
    if (fixing.made > date) continue;
    if (fixing.made < oldest) return null;
    const levels = levelsIn(fixing, currencies);
    if (levels.size >= 2) return levels;
  }
  return null;
}

function levelsIn(fixing: Fixing, currencies: ReadonlySet<CurrencyCode>): Levels {
  const { reference } = fixing;
  const levels = new Map<CurrencyCode, Ratio>(currencies.has(reference) ? [[reference, Ratio.one]] : []);
  for (const code of currencies) {
    const quotation = ownQuotation(code, fixing);
    if (quotation === null || quotation.weekly || quotation.mid === null) continue;
    levels.set(code, quotation.mid);
  }
  return levels;
}

/** How far the cross that moved most has moved: 1 if none has. Two crosses differ by the quotient of their changes. */
function moveOf(from: Levels, to: Levels): Ratio {
  const changes = [...to].flatMap(([code, level]) => {
    const before = from.get(code);
    return before === undefined ? [] : [level.over(before)];
  });
  const [low, ...more] = changes.sort((left, right) => left.compareTo(right));
  const high = more.at(-1);
  return low === undefined || high === undefined ? Ratio.one : high.over(low);
}
