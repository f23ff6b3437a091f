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
import type { CurrencyCode, IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import type { Fixing, Windows } from './fixing.ts';
import { countWhileOthersMoved } from './movement.ts';

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
    ...{ provider: newest.provider, table, since: first.date, isWholeWindow: alike === lists.length },
    ...{ publications, isSilenced: publications >= SILENCED_FROM },
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
