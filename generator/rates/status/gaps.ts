/**
 * Days on which a provider should have stated a fixing and did not, with the reason. The archive has the evidence:
 * figures left out, holidays, and when the provider was asked with what outcome. Where it has none, the reason is
 * `not asked`. Pure.
 */

import { z } from 'zod';
import { parseRows } from '../../kit/csv-rows.ts';
import { remembered } from '../../kit/items.ts';
import { readDataFile } from '../../kit/package.ts';
import type { Asked } from '../../sources/archive/ledger.ts';
import type { ProviderArchive } from '../../sources/archive/rows.ts';
import type { Span } from '../../sources/feeds/provider.ts';
import { fixingFor, type ProviderIndex } from '../../wire/answers/provider-index.ts';
import type { Gap, GapReason } from '../../wire/answers/status.ts';
import { addDays, laterOf, parseIsoDate, weekday } from '../../wire/words/calendar.ts';
import { getOrInsert } from '../../wire/words/order.ts';
import {
  isPeriodic,
  publicationAfter,
  publicationBefore,
  publicationMs,
  type Rhythm,
} from '../../wire/words/schedule.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { localDay } from '../../wire/words/zone-time.ts';

/** Gaps are listed for so many days before the newest fixing: the longest quarter of a year. */
export const GAP_DAYS = 92;

interface GapInputs {
  readonly index: ProviderIndex;
  readonly archive: ProviderArchive;
  readonly asked: readonly Asked[];
  readonly rhythm: Rhythm;
  readonly obsolete: boolean;
}

/** Gaps, oldest first. Neighbouring days with one reason are one gap. Monthly and quarterly providers have none. */
export function toGaps(subject: GapInputs): readonly Gap[] {
  const { index, rhythm } = subject;
  const last = index.fixings.at(-1)?.date;
  if (isPeriodic(rhythm) || last === undefined) return [];
  const evidence = toEvidence(subject);
  const days = [...daysExpected(subject, last, evidence)].map((date) => {
    const reason = fixingFor(index, date) === null ? reasonFor(date, subject, evidence) : null;
    return { date, reason: reason === 'not asked' && date > last ? null : reason };
  });
  const gaps = foldDays(days);
  // A holiday after the newest fixing is listed only once a later day is a gap as well: alone it would make a new
  // release.
  const end = gaps.findLastIndex(({ from, reason }) => reason !== 'holiday' || from < last);
  return gaps.slice(0, end + 1);
}

interface ExpectedDay {
  readonly date: IsoDate;
  /** Why there is no fixing; null if there is one. */
  readonly reason: string | null;
}

/** Joins neighbouring days that have the same reason. @param days oldest first */
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
  /** The dates covered by each document that brought new figures, and when it was fetched. */
  readonly documents: readonly (Span & { readonly atMs: number })[];
  readonly asked: readonly (Asked & { readonly atMs: number })[];
  readonly datesWithRows: ReadonlySet<IsoDate>;
}

function toEvidence({ archive, asked }: GapInputs): Evidence {
  const spans = new Map<string, Span>();
  for (const { document, date } of archive.rows) {
    // Rows are sorted, oldest first.
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
 * The weekdays on which fixings are dated. A provider that dates ahead or in arrears does not date them on its days of
 * publication: its weekdays are those with at least half as many fixings as the most frequent one.
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

/** The instants between which the fixing of that date was due, holidays aside. */
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

// data/holidays.csv: the days on which the countries of our providers keep whole public or bank holidays.

const COLUMNS = ['country', 'year', 'days'];

const holidayRow = z.object({
  country: z.string().regex(/^[A-Z]{2}$/, 'is not two capital letters'),
  year: z.string().regex(/^\d{4}$/, 'is not a year: write four digits'),
  days: z.string().regex(/^\d\d-\d\d( \d\d-\d\d)*$/, 'is not a list of days: write MM-DD, separated by blanks'),
});

type YearsOf = ReadonlyMap<string, readonly z.infer<typeof holidayRow>[]>;

/** The list of the package has 5,000 lines, and is read once in a process: a run makes a calendar for each tree. */
const ofPackage = remembered((name: string) => toYears(readDataFile(name)));

export class HolidayCalendar {
  readonly #yearsOf: YearsOf;

  /** @throws InputError naming line, column and remedy */
  constructor(table: ReturnType<typeof readDataFile> | null = null) {
    this.#yearsOf = table === null ? ofPackage('holidays.csv') : toYears(table);
  }

  /** Sorted. @param countryCode there are no holidays for '' and for a country that the list does not have */
  daysOf(countryCode: string, { from, to }: Span): readonly IsoDate[] {
    const years = (this.#yearsOf.get(countryCode) ?? []).filter(
      ({ year }) => year >= from.slice(0, 4) && year <= to.slice(0, 4),
    );
    const days = years.flatMap(({ year, days }) => days.split(' ').map((day) => parseIsoDate(`${year}-${day}`)));
    return days.filter((day) => day >= from && day <= to);
  }
}

function toYears({ text, file }: ReturnType<typeof readDataFile>): YearsOf {
  const yearsOf = new Map<string, z.infer<typeof holidayRow>[]>();
  for (const { cells } of parseRows(text, file, COLUMNS, holidayRow)) {
    getOrInsert(yearsOf, cells.country, () => []).push(cells);
  }
  return yearsOf;
}
