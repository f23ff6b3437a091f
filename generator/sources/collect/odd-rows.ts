/**
 * Finds the rows of a document that cannot be right. A few are left out and named, because they are slips of the bank;
 * many refuse the document, or half of a misread list would become rates. Pure.
 */

import { groupBy } from '../../kit/items.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { isFew } from '../feeds/faulty-rows.ts';
import type { Feed, Observation, ProviderDefinition } from '../feeds/provider.ts';
import { byYear } from './by-year.ts';
import { faultOf } from './figure-faults.ts';
import { isSameStatement } from './merge.ts';

interface OddRow {
  readonly row: Observation;
  /** Names date, pair and fault. */
  readonly fault: string;
}

interface Checked {
  /** One observation for each date and pair: HMRC repeats the dollar for each country that uses it. */
  readonly sound: readonly Observation[];
  readonly odd: readonly OddRow[];
}

export function toChecked(
  definition: ProviderDefinition,
  feed: Feed<unknown>,
  observations: readonly Observation[],
  fetched: IsoDate,
): Checked {
  const years = [...byYear(observations).values()].map((rows) => toCheckedYear(definition, feed, rows, fetched));
  return { sound: years.flatMap(({ sound }) => sound), odd: years.flatMap(({ odd }) => odd) };
}

function toCheckedYear(
  definition: ProviderDefinition,
  { repeats }: Feed<unknown>,
  observations: readonly Observation[],
  fetched: IsoDate,
): Checked {
  const kept = new Map<string, Observation>();
  const odd: OddRow[] = [];
  const contested = new Set<string>();
  for (const row of observations) {
    const key = `${row.date} ${row.base}/${row.quote}`;
    const fault = faultOf(definition, row, fetched);
    const before = kept.get(key);
    if (fault !== null) odd.push({ row, fault: `${key}: ${fault}` });
    else if (before === undefined) kept.set(key, row);
    else if (repeats !== 'first holds' && !isSameStatement(before, row)) {
      odd.push({ row, fault: `${key} is stated twice with different values` });
      contested.add(key);
    }
  }
  // Nobody can say which of two figures is the right one, so neither is taken.
  for (const key of contested) kept.delete(key);
  return { sound: [...kept.values()], odd };
}

/** A slip is one day's; three odd days of one pair, and more than half of them, are a column that has moved. */
const MOVED_MIN = 3;

/**
 * Returns why its odd rows refuse the document, or null. One row may be odd or a tenth of them, but not several that are
 * more than half of the newest day or of a pair's days, because then the columns have moved.
 * @param last the newest day that a row can have; later ones are slips
 */
export function toRefusal(observations: readonly Observation[], { sound, odd }: Checked, last: IsoDate): string | null {
  const [first] = odd;
  if (first === undefined) return null;
  if (sound.length === 0 && odd.length === 1) return first.fault;
  if (sound.length === 0 || !isFew(odd.length, observations.length))
    return `${odd.length} of ${observations.length} rows are odd, the first: ${first.fault}`;
  const newest = observations.reduce((day, { date }) => (date > day && date <= last ? date : day), '');
  const ofNewest = (rows: readonly Observation[]) => rows.filter(({ date }) => date === newest).length;
  const [oddOnes, all] = [ofNewest(odd.map(({ row }) => row)), ofNewest(observations)];
  return oddOnes > 1 && oddOnes * 2 > all
    ? `${oddOnes} of ${all} rows of ${newest} are odd, the first: ${first.fault}`
    : toMovedPair(observations, odd);
}

function toMovedPair(observations: readonly Observation[], odd: readonly OddRow[]): string | null {
  const pairOf = ({ base, quote }: Observation) => `${base}/${quote}`;
  for (const [pair, rows] of groupBy(odd, ({ row }) => pairOf(row))) {
    const all = observations.filter((row) => pairOf(row) === pair).length;
    const [first] = rows;
    if (first !== undefined && rows.length >= MOVED_MIN && rows.length * 2 > all)
      return `${rows.length} of ${all} rows of ${pair} are odd, the first: ${first.fault}`;
  }
  return null;
}
