/** What a line did over its range: how far it moved, and its lowest and its highest figure. */
import { day, figure, h } from '../base/dom.ts';
import { changeOf, localPercent } from '../language/figures.ts';
import { rateText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';
import { type ChartPoint, dateName, type Line } from './line.ts';

export function movedWords({ points, by }: Pick<Line, 'points' | 'by'>): readonly (Node | string)[] {
  const sorted = [...points].sort((one, other) => one.mid - other.mid);
  const [low, high, first, last] = [sorted[0], sorted.at(-1), points[0], points.at(-1)];
  if (low === undefined || high === undefined || first === undefined || last === undefined) return [];
  const on = by === null ? ' on ' : ' in ';
  const told = ({ text, date }: ChartPoint) => [figure(text, rateText(text)), on, day(dateName(date, by))];
  return [changeMark(changeOf(last.text, first.text)), ', lowest ', ...told(low), ', highest ', ...told(high)];
}

/** Green upwards, red downwards. */
export function changeMark(change: string | null): Node | string {
  if (change === null) return NOTHING;
  const direction = change.startsWith('-') ? 'down' : change === '0' ? 'same' : 'up';
  return h('data', { value: change, class: direction }, localPercent(change));
}
