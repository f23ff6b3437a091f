/**
 * Lists under a new date whose every figure is that of an older list: a cache has answered. Frozen lists
 * (blend/frozen-lists.ts) repeat the day before; such a list goes back to an older day. Pegs repeat for years, and a bank
 * that publishes on a holiday repeats the day before, so figures count only if they had changed in between. Pure.
 */
import { groupBy } from '../../kit/items.ts';
import {
  type ArchiveRow,
  digitsOf,
  onDays,
  type ProviderArchive,
  pairText,
  toStanding,
} from '../../sources/archive/rows.ts';
import { DAYS_BEFORE, type Span } from '../../sources/archive/spans.ts';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

/** So many figures return to the same digits at once by no accident. */
const RETURNED_MIN = 4;

interface Relisted {
  /** The day of the older list. */
  readonly original: IsoDate;
  readonly rows: readonly ArchiveRow[];
}

/** Each table's lists of the span that are one of the lists of the 45 days before them. */
export function relistedIn(archive: ProviderArchive, { from, to }: Span): readonly Relisted[] {
  const recent = toStanding(onDays(archive, { from: addDays(from, -DAYS_BEFORE), to }));
  return [...groupBy(recent, ({ table }) => table).values()].flatMap((rows) => {
    const lists = [...groupBy(rows, ({ date }) => date)].map(([date, own]) => toList(date, own));
    return lists.flatMap((list, place) => {
      if (list.date < from || list.rows.length < RETURNED_MIN) return [];
      const original = originalOf(list, lists.slice(0, place).reverse());
      return original === null ? [] : { original, rows: list.rows };
    });
  });
}

interface List {
  readonly date: IsoDate;
  readonly rows: readonly ArchiveRow[];
  /** The figures by their pair. */
  readonly figures: ReadonlyMap<string, string>;
}

function toList(date: IsoDate, rows: readonly ArchiveRow[]): List {
  return { date, rows, figures: new Map(rows.map((row) => [pairText(row), digitsOf(row)])) };
}

/** @param older newest first */
function originalOf(list: List, older: readonly List[]): IsoDate | null {
  const since = addDays(list.date, -DAYS_BEFORE);
  for (const [place, { date, figures }] of older.entries()) {
    if (date < since) return null;
    if (isRepeatedIn(list, figures) && returnedTo(list, figures, older.slice(0, place)) >= RETURNED_MIN) return date;
  }
  return null;
}

function isRepeatedIn({ figures }: List, older: List['figures']): boolean {
  for (const [pair, figure] of figures) if ((older.get(pair) ?? figure) !== figure) return false;
  return true;
}

/** How many of the list's figures are those of the older one, although they were others in between. */
function returnedTo({ figures }: List, older: List['figures'], between: readonly List[]): number {
  const hasChanged = ([pair, figure]: readonly [string, string]) =>
    older.has(pair) && between.some((list) => (list.figures.get(pair) ?? figure) !== figure);
  return [...figures].filter(hasChanged).length;
}
