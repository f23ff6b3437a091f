/** Opens the archive as a walk, with what the run before remembers of it where that still holds. */
import { type Asked, readAsked } from '../archive/asked.ts';
import { Partitions } from '../archive/partitions.ts';
import { GlobalCorrections } from '../corrections/of-global.ts';
import { keepHeapSmall } from '../kit/engine.ts';
import { programDigest } from '../kit/package.ts';
import { METHOD } from '../rates/blend.ts';
import { Skipping } from '../rates/skipping.ts';
import { SpanKeys } from '../rates/span-keys.ts';
import { Walk } from '../rates/walk.ts';
import type { WalkOptions } from '../rates/walk-sources.ts';
import { digestOf } from '../wire/hash.ts';
import type { TreeInPlace } from './change.ts';
import { RENDER } from './rate-files.ts';
import { Remembering } from './remembering.ts';
import { RunMemory } from './run-memory.ts';
import type { TreeOptions } from './tree-options.ts';
import type { TreeSource } from './tree-source.ts';

type Chosen = Pick<TreeOptions, 'bases' | 'historyBases' | 'since' | 'parquet'>;

/** @param isSound whether nothing in the tree in place was found to be damaged */
export async function openSource(
  options: WalkOptions,
  chosen: Chosen,
  inPlace: TreeInPlace,
  isSound: boolean,
): Promise<TreeSource> {
  const walk = await Walk.open(options);
  const asked = new Map<string, readonly Asked[]>();
  for (const { definition } of walk.sources) {
    asked.set(definition.code, await readAsked(options.archiveDir, definition.code, options.asOf));
  }
  const corrections = await GlobalCorrections.open(walk);
  if (options.asOf !== null) return { walk, asked, corrections, remembering: null, skipping: null };
  const now = { facts: factsOf(walk, chosen), releases: corrections.releases, spans: walk.spans };
  const memory = isSound && corrections.isSettled ? RunMemory.open(inPlace, now) : null;
  if (memory === null) keepHeapSmall();
  const partitions = walk.sources.map(({ window }) => new Partitions(window, memory?.pieces(window.provider) ?? ''));
  const written = walk.sources.map(({ definition, ...rest }) => ({ provider: definition.code, ...rest }));
  const joined = memory?.joined(partitions.map(({ provider }) => provider)) ?? null;
  const keys = new SpanKeys(partitions, written, walk.globalRows, walk.redenominations, corrections.released, joined);
  const remembering = new Remembering(now, partitions, keys, memory);
  return { walk, asked, corrections, remembering, skipping: new Skipping(keys, memory) };
}

/** Digest of all that is the same for every half month. */
function factsOf({ options, sources }: Walk, { bases, historyBases, since, parquet }: Chosen): string {
  const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  const text = (value: unknown) => JSON.stringify(value, bigints) ?? '';
  const names = (chosen: Chosen['bases']) => text(chosen === null ? null : [...chosen].sort());
  return digestOf([
    ...['memory-3', programDigest(), METHOD, RENDER],
    ...[names(bases), names(historyBases), text(since), text(parquet)],
    ...[
      text(options.pegs),
      text([...(options.known ?? [])]),
      text(options.currencies),
      text(sources.map(({ definition }) => definition)),
    ],
  ]);
}
