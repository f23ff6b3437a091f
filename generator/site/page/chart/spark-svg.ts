/** A line without axes, as small as a word. It shows the way of a rate; the figures are in the chart. */
import { round, s } from './svg.ts';

const [WIDTH, HEIGHT, MARGIN] = [96, 22, 2];

/** Nothing where there are too few values for a line. */
export function sparkOf(values: readonly number[]): readonly Element[] {
  if (values.length < 2) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const xOf = (place: number) => (place / (values.length - 1)) * (WIDTH - 2 * MARGIN) + MARGIN;
  const yOf = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const steps = values.map((value, place) => `${round(xOf(place))} ${round(yOf(value))}`);
  const root = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' });
  root.append(s('path', { d: `M${steps.join('L')}` }));
  return [root];
}
