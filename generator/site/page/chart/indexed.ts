/** Several currencies in one measure: each line as percent of its figure on the first day that all of them have. */
import { Decimal, type Ratio } from '../../../wire/exact/decimal.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { type ChartPoint, commonDates, type Line } from './line.ts';
import { onScreen, SIGNIFICANT } from './series.ts';

const HUNDRED = Decimal.parse('100').toRatio();

/** @returns the day on which every line is at 100; null where no day has all of them, so that each begins there */
export function indexed(lines: readonly Line[]): { readonly lines: readonly Line[]; readonly day: IsoDate | null } {
  const day = commonDates(lines)[0] ?? null;
  const made = lines.map((line) => {
    const start = line.points.find(({ date }) => date === day) ?? line.points[0];
    const whole = Decimal.parse(start?.text ?? '1').toRatio();
    return { ...line, points: line.points.map((point) => indexOf(point, whole)) };
  });
  return { lines: made, day };
}

function indexOf({ date, text: rate }: ChartPoint, whole: Ratio): ChartPoint {
  const text = `${Decimal.parse(rate).toRatio().times(HUNDRED).over(whole).roundSignificant(SIGNIFICANT)}`;
  return { date, text, rate, bidText: null, askText: null, mid: onScreen(text), bid: null, ask: null };
}
