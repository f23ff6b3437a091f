/** A random choice that somebody else can repeat: the same seed and number of files give the same places. */
import { createHash } from 'node:crypto';

export interface Sample {
  readonly files: number;
  readonly seed: string;
}

/** Each place below the total once, in an order that the seed decides. */
export function* toPlaces(seed: string, total: number): Generator<number> {
  const drawn = new Set<number>();
  for (let draw = 0; drawn.size < total; draw++) {
    const place = createHash('sha256').update(`${seed} ${draw}`).digest().readUIntBE(0, 6) % total;
    if (drawn.has(place)) continue;
    drawn.add(place);
    yield place;
  }
}
