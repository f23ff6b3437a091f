/**
 * Lists under a new date whose every figure is that of an older list: a cache has answered. Frozen lists
 * (rates/frozen-lists.ts) repeat the day before; such a list goes back to an older day. Pure.
 *
 * Pegs repeat for years, and a bank that publishes on a holiday repeats the day before. So figures count only if they
 * had changed in between, and only those of floating currencies.
 */

import { groupBy } from '../../kit/items.ts';
import { type ArchiveRow, type ProviderArchive, toStanding } from '../../sources/archive/rows.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

/** So many figures of floating currencies return to the same digits at once by no accident. */
export const RETURNED_MIN = 4;

export interface Relisted {
  readonly table: string;
  readonly date: IsoDate;
  /** The day of the older list. */
  readonly original: IsoDate;
  readonly figures: number;
}

/**
 * The newest list of each table, where it is an older one.
 * @param since a list of an earlier day is no news
 * @param isFloating whether a pair has a rate of its own that day
 */
export function toRelisted(
  archive: ProviderArchive,
  since: IsoDate,
  isFloating: (row: ArchiveRow) => boolean,
): readonly Relisted[] {
  const tables = groupBy(toStanding(archive), ({ table }) => table);
  return [...tables].flatMap(([table, rows]) => {
    const lists = [...groupBy(rows, ({ date }) => date)].map(([date, own]) => ({ date, own: toList(own) })).reverse();
    const [newest, ...older] = lists;
    if (newest === undefined || newest.date < since) return [];
    const original = originalOf(newest.own, older, isFloating);
    return original === null ? [] : { table, date: newest.date, original, figures: newest.own.size };
  });
}

type List = ReadonlyMap<string, ArchiveRow>;

function toList(rows: readonly ArchiveRow[]): List {
  return new Map(rows.map((row) => [`${row.base} ${row.quote} ${row.unit}`, row]));
}

/** @param older newest first */
function originalOf(
  list: List,
  older: readonly { readonly date: IsoDate; readonly own: List }[],
  isFloating: (row: ArchiveRow) => boolean,
): IsoDate | null {
  const floating = [...list].filter(([, row]) => isFloating(row)).map(([pair]) => pair);
  if (floating.length < RETURNED_MIN) return null;
  const changed = new Set<string>();
  for (const { date, own } of older) {
    if (changed.size >= RETURNED_MIN && isRepeatedIn(list, own, changed)) return date;
    for (const pair of floating) if (own.has(pair) && !isSame(list.get(pair), own.get(pair))) changed.add(pair);
  }
  return null;
}

/** Whether each figure is the older list's, at least so many of those that have changed since among them. */
function isRepeatedIn(list: List, older: List, changed: ReadonlySet<string>): boolean {
  let returned = 0;
  for (const [pair, row] of list) {
    const before = older.get(pair);
    if (before === undefined) continue;
    if (!isSame(row, before)) return false;
    if (changed.has(pair)) returned++;
  }
  return returned >= RETURNED_MIN;
}

function isSame(left: ArchiveRow | undefined, right: ArchiveRow | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const { per, mid, bid, ask } = left;
  return per === right.per && mid === right.mid && bid === right.bid && ask === right.ask;
}
