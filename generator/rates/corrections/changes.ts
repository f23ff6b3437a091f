/**
 * Which rows of providers changed between two states of the archive, and how: they explain the changes of GLOBAL. Pure.
 */

import { groupBy } from '../../kit/items.ts';
import type { DatedHolding } from '../../sources/archive/holdings.ts';
import { holdsBack } from '../../sources/archive/holds.ts';
import { type ArchiveRow, isWithdrawn, type ProviderArchive, rowKey, toStanding } from '../../sources/archive/rows.ts';
import { type ProviderFacts, toReference } from '../../sources/feeds/provider.ts';
import { madeOn } from '../blend/fixing-day.ts';
import { exclusionOf } from '../blend/global.ts';
import { type ArchiveState, newsSince } from '../walk/span-state.ts';
import type { Update } from './causes.ts';

interface Sides {
  readonly definition: ProviderFacts;
  /** For each date, pair and table that may have changed, everything that was stated, oldest first. */
  readonly statements: ReadonlyMap<string, readonly ArchiveRow[]>;
  /** The instant of the state before. */
  readonly until: string;
  /** The instant of the latest news: by then others had stated what confirms a figure or makes it doubtful. */
  readonly newest: string;
  /** When the row was accepted, or '' if nobody has accepted it. */
  acceptedAt(row: ArchiveRow): string;
  /** Whether a hold keeps the row out in one state and not in the other. */
  isHeld(row: ArchiveRow): boolean;
  wasHeld(row: ArchiveRow): boolean;
}

/** Only providers that enter GLOBAL are considered. @param until the instant of the state before */
export function toChanges(before: ArchiveState, after: ArchiveState, until: string): readonly Update[] {
  const newest = [...newsSince(after, until)].sort().at(-1);
  if (newest === undefined) return [];
  return after.holdings.flatMap((holding, place) => {
    const { definition, accepted, acceptances } = holding;
    const own = before.holdings[place];
    const dates = touchedDates(holding, before, after, until);
    if (own === undefined || dates.size === 0 || exclusionOf(definition) !== null) return [];
    const [old, now] = [onDates(own.archive, dates), onDates(holding.archive, dates)];
    const sides: Sides = {
      ...{ definition, until, newest },
      statements: groupBy(now.rows, (row) => keyOf(row)),
      acceptedAt: (row) => (accepted.has(rowKey(row)) ? (acceptances.get(rowKey(row)) ?? '') : ''),
      isHeld: (row) => holding.holds.some((hold) => holdsBack(hold, row)),
      wasHeld: (row) => own.holds.some((hold) => holdsBack(hold, row)),
    };
    return toChangesOf(toStanding(old, before.heldBack), toStanding(now, after.heldBack), sides);
  });
}

/** Figures that are new and in quarantine: if all figures of a currency are, GLOBAL no longer states it. */
export function newlyQuarantined(after: ArchiveState, until: string): readonly Update[] {
  return after.holdings.flatMap(({ definition, archive }) => {
    if (exclusionOf(definition) !== null) return [];
    const rows = archive.rows.filter((row) => row.seen > until && after.heldBack.has(row));
    return rows.map(({ date, base, quote, seen }) => {
      const made = madeOn(definition, date);
      return { provider: definition.code, date, made, currencies: [base, quote], kind: 'quarantined', seen } as const;
    });
  });
}

function toChangesOf(before: readonly ArchiveRow[], after: readonly ArchiveRow[], sides: Sides): readonly Update[] {
  const [old, now] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row])));
  const keys = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...keys].flatMap((key) => toChange(key, old?.get(key), now?.get(key), sides));
}

/** The dates with new rows, or with rows that are held back in only one of the two states. */
function touchedDates({ archive }: DatedHolding, before: ArchiveState, after: ArchiveState, until: string) {
  const dates = new Set<string>();
  for (const row of archive.rows) {
    if (row.seen > until || before.heldBack.has(row) !== after.heldBack.has(row)) dates.add(row.date);
  }
  return dates;
}

function onDates(archive: ProviderArchive, dates: ReadonlySet<string>): ProviderArchive {
  return { ...archive, rows: archive.rows.filter(({ date }) => dates.has(date)) };
}

function keyOf({ date, base, quote, table }: ArchiveRow): string {
  return `${date} ${base} ${quote} ${table}`;
}

function toChange(key: string, old: ArchiveRow | undefined, now: ArchiveRow | undefined, sides: Sides): Update[] {
  const row = now ?? old;
  if (row === undefined || (old !== undefined && now !== undefined && rowKey(old) === rowKey(now))) return [];
  const { date, base, quote } = row;
  const statements = sides.statements.get(key) ?? [];
  const [kind, seen] = now === undefined ? vanished(old, statements, sides) : appeared(old, now, statements, sides);
  const reference = toReference(sides.definition, date);
  const currencies = [base, quote].filter((code) => code !== reference);
  return [{ provider: sides.definition.code, date, made: madeOn(sides.definition, date), currencies, kind, seen }];
}

function vanished(
  old: ArchiveRow | undefined,
  statements: readonly ArchiveRow[],
  { until, newest, isHeld }: Sides,
): readonly [Update['kind'], string] {
  const last = statements.at(-1);
  const isGone = last !== undefined && last.seen > until && isWithdrawn(last);
  if (isGone) return ['withdrawn', last.seen];
  return [old !== undefined && isHeld(old) ? 'held' : 'quarantined', newest];
}

function appeared(
  old: ArchiveRow | undefined,
  now: ArchiveRow,
  statements: readonly ArchiveRow[],
  { until, newest, acceptedAt, isHeld, wasHeld }: Sides,
): readonly [Update['kind'], string] {
  const accepted = acceptedAt(now);
  if (now.seen > until) {
    const seen = [accepted, now.seen].sort().at(-1) ?? now.seen;
    const last = statements.findLast((row) => row.seen <= until);
    if (last === undefined) return ['late', seen];
    return [isWithdrawn(last) ? 'published again' : 'corrected', seen];
  }
  if (accepted > until) return ['accepted', accepted];
  if (wasHeld(now)) return ['released', newest];
  // It was known before but did not stand: either it was held back then, or a correction that is now in doubt had
  // replaced it.
  if (old === undefined || old.seen <= now.seen) return ['confirmed', newest];
  return [isHeld(old) ? 'held' : 'quarantined', newest];
}
