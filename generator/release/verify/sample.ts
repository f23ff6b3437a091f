/** A random choice that others can repeat: the same seed and number of files give the same places. */
import { randomBytes } from 'node:crypto';
import { hashOf } from '../../wire/words/hash.ts';

export interface Sample {
  readonly files: number;
  readonly seed: string;
}

/** A seed that nobody can foresee, so that nobody can leave intact only the files that will be looked at. */
export function randomSeed(): string {
  return randomBytes(8).toString('hex');
}

/** Yields each place below the total once, in an order that depends on the seed. */
export function* toPlaces(seed: string, total: number): Generator<number> {
  const drawn = new Set<number>();
  for (let draw = 0; drawn.size < total; draw++) {
    const place = Buffer.from(hashOf(`${seed} ${draw}`), 'hex').readUIntBE(0, 6) % total;
    if (drawn.has(place)) continue;
    drawn.add(place);
    yield place;
  }
}

/** Returns the items of the sample, or all if there is none. */
export function sampledFrom<Item>(items: readonly Item[], sample: Sample | null): readonly Item[] {
  if (sample === null || sample.files >= items.length) return items;
  const places = toPlaces(sample.seed, items.length);
  return Array.from({ length: sample.files }, () => items[places.next().value ?? 0] as Item);
}
