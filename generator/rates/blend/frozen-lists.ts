/**
 * Lists that repeat: a bank's system serves the figures of one day under fresh dates, while the market moves. Such a
 * list is named, and if it stays frozen GLOBAL stops using it. Pure: the judgement for a date depends on the fixings of
 * its window.
 *
 * Digits alone prove nothing. A bank that publishes on Sundays repeats Friday, and an official rate may be constant for
 * years: since 2011 the Maldives have stated 15.42 rufiyaa per dollar for weeks on end. A list is frozen only if what
 * others state about its currencies has moved meanwhile.
 */

import type { ArchiveRow } from '../../sources/archive/rows.ts';
import { Decimal, Ratio } from '../../wire/exact/decimal.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { type CurrencyCode, EUR, type IsoDate, type ProviderCode, USD } from '../../wire/words/schemas.ts';
import { DAILY_DAYS_MAX, type Fixing, ownQuotation, type Windows } from './fixing.ts';

/** A list is named once this many publications, the first included, state the same figures. */
export const NAMED_FROM = 5;
/** Once this many do, GLOBAL does not use it. */
export const SILENCED_FROM = 10;

/** One table of a provider: NBP's lists A and C freeze one without the other. */
export interface FrozenList {
  readonly provider: ProviderCode;
  readonly table: string;
  /** Date of the first publication of these figures that lies in the window. */
  readonly since: IsoDate;
  /** All publications in the window are alike, so the list may have been frozen for longer. */
  readonly isWholeWindow: boolean;
  /** How many publications with these figures count: one before which other banks did not move does not. */
  readonly publications: number;
  readonly isSilenced: boolean;
}

/** A fixing's tables are looked up once, however many days look back at it. */
const knownTables = new WeakMap<Fixing, ReadonlySet<string>>();

/**
 * @param windows each contributor's fixings of the window, newest first; the order of contributors makes no difference
 */
export function toFrozenLists(windows: Windows): readonly FrozenList[] {
  return windows.flatMap((window) => {
    const others = windows.filter((other) => other !== window);
    const tables = new Set(window.flatMap((fixing) => [...tablesOf(fixing)]));
    return [...tables].flatMap((table) => toFrozenList(table, window, others) ?? []);
  });
}

/** Why lists are left out of GLOBAL, by provider and table. */
export function toSilenced(frozen: readonly FrozenList[]): ReadonlyMap<string, string> {
  const silenced = frozen.filter(({ isSilenced }) => isSilenced);
  return new Map(
    silenced.map(({ provider, table, since, isWholeWindow }) => [
      `${provider} ${table}`,
      `frozen: the same figures since ${since}${isWholeWindow ? ' or earlier' : ''}`,
    ]),
  );
}

/** Whether two fixings state the same digits for each pair of the table that both state, and have one in common. */
export function isRepeated(table: string, newer: Fixing, older: Fixing): boolean {
  if (newer.reference !== older.reference) return false;
  let common = 0;
  for (const [code, { rows }] of newer.quotations) {
    for (const row of rows) {
      if (!isOwn(row, table, newer)) continue;
      const before = older.quotations.get(code)?.rows.find((one) => isOwn(one, table, older) && isSamePair(one, row));
      if (before === undefined) continue;
      if (!isSameFigure(before, row)) return false;
      common++;
    }
  }
  return common > 0;
}

/** Whether the fixing has figures of the table for its own date, not just those of an older weekly list. */
export function hasTable(table: string, fixing: Fixing): boolean {
  return tablesOf(fixing).has(table);
}

function toFrozenList(table: string, window: readonly Fixing[], others: Windows): FrozenList | null {
  const lists = window.filter((fixing) => hasTable(table, fixing));
  let alike = 1;
  while (isAlike(table, lists[alike - 1], lists[alike])) alike++;
  const [newest, first] = [lists[0], lists[alike - 1]];
  if (alike < NAMED_FROM || newest === undefined || first === undefined) return null;
  const days = lists.slice(0, alike).map(({ made }) => made);
  const publications = countWhileOthersMoved(days.reverse(), currenciesOf(table, newest), others);
  if (publications < NAMED_FROM) return null;
  return {
    provider: newest.provider,
    table,
    since: first.date,
    isWholeWindow: alike === lists.length,
    publications,
    isSilenced: publications >= SILENCED_FROM,
  };
}

function isAlike(table: string, newer: Fixing | undefined, older: Fixing | undefined): boolean {
  return newer !== undefined && older !== undefined && isRepeated(table, newer, older);
}

/** The currencies that the fixing states in the table, and its reference currency. */
function currenciesOf(table: string, fixing: Fixing): ReadonlySet<CurrencyCode> {
  const stated = [...fixing.quotations].filter(([, { rows }]) => rows.some((row) => isOwn(row, table, fixing)));
  return new Set([fixing.reference, ...stated.map(([code]) => code)]);
}

/** The tables whose list is of the date of the fixing itself, and not an older weekly one. */
function tablesOf(fixing: Fixing): ReadonlySet<string> {
  const known = knownTables.get(fixing);
  if (known !== undefined) return known;
  const tables = new Set<string>();
  for (const { weekly, rows } of fixing.quotations.values()) {
    if (weekly) continue;
    for (const { date, table } of rows) if (date === fixing.date) tables.add(table);
  }
  knownTables.set(fixing, tables);
  return tables;
}

function isOwn(row: ArchiveRow, table: string, { date }: Fixing): boolean {
  return row.table === table && row.date === date;
}

function isSamePair(left: ArchiveRow, right: ArchiveRow): boolean {
  return left.base === right.base && left.quote === right.quote;
}

function isSameFigure(left: ArchiveRow, right: ArchiveRow): boolean {
  const { per, unit, mid, bid, ask } = left;
  return per === right.per && unit === right.unit && mid === right.mid && bid === right.bid && ask === right.ask;
}

// What other contributors stated about a list's currencies while the list repeated. Pure.

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
function countWhileOthersMoved(
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
