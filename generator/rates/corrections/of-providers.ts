/** Every figure that a provider changed or withdrew after we had first seen it. Pure. */

import { type ArchiveRow, isWithdrawn, type ProviderArchive } from '../../sources/archive/rows.ts';
import { SIDES } from '../../wire/answers/table.ts';
import { Decimal } from '../../wire/exact/decimal.ts';
import type { Correction } from './release-ledger.ts';

/**
 * @param heldBack the rows in quarantine: a figure that was never in the tree was not corrected either
 */
export function providerCorrections(
  archive: ProviderArchive,
  heldBack: ReadonlySet<ArchiveRow>,
): readonly Correction[] {
  return [...corrections(archive, heldBack)];
}

function* corrections({ provider, rows }: ProviderArchive, heldBack: ReadonlySet<ArchiveRow>): Generator<Correction> {
  const last = new Map<string, ArchiveRow>();
  let pair = '';
  for (const row of rows) {
    if (heldBack.has(row)) continue;
    const own = `${row.date} ${row.base} ${row.quote}`;
    if (own !== pair) last.clear();
    pair = own;
    const before = last.get(row.table);
    last.set(row.table, row);
    if (before !== undefined) yield* differences(provider, before, row);
  }
}

function* differences(provider: string, before: ArchiveRow, after: ArchiveRow): Generator<Correction> {
  for (const side of SIDES) {
    if (isSame(before, after, side)) continue;
    const { date, base, quote, seen } = after;
    const figures = { oldPer: before.per, old: before[side], newPer: after.per, new: after[side] };
    yield { provider, date, base, quote, side, ...figures, seen, cause: causeOf(before, after) };
  }
}

function isSame(before: ArchiveRow, after: ArchiveRow, side: (typeof SIDES)[number]): boolean {
  const [old, now] = [before[side], after[side]];
  if (old === '' || now === '') return old === now;
  const perUnit = (row: ArchiveRow, figure: string) => Decimal.parse(figure).over(Decimal.parse(row.per));
  return perUnit(before, old).compareTo(perUnit(after, now)) === 0;
}

function causeOf(before: ArchiveRow, after: ArchiveRow): string {
  if (isWithdrawn(after)) return 'withdrawn';
  return isWithdrawn(before) ? 'published again' : 'corrected';
}
