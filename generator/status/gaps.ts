/**
 * Days on which a provider was to state a fixing and has none, with the reason, from what the archive knows: figures kept
 * out, holidays, and when the source was asked and what came. Pure; whatever the archive does not know is `not asked`.
 */

import type { Asked } from '../archive/asked.ts';
import type { ProviderArchive } from '../archive/rows.ts';
import type { Span } from '../feeds/provider.ts';
import { addDays, laterOf, weekday } from '../wire/calendar.ts';
import { fixingFor, type ProviderIndex } from '../wire/provider-index.ts';
import { publicationAfter, publicationBefore, publicationMs, type Rhythm } from '../wire/schedule.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { Gap, GapReason } from '../wire/status.ts';
import { localDay } from '../wire/zone-time.ts';

/** A quarter: as far back from the newest fixing as gaps are listed. */
export const GAP_DAYS = 92;

export interface GapInputs {
  readonly index: ProviderIndex;
  readonly archive: ProviderArchive;
  readonly asked: readonly Asked[];
  readonly rhythm: Rhythm;
  readonly obsolete: boolean;
}

/** Oldest first, neighbours of one reason in one. None for monthly providers, which have no such days. */
export function toGaps(subject: GapInputs): readonly Gap[] {
  const { index, rhythm } = subject;
  const last = index.fixings.at(-1)?.date;
  if (rhythm.monthly || last === undefined) return [];
  const evidence = toEvidence(subject);
  const days = [...daysExpected(subject, last, evidence)].map((date) => {
    const reason = fixingFor(index, date) === null ? reasonFor(date, subject, evidence) : null;
    return { date, reason: reason === 'not asked' && date > last ? null : reason };
  });
  const gaps = foldDays(days);
  // A holiday after the newest fixing is no news, and makes no release, before a working day has followed it.
  const end = gaps.findLastIndex(({ from, reason }) => reason !== 'holiday' || from < last);
  return gaps.slice(0, end + 1);
}

export interface ExpectedDay {
  readonly date: IsoDate;
  /** Why there is no fixing; null where there is one. */
  readonly reason: string | null;
}

/** Neighbours of one reason in one. @param days oldest first */
export function foldDays(days: readonly ExpectedDay[]): Gap[] {
  const gaps: Gap[] = [];
  let before: string | null = null;
  for (const { date, reason } of days) {
    const open = reason !== null && reason === before ? gaps.pop() : undefined;
    if (reason !== null) gaps.push({ from: open?.from ?? date, to: date, days: (open?.days ?? 0) + 1, reason });
    before = reason;
  }
  return gaps;
}

interface Evidence {
  /** What documents that gave new figures spoke of, and when they were had. */
  readonly documents: readonly (Span & { readonly atMs: number })[];
  readonly asked: readonly (Asked & { readonly atMs: number })[];
  readonly datesWithRows: ReadonlySet<IsoDate>;
}

function toEvidence({ archive, asked }: GapInputs): Evidence {
  const spans = new Map<string, Span>();
  for (const { document, date } of archive.rows) {
    // Rows come oldest first.
    spans.set(document, { from: spans.get(document)?.from ?? date, to: date });
  }
  const documents = [...archive.documents.values()].flatMap(({ document, fetched }) => {
    const span = spans.get(document);
    return span === undefined ? [] : [{ ...span, atMs: Date.parse(fetched) }];
  });
  return {
    documents,
    asked: asked.map((row) => ({ ...row, atMs: Date.parse(row.at) })),
    datesWithRows: new Set(archive.rows.map(({ date }) => date)),
  };
}

function* daysExpected(subject: GapInputs, last: IsoDate, evidence: Evidence): Generator<IsoDate> {
  const { index, rhythm, obsolete } = subject;
  const weekdays = weekdaysOf(subject, last);
  const first = index.fixings[0]?.date ?? last;
  const asked = evidence.asked.map(({ atMs }) => localDay(atMs, rhythm.schedule.timeZone));
  const end = obsolete ? last : laterOf(last, asked.at(-1) ?? last);
  for (let date = laterOf(addDays(last, -GAP_DAYS), addDays(first, 1)); date <= end; date = addDays(date, 1)) {
    if (weekdays.has(weekday(date))) yield date;
  }
}

/**
 * The weekdays that fixings are dated. Where a source dates ahead or in arrears these are not its days of publication, and
 * are those on which at least half as many are held as on the commonest.
 */
function weekdaysOf({ index, rhythm }: GapInputs, last: IsoDate): ReadonlySet<number> {
  const { days, leadDaysMax: lead = 0, lagDaysMax: lag = 0 } = rhythm.schedule;
  if (lead === 0 && lag === 0) return new Set(days);
  const counts = new Map<number, number>();
  for (const { date } of index.fixings) {
    if (date > addDays(last, -GAP_DAYS)) counts.set(weekday(date), (counts.get(weekday(date)) ?? 0) + 1);
  }
  const most = [...counts.values()].sort((left, right) => left - right).at(-1) ?? 0;
  return new Set([...counts].flatMap(([day, count]) => (2 * count >= most ? [day] : [])));
}

function reasonFor(date: IsoDate, { rhythm }: GapInputs, { asked, documents, datesWithRows }: Evidence): GapReason {
  if (datesWithRows.has(date)) return 'left out';
  const { earliest, latest, isHoliday } = publicationOf(date, rhythm);
  if (isHoliday) return 'holiday';
  const isSilent =
    asked.some(({ atMs, outcome, since }) => outcome === 'ok' && atMs >= latest && since <= date) ||
    documents.some(({ atMs, from, to }) => atMs >= latest && from <= date && date <= to);
  if (isSilent) return 'not published';
  return asked.find(({ atMs }) => atMs >= earliest)?.outcome === 'failed' ? 'fetch failed' : 'not asked';
}

/** Between which moments the fixing of that date was to appear, were no day a holiday. */
function publicationOf(date: IsoDate, rhythm: Rhythm) {
  const workdays: Rhythm = { ...rhythm, holidays: new Set() };
  const { leadDaysMax: lead = 0, lagDaysMax: lag = 0 } = rhythm.schedule;
  const before = publicationBefore(workdays, date);
  const earliest = lead > 0 ? before : publicationAfter(workdays, addDays(date, -1));
  const latest = publicationBefore(workdays, addDays(date, lag + 1));
  return {
    earliest: publicationMs(rhythm, earliest),
    latest: publicationMs(rhythm, laterOf(earliest, latest)),
    isHoliday: rhythm.holidays.has(date) || (lead > 0 && rhythm.holidays.has(before)),
  };
}
