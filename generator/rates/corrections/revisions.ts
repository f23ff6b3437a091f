/**
 * The figures of GLOBAL that differ between an earlier and a later state of the archive, each with its cause. Only the
 * dates that a changed row can reach are blended, in both states. Pure.
 */
import { type Hold, isSameSpan } from '../../sources/archive/holds.ts';
import type { Span } from '../../sources/archive/spans.ts';
import { addDays, earlierOf, laterOf } from '../../wire/words/calendar.ts';
import { lowerBound } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import type { Blend } from '../blend/blend.ts';
import type { ArchiveState, SpanState } from '../walk/span-state.ts';
import { type Cause, Causes, REACH_DAYS, type Update } from './causes.ts';
import { newlyQuarantined, toChanges } from './changes.ts';

/** Figures in units per EUR: the one that stood, and the one that stands now; '' where there was or is none. */
export interface Revision extends Cause {
  readonly date: IsoDate;
  readonly currency: CurrencyCode;
  readonly old: string;
  readonly new: string;
}

/** Whether a figure had stood once but was gone in the state before. */
type WasGone = (date: IsoDate, currency: CurrencyCode) => boolean;

/**
 * The revisions of the dates of one span, in the order of dates and currencies.
 * @param until the instant of the state before
 */
export function toRevisions(before: SpanState, after: SpanState, until: string, wasGone: WasGone): readonly Revision[] {
  const changes = [...toChanges(before, after, until), ...holdsOfGlobal(before, after)];
  const quarantined = newlyQuarantined(after, until);
  if (changes.length + quarantined.length === 0) return [];
  const changed = [...new Set([...changes, ...quarantined].map(({ made }) => made))].sort();
  const causes = new Causes(changes, quarantined);
  return reached(before.global.dates, changed).flatMap((date) => {
    return differences(before.global.blend(date), after.global.blend(date), causes, wasGone);
  });
}

/** The dates that a changed row can reach. @param dates sorted, like `changed`, the days on which the rows were made */
function reached(dates: readonly IsoDate[], changed: readonly IsoDate[]): readonly IsoDate[] {
  return dates.filter((date) => {
    const nearest = changed[lowerBound(changed, (one) => one <= date) - 1];
    return nearest !== undefined && date <= addDays(nearest, REACH_DAYS);
  });
}

function differences(before: Blend, after: Blend, causes: Causes, wasGone: WasGone): readonly Revision[] {
  const { date } = before;
  const [old, now] = [statedIn(before), statedIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((currency) => {
    const [stood, stands] = [old.get(currency) ?? '', now.get(currency) ?? ''];
    if (stood === stands || (stood === '' && !wasGone(date, currency))) return [];
    return { date, currency, old: stood, new: stands, ...causes.of(currency, before, after) };
  });
}

function statedIn({ gap, figures }: Blend): ReadonlyMap<CurrencyCode, string> {
  const stated = gap === null ? figures.filter(({ currency }) => currency !== EUR) : [];
  return new Map(stated.map(({ currency, figure }) => [currency, `${figure}`]));
}

/** Holds of GLOBAL that began or ended between two states, as changes of the dates of one span. */
function holdsOfGlobal(before: SpanState, after: SpanState): readonly Update[] {
  const { span } = after;
  const has = ({ globalHolds }: ArchiveState, hold: Hold) => globalHolds.some((one) => isSameHold(one, hold));
  const began = after.globalHolds.filter((hold) => !has(before, hold));
  const ended = before.globalHolds.filter((hold) => !has(after, hold));
  return [
    ...began.flatMap((hold) => heldDates(hold, 'held', hold.at, span)),
    ...ended.flatMap((hold) => heldDates(hold, 'released', endOf(hold, after), span)),
  ];
}

function heldDates({ code, from, until }: Hold, kind: Update['kind'], seen: string, span: Span): readonly Update[] {
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

function isSameHold(left: Hold, right: Hold): boolean {
  return left.at === right.at && isSameSpan(left, right);
}
