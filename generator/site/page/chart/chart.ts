/** Lines through time with the value under the pointer: by mouse, by touch, and by the arrow keys. */
import { addDays, daysBetween } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { day as dayOf, figure, h } from '../base/dom.ts';
import { pause } from '../base/pause.ts';
import { localText, rateText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';
import { type Drawn, LEFT, rightOf, strokeOf, svgOf } from './chart-svg.ts';
import { type ChartPoint, commonDates, dateName, datesOf, type Line } from './line.ts';
import { spreadOf } from './spread.ts';

const NO_DAY = '2000-01-01' as IsoDate;
/** By the height in pixels of the class. */
const HEIGHTS = { whole: 360, low: 220 } as const;

/** The chart, its legend and the days to look at; the lines are drawn again whenever its width changes. */
export function chartOf(title: string, lines: readonly Line[], size: keyof typeof HEIGHTS, unit = ''): HTMLElement {
  const dates = datesOf(lines);
  const canvas = h('div', { class: `canvas ${size}` });
  const readout = h('p', { class: 'readout', 'aria-live': 'polite' });
  // The newest day that every line has, so that the first reading has no holes; else the newest of any.
  let cursor = dates.lastIndexOf(commonDates(lines).at(-1) ?? dates.at(-1) ?? NO_DAY);
  const dayAt = (place: number) => daysBetween(dates[0] ?? NO_DAY, dates[place] ?? NO_DAY);
  const day = h('input', { type: 'range', min: '0', max: `${dayAt(dates.length - 1)}`, value: `${dayAt(cursor)}` });
  const found = lines.map(({ points }) => new Map(points.map((point) => [point.date, point])));
  let drawn: Drawn | null = null;
  let width = 0;
  const point = (place: number) => {
    cursor = place;
    const date = dates[cursor];
    if (date === undefined) return;
    day.value = `${dayAt(place)}`;
    const points = found.map((one) => one.get(date) ?? null);
    drawn?.point(date, points);
    readout.replaceChildren(...readoutOf(lines, date, points));
    day.setAttribute('aria-valuetext', `${date}: ${readout.textContent ?? ''}`);
  };
  day.addEventListener('input', () => {
    const wanted = addDays(dates[0] ?? NO_DAY, day.valueAsNumber);
    // A step of the keyboard ends at the next day that has a figure, and not on a Sunday.
    const isBack = wanted < (dates[cursor] ?? wanted);
    const next = isBack ? dates.findLastIndex((date) => date <= wanted) : dates.findIndex((date) => date >= wanted);
    point(Math.max(0, next));
  });
  canvas.addEventListener('pointermove', ({ clientX }) => {
    const end = width - rightOf(lines);
    point(nearest(dates, (clientX - canvas.getBoundingClientRect().left - LEFT) / (end - LEFT)));
  });
  new ResizeObserver(([entry]) => {
    width = Math.floor(entry?.contentRect.width ?? 0);
    if (width === 0) return;
    void pause().then(() => {
      drawn = svgOf(title, unit, lines, dates, { width, height: HEIGHTS[size] });
      canvas.replaceChildren(drawn.root);
      point(cursor);
    });
  }).observe(canvas);
  point(cursor);
  const label = h('label', { class: 'days' }, h('span', { class: 'unseen' }, 'Day'), day);
  return h('figure', { class: lines.length > 1 ? 'named' : null }, canvas, h('figcaption', {}, label, readout));
}

function readoutOf(lines: readonly Line[], date: IsoDate, points: readonly (ChartPoint | null)[]): readonly Node[] {
  const shown = lines.map(({ name, kind }, place) => {
    const point = points[place] ?? null;
    const value = point === null ? NOTHING : figure(point.text, rateText(point.text));
    const words = [point?.rate === undefined ? '' : localText(rateText(point.rate)), kind].filter(Boolean).join(', ');
    const note = words === '' || point === null ? null : h('small', { class: 'mark' }, ` ${words}`);
    const stroke = lines.length > 1 ? strokeOf(place) : null;
    return h('span', { class: `key line-${place}` }, stroke, `${name} `, value, note, ...spreadWords(point));
  });
  return [dayOf(dateName(date, lines[0]?.by ?? null)), ...shown];
}

function spreadWords(point: ChartPoint | null): readonly Node[] {
  if (point === null || point.bidText === null || point.askText === null) return [];
  const spread = spreadOf(point.bidText, point.askText);
  const [bid, ask] = [point.bidText, point.askText].map((text) => localText(rateText(text)));
  const apart = `${localText(spread.units)} (${localText(spread.percent)} %)`;
  return [h('small', { class: 'mark' }, ` bid ${bid}, ask ${ask}, spread ${apart}`)];
}

/** The place of the day that stands nearest to the pointer. @param share of the way from the first day to the last */
function nearest(dates: readonly IsoDate[], share: number): number {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const wanted = addDays(first, Math.round(Math.min(1, Math.max(0, share)) * daysBetween(first, last)));
  const after = dates.findIndex((date) => date >= wanted);
  return after < 0 ? dates.length - 1 : after;
}
