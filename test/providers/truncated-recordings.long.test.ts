/**
 * Cuts every recorded document of text at its end and at places by chance: what is left is refused, or no figure of it
 * has another value than in the whole document. A few cuts of each are tried, and with RATETREE_CUTS=all the last 120
 * bytes one by one and 120 places.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFigures } from '../../generator/sources/collect/statement.ts';
import { FeedError, type Observation, type ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { type Recorded, readRecordings, toDelivery } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const isAll = process.env.RATETREE_CUTS === 'all';
const CUTS = isAll ? 120 : 3;
/** A document that takes long to read is cut at fewer places, but at all of its last bytes. */
const LARGE_BYTES = 300_000;
/** Compressed documents tell by themselves that they are cut. */
const isText = (bytes: Buffer) => !['PK', '%P', '\xd0\xcf'].includes(bytes.toString('latin1', 0, 2));

function* places(length: number): Generator<number> {
  for (let cut = 1; cut <= CUTS && cut < length; cut++) yield length - cut;
  let seed = 20_261_127;
  for (let count = 0; count < (length > LARGE_BYTES ? CUTS / 12 : CUTS); count++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield seed % length;
  }
}

const keyOf = ({ date, base, quote }: Observation) => `${date} ${base}/${quote}`;
const figureOf = ({ per, mid, bid, ask }: Observation) => `${per} ${mid} ${bid} ${ask}`;

/** Null where the document is refused. */
function figuresOf(definition: ProviderDefinition, recorded: Recorded, bytes: Buffer) {
  const own = { ...recorded, bytes: bytes.length, sha256: hashOf(bytes) };
  const delivery = toDelivery(definition, own, bytes);
  if (delivery.kind !== 'document') return null;
  try {
    return readFigures(definition, delivery, recorded.url, [])?.observations ?? null;
  } catch (error) {
    if (error instanceof FeedError) return null;
    throw error;
  }
}

let [tried, taken] = [0, 0];

describe.skipIf(!recordingsAreThere('cut documents, as recorded'))('no cut changes a figure of', () => {
  it.each(PROVIDERS.map((definition) => [definition.code, definition] as const))(
    '%s',
    { timeout: 3_600_000 },
    async (_, definition) => {
      const wrong: string[] = [];
      for (const recorded of (await readRecordings(RECORDINGS, definition.code)) ?? []) {
        const whole = readFileSync(join(recorded.folder, recorded.file));
        const stated = isText(whole) ? figuresOf(definition, recorded, whole) : null;
        if (stated === null) continue;
        const values = new Map(stated.map((one) => [keyOf(one), new Set<string>()]));
        for (const one of stated) values.get(keyOf(one))?.add(figureOf(one));
        for (const place of places(whole.length)) {
          tried++;
          const left = figuresOf(definition, recorded, whole.subarray(0, place)) ?? [];
          if (left.length > 0) taken++;
          const changed = left.filter((one) => values.get(keyOf(one))?.has(figureOf(one)) !== true);
          for (const one of changed.slice(0, 1))
            wrong.push(`${recorded.file} cut at ${place}: ${keyOf(one)} ${figureOf(one)}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('were tried, and some were taken', () => {
    console.log(`${tried} cuts tried, ${taken} documents taken`);
    expect(tried).toBeGreaterThan(0);
  });
});
