/**
 * What each bank last stated of each currency, in units per EUR, beside what it had stated in the weeks before. Figures
 * in quarantine are voices, too. Pure.
 */

import { groupBy } from '../../kit/items.ts';
import { madeOn } from '../../rates/blend/fixing.ts';
import { isFresh } from '../../rates/blend/voices.ts';
import type { Quotes } from '../../rates/quarantine/witness-rates.ts';
import { toQuotes } from '../../rates/quarantine/witnesses.ts';
import { type ArchiveRow, type ProviderArchive, toStanding } from '../../sources/archive/rows.ts';
import { type ProviderFacts, toReference } from '../../sources/feeds/provider.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { type CurrencyCode, currencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';

export interface Level {
  /** The date of the list, and the day on which it was made. */
  readonly date: IsoDate;
  readonly made: IsoDate;
  /** Units per EUR. */
  readonly value: Ratio;
  /** True if quarantine holds the figure. */
  readonly isHeld: boolean;
}

export interface BankVoice extends Level {
  readonly provider: string;
  readonly currency: CurrencyCode;
  /** What the bank stated in the days before and quarantine does not hold, oldest first. */
  readonly earlier: readonly Level[];
}

/** What the bank stated on a day; null if it stated nothing, or quarantine holds it. */
export function statedOn({ earlier, ...newest }: BankVoice, made: IsoDate): Ratio | null {
  const level = newest.made === made ? newest : earlier.findLast((one) => one.made === made);
  return level === undefined || level.isHeld ? null : level.value;
}

export interface Spoken {
  readonly definition: ProviderFacts;
  /** The rows of the days before the fixing, without those that are held by name. */
  readonly archive: ProviderArchive;
  /** The rows in quarantine. */
  readonly held: ReadonlySet<ArchiveRow>;
}

/** @param dollar GLOBAL's dollars per EUR. @returns by currency; only figures that are fresh on that day */
export function toBankVoices(
  banks: readonly Spoken[],
  day: IsoDate,
  dollar: Ratio | null,
): ReadonlyMap<CurrencyCode, readonly BankVoice[]> {
  return groupBy(
    banks.flatMap((bank) => voicesOf(bank, day, dollar)),
    ({ currency }) => currency,
  );
}

function voicesOf({ definition, archive, held }: Spoken, day: IsoDate, dollar: Ratio | null): readonly BankVoice[] {
  const levels = new Map<string, Level[]>();
  const { noVoice = {} } = definition;
  // Nor does such a figure say what the others of its list are per EUR.
  const heard = toStanding(archive).filter(({ base, quote }) => !(base in noVoice || quote in noVoice));
  for (const [date, rows] of groupBy(heard, (row) => row.date)) {
    const made = madeOn(definition, date);
    if (made > day) continue;
    for (const [currency, stated] of levelsOf(toReference(definition, date), rows, held, dollar))
      levels.set(currency, [...(levels.get(currency) ?? []), { date, made, ...stated }]);
  }
  return [...levels].flatMap(([code, own]) => {
    const newest = own.at(-1);
    const currency = currencyCode.safeParse(code);
    if (newest === undefined || !currency.success || !isFresh(newest.made, day)) return [];
    const earlier = own.slice(0, -1).filter(({ isHeld }) => !isHeld);
    return { provider: definition.code, currency: currency.data, ...newest, earlier };
  });
}

/**
 * The currencies of a list in units per EUR, by the list's own euros, or its dollars. One whose euros and dollars are
 * both in quarantine says something only about its reference currency: that is what may have changed.
 */
function levelsOf(
  reference: string,
  rows: readonly ArchiveRow[],
  held: ReadonlySet<ArchiveRow>,
  dollar: Ratio | null,
): ReadonlyMap<string, Pick<Level, 'value' | 'isHeld'>> {
  const all = toQuotes(reference, rows);
  const standing = toQuotes(
    reference,
    rows.filter((row) => !held.has(row)),
  );
  const perUnit = unitsPerEuro(standing, dollar);
  const byHeld = perUnit === null ? unitsPerEuro(all, dollar) : null;
  const codes = new Set([reference, ...rows.flatMap(({ base, quote }) => [base, quote])]);
  const levels = new Map<string, Pick<Level, 'value' | 'isHeld'>>();
  for (const code of codes) {
    const own = standing.unitsOf(code);
    const units = own ?? all.unitsOf(code);
    const scale = perUnit ?? (code === reference ? byHeld : null);
    if (code === EUR || units === null || scale === null) continue;
    levels.set(code, { value: units.times(scale), isHeld: own === null || perUnit === null });
  }
  return levels;
}

/** How many units of the reference currency one EUR is. */
function unitsPerEuro(quotes: Quotes, dollar: Ratio | null): Ratio | null {
  const [euro, own] = [quotes.unitsOf(EUR), quotes.unitsOf(USD)];
  if (euro !== null) return Ratio.one.over(euro);
  return own === null || dollar === null ? null : dollar.over(own);
}
