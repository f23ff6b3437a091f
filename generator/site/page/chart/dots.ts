/** Figures as dots above a line, those of one place above each other. */
import { figureScale } from './scale.ts';
import { s } from './svg.ts';

export interface Dot {
  readonly value: number;
  readonly kind: 'used' | 'unused' | 'median';
  /** What a pointer that rests on it is told. */
  readonly words: string;
}

const [WIDEST, FLOOR, DOT, TICK] = [720, 76, 10, 110] as const;

export function dotsOf(dots: readonly Dot[]): Element {
  const width = Math.min(WIDEST, document.documentElement.clientWidth - 32);
  const values = dots.map(({ value }) => value);
  const { to, ticks } = figureScale(values, DOT, width - DOT, width / TICK);
  const high = new Map<number, number>();
  const label = { role: 'img', 'aria-label': 'The figures as dots' };
  const root = s('svg', { class: 'dots', viewBox: `0 0 ${width} 100`, ...label });
  root.append(s('line', { class: 'grid', x1: 0, x2: width, y1: FLOOR, y2: FLOOR }));
  root.append(...ticks.map(({ at, text }) => s('text', { x: at, y: 94, 'text-anchor': 'middle' }, text)));
  for (const { value, kind, words } of dots) {
    const slot = Math.round(to(value) / DOT);
    const below = high.get(slot) ?? 0;
    high.set(slot, below + 1);
    const dot = s('circle', { class: kind, cx: to(value), cy: FLOOR - DOT * (below + 0.5), r: 4 });
    dot.append(s('title', {}, words));
    root.append(dot);
  }
  return root;
}
