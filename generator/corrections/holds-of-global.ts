/** Holds of GLOBAL that began or ended between two states, as changes of the dates that they cover. Pure. */
import { type Hold, isSameSpan } from '../archive/holds.ts';
import type { Span } from '../archive/spans.ts';
import type { ArchiveState } from '../walk/archive-state.ts';
import type { SpanState } from '../walk/span-state.ts';
import { addDays, earlierOf, laterOf } from '../wire/words/calendar.ts';
import { GLOBAL } from '../wire/words/schemas.ts';
import type { Update } from './changes.ts';

/** On the dates of one span. */
export function holdsOfGlobal(before: SpanState, after: SpanState): readonly Update[] {
  const { span } = after;
  const has = ({ globalHolds }: ArchiveState, hold: Hold) => globalHolds.some((one) => isSame(one, hold));
  const began = after.globalHolds.filter((hold) => !has(before, hold));
  const ended = before.globalHolds.filter((hold) => !has(after, hold));
  return [
    ...began.flatMap((hold) => toChanges(hold, 'held', hold.at, span)),
    ...ended.flatMap((hold) => toChanges(hold, 'released', endOf(hold, after), span)),
  ];
}

function toChanges({ code, from, until }: Hold, kind: Update['kind'], seen: string, span: Span): readonly Update[] {
  const end = until === '' ? span.to : earlierOf(until, span.to);
  const changes: Update[] = [];
  for (let date = laterOf(from, span.from); date <= end; date = addDays(date, 1)) {
    changes.push({ provider: GLOBAL, date, made: date, currencies: [code], kind, seen });
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
