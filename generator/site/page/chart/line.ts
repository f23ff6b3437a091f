/** What a chart draws: the figures of one provider through time. */
import { type PeriodKind, periodOf } from '../../../wire/words/calendar.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';

export interface ChartPoint {
  readonly date: IsoDate;
  /** What is shown of the figure, and of the sides where the provider states them. */
  readonly text: string;
  /** Of an index the figure that it is made of. */
  readonly rate?: string;
  readonly bidText: string | null;
  readonly askText: string | null;
  /** Places on the screen. */
  readonly mid: number;
  readonly bid: number | null;
  readonly ask: number | null;
}

export interface Line {
  readonly name: string;
  /** What its points are if they are no fixings of a bank, such as `mean of the month`; '' if they are. */
  readonly kind: string;
  /** Of averages their period: each is dated its first day. */
  readonly by: PeriodKind | null;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  /** The line is broken where the next point is more days away, or where a fixing is known to be missing. */
  readonly breakDays: number;
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
}

/** `2026-03-18`, or the name of its period, such as `2026-Q1`. */
export function dateName(date: IsoDate, by: PeriodKind | null): string {
  return by === null ? date : periodOf(date, by).name;
}

/** All days that one of the lines has, oldest first. */
export function datesOf(lines: readonly Line[]): readonly IsoDate[] {
  return [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort(compareTexts);
}

/** The days that every line has which has any. */
export function commonDates(lines: readonly Line[]): readonly IsoDate[] {
  const sets = lines.flatMap(({ points }) => (points.length === 0 ? [] : [new Set(points.map(({ date }) => date))]));
  return datesOf(lines).filter((date) => sets.every((one) => one.has(date)));
}
