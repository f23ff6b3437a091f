/** The months, quarters and years of the calendar for which averages are stated. */
import { endOfMonth, endOfQuarter, parseIsoDate, startOfMonth, startOfQuarter } from './calendar.ts';
import type { IsoDate } from './schemas.ts';

const PERIOD_KINDS = ['month', 'quarter', 'year'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** What an item of a span may be, and what is stated of one that is a period. */
export const SPAN_PERIODS = ['day', ...PERIOD_KINDS] as const;
export type SpanPeriod = (typeof SPAN_PERIODS)[number];
export const STATISTICS = ['average', 'end'] as const;
export type Statistic = (typeof STATISTICS)[number];

export interface CalendarPeriod {
  /** `2026-02`, `2026-Q1` or `2026`. */
  readonly name: string;
  /** The first and the last day, whether or not they have a fixing. */
  readonly first: IsoDate;
  readonly last: IsoDate;
}

/** The period in which the day lies. */
export function periodOf(date: IsoDate, kind: PeriodKind): CalendarPeriod {
  const year = date.slice(0, 4);
  switch (kind) {
    case 'month':
      return { name: date.slice(0, 7), first: startOfMonth(date), last: endOfMonth(date) };
    case 'quarter': {
      const [first, last] = [startOfQuarter(date), endOfQuarter(date)];
      return { name: `${year}-Q${QUARTERS[first.slice(5, 7)]}`, first, last };
    }
    case 'year':
      return { name: year, first: parseIsoDate(`${year}-01-01`), last: parseIsoDate(`${year}-12-31`) };
    default:
      throw new TypeError(`no period ${kind satisfies never}`);
  }
}

/** By the month in which each begins. */
const QUARTERS: Readonly<Record<string, number>> = { '01': 1, '04': 2, '07': 3, '10': 4 };
