/** Axes: where a figure stands on the screen, and which round figures and days the axes name. */

import { Decimal } from '../../../wire/exact/decimal.ts';
import { addDays, daysBetween } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { dayText, localText } from '../language/locale.ts';

interface Tick {
  readonly at: number;
  readonly text: string;
}

export interface Scale {
  readonly to: (value: number) => number;
  readonly ticks: readonly Tick[];
}

const STEPS = [1, 2, 5, 10] as const;

/** From the lowest to the highest figure, with about `count` ticks at multiples of 1, 2 or 5 times a power of ten. */
export function figureScale(values: readonly number[], from: number, to: number, count: number): Scale {
  const [lowest, highest] = extremes(values);
  const margin = (highest - lowest || Math.abs(highest) || 1) * 0.05;
  const [low, high] = [lowest - margin, highest + margin];
  const power = Math.floor(Math.log10((high - low) / count));
  const step = STEPS.find((one) => (high - low) / (one * 10 ** power) <= count) ?? 10;
  const place = (value: number) => from + ((value - low) / (high - low)) * (to - from);
  const ticks: Tick[] = [];
  for (let times = Math.ceil(low / (step * 10 ** power)); times * step * 10 ** power <= high; times++) {
    const text = Decimal.of(BigInt(times * step), -power).toString();
    ticks.push({ at: place(times * step * 10 ** power), text: localText(text) });
  }
  return { to: place, ticks };
}

/** Days since the first; the ticks are the first and the last day, and days at equal distances between them. */
export function dayScale(first: IsoDate, last: IsoDate, from: number, to: number, count: number): Scale {
  const days = daysBetween(first, last) || 1;
  const place = (day: number) => from + (day / days) * (to - from);
  const steps = Math.max(1, Math.min(count - 1, days));
  const ticks = Array.from({ length: first === last ? 1 : steps + 1 }, (_, step) => {
    const day = Math.round((step / steps) * days);
    return { at: place(day), text: dayText(addDays(first, day)) };
  });
  return { to: place, ticks };
}

/** A spread of ten thousand arguments would overflow the stack. */
function extremes(values: readonly number[]): readonly [number, number] {
  let [low, high] = [values[0] ?? 0, values[0] ?? 1];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
