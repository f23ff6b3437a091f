/**
 * The figures of GLOBAL that differ between an earlier and a later state of the archive, each with its cause. Only the
 * dates that a changed row can reach are blended, in both states. Pure.
 */
import { groupBy } from '../../kit/items.ts';
import type { DatedHolding } from '../../sources/archive/archive.ts';
import { type Hold, holdsBack, isSameSpan } from '../../sources/archive/holds.ts';
import { type ArchiveRow, isWithdrawn, type ProviderArchive, rowKey, toStanding } from '../../sources/archive/rows.ts';
import type { Span } from '../../sources/archive/spans.ts';
import { type ProviderFacts, toReference } from '../../sources/feeds/provider.ts';
import { addDays, earlierOf, laterOf } from '../../wire/words/calendar.ts';
import { lowerBound } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import type { Blend } from '../blend/blend.ts';
import { madeOn } from '../blend/fixing.ts';
import { exclusionOf } from '../blend/global.ts';
import { type ArchiveState, newsSince, type SpanState } from '../walk/span-state.ts';
import { type Cause, Causes, REACH_DAYS, type Update } from './causes.ts';

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

// Which rows of providers changed between two states of the archive, and how: they explain the changes of GLOBAL.
// Pure.

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
function toChanges(before: ArchiveState, after: ArchiveState, until: string): readonly Update[] {
  const newest = [...newsSince(after, until)].sort().at(-1);
  if (newest === undefined) return [];
  return after.holdings.flatMap((holding, place) => {
    const { definition, accepted, acceptances } = holding;
    const own = before.holdings[place];
    const dates = touchedDates(holding, before, after, until);
    if (own === undefined || dates.size === 0 || exclusionOf(definition) !== null) return [];
    const [old, now] = [onDates(own.archive, dates), onDates(holding.archive, dates)];
    const sides: Sides = {
      definition,
      until,
      newest,
      statements: groupBy(now.rows, (row) => keyOf(row)),
      acceptedAt: (row) => (accepted.has(rowKey(row)) ? (acceptances.get(rowKey(row)) ?? '') : ''),
      isHeld: (row) => holding.holds.some((hold) => holdsBack(hold, row)),
      wasHeld: (row) => own.holds.some((hold) => holdsBack(hold, row)),
    };
    return toChangesOf(toStanding(old, before.heldBack), toStanding(now, after.heldBack), sides);
  });
}

/** Figures that are new and in quarantine: if all figures of a currency are, GLOBAL no longer states it. */
function newlyQuarantined(after: ArchiveState, until: string): readonly Update[] {
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
