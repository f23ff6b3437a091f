/**
 * Finds mid rates that lie outside the bid and ask that another table of the same provider states for the same day.
 * They are reported and not refused: NBP fixes table A at noon and quotes table C on the morning before, and the market
 * moves in between.
 */

import { Decimal } from '../../wire/exact/decimal.ts';
import type { ArchiveRow, ProviderArchive } from '../archive/rows.ts';

/** Returns a sentence for each pair of rows of two tables that contradict each other, if one of them is in `added`. */
export function toContradictions({ rows: archived }: ProviderArchive, added: readonly ArchiveRow[]): readonly string[] {
  const touched = new Set(added.map(keyOf));
  const dates = new Set(added.map(({ date }) => date));
  const groups = new Map<string, Map<string, ArchiveRow>>();
  for (const row of archived) {
    // The date is compared first: making a key for 200,000 rows on each of the 6,500 days of a backfill takes too long.
    if (!dates.has(row.date) || !touched.has(keyOf(row))) continue;
    const group = groups.get(keyOf(row)) ?? new Map<string, ArchiveRow>();
    groups.set(keyOf(row), group.set(row.table, row));
  }
  return [...groups].flatMap(([key, tables]) => {
    const rows = [...tables.values()];
    return rows.flatMap((row) =>
      rows.filter((other) => isOutside(row, other)).map((other) => sentence(key, row, other)),
    );
  });
}

function isOutside(stated: ArchiveRow, other: ArchiveRow): boolean {
  if (stated.mid === '' || stated.unit !== other.unit) return false;
  const ofOne = (figure: string, row: ArchiveRow) => Decimal.parse(figure).over(Decimal.parse(row.per));
  const mid = ofOne(stated.mid, stated);
  const isBelow = other.bid !== '' && mid.compareTo(ofOne(other.bid, other)) < 0;
  return isBelow || (other.ask !== '' && mid.compareTo(ofOne(other.ask, other)) > 0);
}

function sentence(key: string, { mid, per }: ArchiveRow, { bid, ask, per: perSides }: ArchiveRow): string {
  return `${key}: mid ${mid} per ${per} is outside ${bid || '-'} to ${ask || '-'} per ${perSides} of another table`;
}

function keyOf({ date, base, quote }: ArchiveRow): string {
  return `${date} ${base}/${quote}`;
}
