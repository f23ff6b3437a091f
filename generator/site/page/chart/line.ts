/** What a chart draws: the figures of one provider through time. */
import type { IsoDate } from '../../../wire/words/schemas.ts';

export interface ChartPoint {
  readonly date: IsoDate;
  /** What is shown of the figure, and of the sides where the provider states them. */
  readonly text: string;
  readonly bidText: string | null;
  readonly askText: string | null;
  /** Places on the screen. */
  readonly mid: number;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** The kind of a line whose points are averages of months: each is dated the first of its month. */
export const MONTHLY = 'mean of the month';

export interface Line {
  readonly name: string;
  /** What its points are if they are no fixings of a bank, such as `mean of the month`; '' if they are. */
  readonly kind: string;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  /** The line is broken where the next point is more days away, or where a fixing is known to be missing. */
  readonly breakDays: number;
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
}
