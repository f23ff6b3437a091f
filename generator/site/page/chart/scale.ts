/** Axes: where a figure stands on the screen, and which round figures and days the axes name. */

import { Decimal } from '../../../wire/exact/decimal.ts';
import { addDays, addMonths, daysBetween } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { dayText, localText, padded } from '../language/locale.ts';

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
  const step = STEPS.find((one) => (high - low) / (one * 10 ** power) <= count * 1.1) ?? 10;
  const places = step === 10 ? -power - 1 : -power;
  const place = (value: number) => from + ((value - low) / (high - low)) * (to - from);
  const ticks: Tick[] = [];
  for (let times = Math.ceil(low / (step * 10 ** power)); times * step * 10 ** power <= high; times++) {
    const text = Decimal.of(BigInt(times * step), -power).toString();
    ticks.push({ at: place(times * step * 10 ** power), text: localText(padded(text, places)) });
  }
  return { to: place, ticks };
}

/** A label at an end stands inside the axis, and one between the ends around its day: so far apart they do not meet. */
const APART = 130;
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120] as const;
/** Two months and less have ticks at equal distances. */
const FEW_DAYS = 62;

/** Days since the first; the ticks are the first and the last day, and about `count` beginnings of months between them. */
export function dayScale(first: IsoDate, last: IsoDate, from: number, to: number, count: number): Scale {
  const days = daysBetween(first, last) || 1;
  const place = (day: number) => from + (day / days) * (to - from);
  const tick = (date: IsoDate, text: string = date) => ({ at: place(daysBetween(first, date)), text: dayText(text) });
  const between = days > FEW_DAYS ? beginnings(first, last, count) : spread(first, days, count);
  const isFree = ({ at }: Tick) => at > from + APART && at < to - APART;
  const inner = between.map((date) => tick(date, days > FEW_DAYS ? date.slice(0, 7) : date)).filter(isFree);
  return { to: place, ticks: [tick(first), ...inner, ...(first === last ? [] : [tick(last)])] };
}

function beginnings(first: IsoDate, last: IsoDate, count: number): readonly IsoDate[] {
  const months = daysBetween(first, last) / 30;
  const step = MONTHS.find((one) => months / one <= count + 1) ?? MONTHS[MONTHS.length - 1] ?? 1;
  const found: IsoDate[] = [];
  // Steps of years begin in January, steps of quarters with a quarter.
  for (let day = startOfYear(first, step); day < last; day = addMonths(day, step)) if (day > first) found.push(day);
  return found;
}

function startOfYear(date: IsoDate, step: number): IsoDate {
  const back = step < 12 ? 0 : BigInt(date.slice(0, 4)) % BigInt(step / 12);
  return `${BigInt(date.slice(0, 4)) - BigInt(back)}-01-01` as IsoDate;
}

/** Days at equal distances. */
function spread(first: IsoDate, days: number, count: number): readonly IsoDate[] {
  const steps = Math.max(1, Math.min(count - 1, days));
  return Array.from({ length: steps - 1 }, (_, step) => addDays(first, Math.round(((step + 1) / steps) * days)));
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
