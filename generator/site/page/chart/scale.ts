/** Axes: where a figure stands on the screen, and which round figures and days the axes name. */

import { Decimal } from '../../../wire/exact/decimal.ts';
import { addDays, addMonths, daysBetween, weekday } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { localText, padded, type TickKind, tickText } from '../language/locale.ts';

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

/** So far apart in pixels labels do not meet. */
const APART = 64;
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240] as const;
const MONDAY = 1;

/** Days since the first; the ticks are working days, Mondays, or beginnings of months or years, as many as have room. */
export function dayScale(first: IsoDate, last: IsoDate, from: number, to: number): Scale {
  const days = daysBetween(first, last);
  const place = (day: number) => (days === 0 ? (from + to) / 2 : from + (day / days) * (to - from));
  const count = Math.max(2, Math.floor((to - from) / APART));
  const ticks = roundDays(first, last, days, count);
  const tick = ({ date, kind }: Round) => ({ at: place(daysBetween(first, date)), text: tickText(date, kind) });
  return { to: place, ticks: ticks.map(tick) };
}

interface Round {
  readonly date: IsoDate;
  readonly kind: TickKind;
}

function roundDays(first: IsoDate, last: IsoDate, days: number, count: number): readonly Round[] {
  if (days < count) {
    const all = Array.from({ length: days + 1 }, (_, after) => addDays(first, after));
    return all.filter((date) => weekday(date) < 6).map((date) => ({ date, kind: 'day' }));
  }
  const weeks = [7, 14].find((step) => days / step <= count);
  if (weeks !== undefined) {
    const monday = addDays(first, (7 + MONDAY - weekday(first)) % 7);
    const length = Math.floor(daysBetween(monday, last) / weeks) + 1;
    return Array.from({ length }, (_, times) => ({ date: addDays(monday, times * weeks), kind: 'day' }));
  }
  const step = MONTHS.find((one) => days / 30.4 / one <= count) ?? 240;
  const found: Round[] = [];
  // Steps of years begin in January, steps of quarters with a quarter.
  for (let date = startOfYear(first, step); date <= last; date = addMonths(date, step)) {
    if (date >= first) found.push({ date, kind: date.slice(5, 7) === '01' ? 'year' : 'month' });
  }
  return found;
}

function startOfYear(date: IsoDate, step: number): IsoDate {
  const back = step < 12 ? 0 : BigInt(date.slice(0, 4)) % BigInt(step / 12);
  return `${BigInt(date.slice(0, 4)) - BigInt(back)}-01-01` as IsoDate;
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
