/** Holds of GLOBAL that began or ended between two states, as changes of the dates that they cover. Pure. */
import { type Hold, isSameSpan } from '../archive/holds.ts';
import { type ArchiveState, newestFetchOf } from '../rates/archive-state.ts';
import { addDays, earlierOf } from '../wire/calendar.ts';
import { GLOBAL, type IsoDate } from '../wire/schemas.ts';
import type { Change } from './changes.ts';

export function holdsOfGlobal(before: ArchiveState, after: ArchiveState): readonly Change[] {
  const last = newestFetchOf(after.holdings);
  if (last === null) return [];
  const has = ({ globalHolds }: ArchiveState, hold: Hold) => globalHolds.some((one) => isSame(one, hold));
  const began = after.globalHolds.filter((hold) => !has(before, hold));
  const ended = before.globalHolds.filter((hold) => !has(after, hold));
  return [
    ...began.flatMap((hold) => toChanges(hold, 'held', hold.at, last)),
    ...ended.flatMap((hold) => toChanges(hold, 'released', endOf(hold, after), last)),
  ];
}

function toChanges({ code, from, until }: Hold, kind: Change['kind'], seen: string, last: IsoDate): readonly Change[] {
  const end = until === '' ? last : earlierOf(until, last);
  const changes: Change[] = [];
  for (let date = from; date <= end; date = addDays(date, 1)) {
    changes.push({ provider: GLOBAL, date, currencies: [code], kind, seen });
  }
  return changes;
}

function endOf(hold: Hold, { globalRows, until }: ArchiveState): string {
  const ends = globalRows.filter(({ change, at }) => change !== 'held' && (until === null || at <= until));
  return ends.findLast((row) => isSameSpan(row, hold))?.at ?? hold.at;
}

function isSame(left: Hold, right: Hold): boolean {
  return left.at === right.at && isSameSpan(left, right);
}
