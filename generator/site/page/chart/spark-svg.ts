/** A line without axes, as small as a word. It shows the way of a rate; the figures are in the chart. */
const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, MARGIN] = [96, 22, 2];

/** Nothing where there are too few values for a line. */
export function sparkOf(values: readonly number[]): readonly Element[] {
  if (values.length < 2) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const xOf = (place: number) => (place / (values.length - 1)) * (WIDTH - 2 * MARGIN) + MARGIN;
  const yOf = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const steps = values.map((value, place) => `${tenth(xOf(place))} ${tenth(yOf(value))}`);
  const root = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  root.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  root.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', `M${steps.join('L')}`);
  root.append(line);
  return [root];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
