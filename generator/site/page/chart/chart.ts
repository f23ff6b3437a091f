/** Lines through time as SVG: one for each provider, broken at gaps, with bid and ask as a band around it. */
import { addDays, daysBetween } from '../../../wire/words/calendar.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { h } from '../base/dom.ts';
import { NOTHING } from '../base/words.ts';
import { dayScale, figureScale, type Scale } from './scale.ts';

export interface ChartPoint {
  readonly date: IsoDate;
  /** What is shown of the figure. */
  readonly text: string;
  readonly mid: number;
  readonly bid: number | null;
  readonly ask: number | null;
}

export interface Line {
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  /** The line is broken where the next point is more days away, or where a fixing is known to be missing. */
  readonly breakDays: number;
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
}

const HEIGHT = 360;
const [LEFT, RIGHT, TOP, BOTTOM] = [76, 12, 12, 28];
const TICK_WIDTH = 110;
const SVG = 'http://www.w3.org/2000/svg';

/** The chart, its legend and the days to look at; it is drawn again whenever its width changes. */
export function chartOf(title: string, lines: readonly Line[]): HTMLElement {
  const dates = [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort(compareTexts);
  const canvas = h('div', { class: 'canvas' });
  const readout = h('p', { class: 'readout', 'aria-live': 'polite' });
  const day = h('input', { type: 'range', min: '0', max: `${dates.length - 1}`, value: `${dates.length - 1}` });
  let cursor = dates.length - 1;
  let width = 0;
  const draw = () => {
    if (width > 0) canvas.replaceChildren(svgOf(title, lines, dates, dates[cursor] ?? null, width));
    readout.replaceChildren(...readoutOf(lines, dates[cursor] ?? null));
    day.setAttribute('aria-valuetext', dates[cursor] ?? '');
  };
  day.addEventListener('input', () => {
    cursor = day.valueAsNumber;
    draw();
  });
  canvas.addEventListener('pointermove', ({ clientX }) => {
    cursor = nearest(dates, clientX - canvas.getBoundingClientRect().left, width);
    day.value = `${cursor}`;
    draw();
  });
  new ResizeObserver(([entry]) => {
    width = Math.floor(entry?.contentRect.width ?? 0);
    draw();
  }).observe(canvas);
  draw();
  return h('figure', {}, canvas, h('figcaption', {}, h('label', {}, h('span', {}, 'Day'), day), readout));
}

function svgOf(
  title: string,
  lines: readonly Line[],
  dates: readonly IsoDate[],
  cursor: IsoDate | null,
  width: number,
) {
  const [first, last] = [dates[0], dates.at(-1)];
  const root = s('svg', { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': title });
  if (first === undefined || last === undefined) return root;
  const values = lines.flatMap(({ points }) => points.flatMap(({ mid, bid, ask }) => [mid, bid ?? mid, ask ?? mid]));
  const x = dayScale(first, last, LEFT, width - RIGHT, Math.floor((width - LEFT) / TICK_WIDTH));
  const y = figureScale(values, HEIGHT - BOTTOM, TOP, 7);
  const xOf = (date: IsoDate) => x.to(daysBetween(first, date));
  root.append(...axes(x, y, width));
  for (const [place, line] of lines.entries()) {
    const parts = partsOf(line);
    const band = parts.map((part) => bandPath(part, xOf, y)).join('');
    if (band !== '') root.append(s('path', { class: `band line-${place}`, d: band }));
    root.append(s('path', { class: `line line-${place}`, d: parts.map((part) => linePath(part, xOf, y)).join('') }));
  }
  if (cursor !== null) {
    const at = xOf(cursor);
    root.append(s('line', { class: 'cursor', x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM }));
  }
  return root;
}

function axes(x: Scale, y: Scale, width: number): readonly Element[] {
  const across = y.ticks.flatMap(({ at, text }) => [
    s('line', { class: 'grid', x1: LEFT, x2: width - RIGHT, y1: at, y2: at }),
    s('text', { x: LEFT - 8, y: at + 4, 'text-anchor': 'end' }, text),
  ]);
  const down = x.ticks.map(({ at, text }) => s('text', { x: at, y: HEIGHT - 8, 'text-anchor': 'start' }, text));
  return [...across, ...down];
}

/** The runs of points between gaps. */
function partsOf({ points, breakDays, gaps }: Line): readonly (readonly ChartPoint[])[] {
  const parts: ChartPoint[][] = [];
  let before: ChartPoint | null = null;
  for (const point of points) {
    const isBroken = before === null || isGap(before.date, point.date, breakDays, gaps);
    if (isBroken) parts.push([point]);
    else parts.at(-1)?.push(point);
    before = point;
  }
  return parts;
}

function isGap(earlier: IsoDate, later: IsoDate, breakDays: number, gaps: Line['gaps']): boolean {
  return daysBetween(earlier, later) > breakDays || gaps.some(({ from, to }) => from > earlier && to < later);
}

/** A point that stands alone is a dot: a line of no length with round ends. */
function linePath(points: readonly ChartPoint[], xOf: (date: IsoDate) => number, y: Scale): string {
  const [first] = points;
  const steps = points.map(
    ({ date, mid }, place) => `${place === 0 ? 'M' : 'L'}${round(xOf(date))} ${round(y.to(mid))}`,
  );
  return `${steps.join('')}${points.length === 1 && first !== undefined ? 'h0' : ''}`;
}

function bandPath(points: readonly ChartPoint[], xOf: (date: IsoDate) => number, y: Scale): string {
  const edges = points.flatMap(({ date, bid, ask }) =>
    bid === null || ask === null ? [] : [{ at: round(xOf(date)), bid, ask }],
  );
  if (edges.length < 2) return '';
  const upper = edges.map(({ at, ask }, place) => `${place === 0 ? 'M' : 'L'}${at} ${round(y.to(ask))}`);
  const lower = [...edges].reverse().map(({ at, bid }) => `L${at} ${round(y.to(bid))}`);
  return `${upper.join('')}${lower.join('')}Z`;
}

function readoutOf(lines: readonly Line[], date: IsoDate | null): readonly (Node | string)[] {
  const shown = lines.map(({ name, points }, place) => {
    const found = points.find((point) => point.date === date);
    return h('span', { class: `key line-${place}` }, `${name} ${found?.text ?? NOTHING}`);
  });
  return [h('time', {}, date ?? ''), ...shown];
}

/** The place of the day that stands nearest to the pointer. */
function nearest(dates: readonly IsoDate[], offset: number, width: number): number {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const share = Math.min(1, Math.max(0, (offset - LEFT) / (width - RIGHT - LEFT)));
  const wanted = addDays(first, Math.round(share * daysBetween(first, last)));
  const after = dates.findIndex((date) => date >= wanted);
  return after < 0 ? dates.length - 1 : after;
}

/** A tenth of a pixel is enough, and makes shorter paths. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function s(tag: string, attributes: Readonly<Record<string, string | number>>, text: string | null = null): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  if (text !== null) element.textContent = text;
  return element;
}
