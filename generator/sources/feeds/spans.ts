/** The days, months and years of a span, by which a source's archive addresses its documents. */
import { addDays, earlierOf, endOfMonth, laterOf, parseIsoDate, weekday } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Span } from './provider.ts';

/** The days of a span that fall on the given weekdays, Monday 1 to Sunday 7. */
export function toDays({ from, to }: Span, weekdays: readonly number[]): readonly IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (weekdays.includes(weekday(day))) days.push(day);
  return days;
}

/** The part of the span that lies within the era, in pages of at most `daysMax` days, oldest first. */
export function toPages(span: Span, daysMax: number, era: Partial<Span> = {}): readonly Span[] {
  const [from, to] = [laterOf(span.from, era.from ?? span.from), earlierOf(span.to, era.to ?? span.to)];
  const pages: Span[] = [];
  for (let start = from; start <= to; start = addDays(start, daysMax)) {
    pages.push({ from: start, to: earlierOf(to, addDays(start, daysMax - 1)) });
  }
  return pages;
}

/** Each month that the span touches, as `2026-03`. */
export function toMonths(span: Span): readonly string[] {
  return [...new Set(toDays(span, [1, 2, 3, 4, 5, 6, 7]).map((day) => day.slice(0, 7)))];
}

/**
 * The span in pages of at most so many months, for a source that answers by the month: each page begins with a month, so
 * no month is requested twice.
 */
export function toMonthPages(span: Span, monthsMax: number): readonly Span[] {
  const months = toMonths(span).map((month) => parseIsoDate(`${month}-01`));
  return months.flatMap((first, index) => {
    if (index % monthsMax !== 0) return [];
    const last = months[Math.min(index + monthsMax, months.length) - 1] ?? first;
    return [{ from: laterOf(span.from, first), to: earlierOf(span.to, endOfMonth(last)) }];
  });
}

/** Each year that the span touches, as `2026`. */
export function toYears(span: Span): readonly string[] {
  return [...new Set(toMonths(span).map((month) => month.slice(0, 4)))];
}

/** The days that both spans have, or null if there is none. */
export function toCommon(left: Span, right: Span): Span | null {
  const [from, to] = [laterOf(left.from, right.from), earlierOf(left.to, right.to)];
  return from <= to ? { from, to } : null;
}
