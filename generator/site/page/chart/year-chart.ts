/** The year of a pair up to a fixing, small, beside the converter. */
import { addDays } from '../../../wire/words/calendar.ts';
import type { IsoDate, Provider } from '../../../wire/words/schemas.ts';
import { hrefOf } from '../base/address.ts';
import { day, h, hint } from '../base/dom.ts';
import type { Pair } from '../base/pair.ts';
import type { PageSource } from '../base/source.ts';
import { chartOf } from './chart.ts';
import { readLine } from './chart-lines.ts';
import { movedWords } from './moved.ts';

const DAYS = 365;

export async function yearChart(
  source: PageSource,
  provider: Provider,
  { from: base, to: currency }: Pair,
  to: IsoDate,
): Promise<readonly Node[]> {
  const known = await source.status();
  const asked = { base, currency, from: addDays(to, -DAYS), to, by: null, printed: null };
  const line = await readLine(source, provider, known, asked);
  const { points } = line;
  const href = hrefOf('chart', { provider: provider.code, base, currency, from: asked.from, to });
  const [first, last] = [points[0], points.at(-1)];
  const title = `${currency} for 1 ${base}`;
  if (base === currency || first === undefined || last === undefined) {
    return [hint(`${provider.code} has no figures of ${title} in the year up to `, day(to), '.')];
  }
  return [
    h('h2', {}, title, ', ', day(first.date), ' to ', day(last.date)),
    chartOf(`${title}, ${first.date} to ${last.date}`, [line], 'low'),
    hint(...movedWords(line), '. ', h('a', { href }, 'Open the full chart')),
  ];
}
