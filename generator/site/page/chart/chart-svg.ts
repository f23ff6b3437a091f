/** The lines of a chart as SVG: one for each provider, broken at gaps, with bid and ask as a band around it. */
import { daysBetween } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import type { ChartPoint, Line } from './line.ts';
import { dayScale, figureScale, type Scale } from './scale.ts';
import { round, s, set } from './svg.ts';

/** Room at the sides for the axes. */
export const LEFT = 76;
const [TOP, BOTTOM] = [12, 28];
/** So high is a name or a word of an axis. */
const LETTERS = 16;
/** Half a label: nearer to an end it stands inside. */
const LABEL = 24;
const LINE_HEIGHT = 55;

export interface Drawn {
  readonly root: Element;
  /** Marks a day, without drawing the lines again. */
  readonly point: (date: IsoDate, points: readonly (ChartPoint | null)[]) => void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room for the names at the ends of lines, where there are several. */
export function rightOf(lines: readonly Line[]): number {
  return lines.length > 1 ? 76 : 12;
}

/** @param unit what the figures are, if the title does not say it */
export function svgOf(
  title: string,
  unit: string,
  lines: readonly Line[],
  dates: readonly IsoDate[],
  size: Size,
): Drawn {
  const { width, height } = size;
  const [top, right] = [unit === '' ? TOP : TOP + LETTERS, rightOf(lines)];
  const [first, last] = [dates[0], dates.at(-1)];
  const root = s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title });
  if (first === undefined || last === undefined) return { root, point: () => {} };
  const values = lines.flatMap(({ points }) => points.flatMap(({ mid, bid, ask }) => [mid, bid ?? mid, ask ?? mid]));
  const x = dayScale(first, last, LEFT, width - right);
  const y = figureScale(values, height - BOTTOM, top, Math.floor(height / LINE_HEIGHT));
  const xOf = (date: IsoDate) => x.to(daysBetween(first, date));
  root.append(...axes(x, y, right, size));
  if (unit !== '') root.append(s('text', { x: 8, y: TOP }, unit));
  for (const [place, line] of lines.entries()) root.append(...shapesOf(line, place, lines.length, xOf, y, height));
  if (lines.length > 1) root.append(...namesOf(lines, y, width - right + 8, height - BOTTOM));
  const cursor = s('line', { class: 'cursor', y1: top, y2: height - BOTTOM });
  const dots = lines.map((_, place) => s('circle', { class: `dot line-${place}`, r: 4 }));
  root.append(cursor, ...dots);
  const point: Drawn['point'] = (date, points) => {
    const at = round(xOf(date));
    set(cursor, { x1: at, x2: at });
    for (const [place, dot] of dots.entries()) {
      const found = points[place] ?? null;
      set(
        dot,
        found === null ? { visibility: 'hidden' } : { visibility: 'visible', cx: at, cy: round(y.to(found.mid)) },
      );
    }
  };
  return { root, point };
}

/** A piece of the line, for its legend: colors alone tell nothing to some. */
export function strokeOf(place: number): Element {
  const root = s('svg', { class: 'stroke', width: 28, height: 8, 'aria-hidden': 'true' });
  root.append(s('path', { class: `dash line-${place}`, d: 'M0 4H28' }));
  return root;
}

type XOf = (date: IsoDate) => number;

function shapesOf(line: Line, place: number, count: number, xOf: XOf, y: Scale, height: number): readonly Element[] {
  const parts = partsOf(line).map((points) => points.map((point) => ({ at: round(xOf(point.date)), point })));
  const band = parts.map((part) => bandPath(part, y)).join('');
  const area = parts.map((part) => areaPath(part, y, height - BOTTOM)).join('');
  return [
    // Below several lines areas would only hide each other.
    ...(count > 1 || band !== '' ? [] : [s('path', { class: `area line-${place}`, d: area })]),
    ...(band === '' ? [] : [s('path', { class: `band line-${place}`, d: band })]),
    s('path', { class: `line line-${place}`, d: parts.map((part) => linePath(part, y)).join('') }),
  ];
}

/** Each line's name at its end, below that of the line above it where both ends are near. */
function namesOf(lines: readonly Line[], y: Scale, x: number, floor: number): readonly Element[] {
  const ends = lines.flatMap(({ name, points }, place) =>
    points.slice(-1).map(({ mid }) => ({ name, place, at: y.to(mid) })),
  );
  let free = 0;
  return ends
    .sort((one, other) => one.at - other.at)
    .map(({ name, place, at }, above) => {
      const own = Math.max(free, Math.min(at, floor - LETTERS * (ends.length - above - 1)));
      free = own + LETTERS;
      return s('text', { class: `name line-${place}`, x, y: round(own + 4) }, name);
    });
}

function axes(x: Scale, y: Scale, right: number, { width, height }: Size): readonly Element[] {
  const across = y.ticks.flatMap(({ at, text }) => [
    s('line', { class: 'grid', x1: LEFT, x2: width - right, y1: at, y2: at }),
    s('text', { x: LEFT - 8, y: at + 4, 'text-anchor': 'end' }, text),
  ]);
  const anchorOf = (at: number) => (at < LEFT + LABEL ? 'start' : at > width - right - LABEL ? 'end' : 'middle');
  const down = x.ticks.flatMap(({ at, text }) => [
    s('line', { class: 'grid', x1: at, x2: at, y1: height - BOTTOM, y2: height - BOTTOM + 5 }),
    s('text', { x: at, y: height - 8, 'text-anchor': anchorOf(at) }, text),
  ]);
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
  const days = daysBetween(earlier, later);
  // Nothing is missing between a day and the next one.
  return days > breakDays || (days > 1 && gaps.some(({ from, to }) => from > earlier && to < later));
}

interface Placed {
  readonly at: number;
  readonly point: ChartPoint;
}

/** A point that stands alone is a dot: a line of no length with round ends. */
function linePath(points: readonly Placed[], y: Scale): string {
  const steps = points.map(({ at, point }, place) => `${place === 0 ? 'M' : 'L'}${at} ${round(y.to(point.mid))}`);
  return `${steps.join('')}${points.length === 1 ? 'h0' : ''}`;
}

function areaPath(points: readonly Placed[], y: Scale, floor: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return '';
  return `${linePath(points, y)}V${floor}H${first.at}Z`;
}

function bandPath(points: readonly Placed[], y: Scale): string {
  const edges = points.flatMap(({ at, point: { bid, ask } }) =>
    bid === null || ask === null ? [] : [{ at, bid, ask }],
  );
  if (edges.length < 2) return '';
  const upper = edges.map(({ at, ask }, place) => `${place === 0 ? 'M' : 'L'}${at} ${round(y.to(ask))}`);
  const lower = [...edges].reverse().map(({ at, bid }) => `L${at} ${round(y.to(bid))}`);
  return `${upper.join('')}${lower.join('')}Z`;
}
