/** Opens the archive as a walk, with what the run before remembers of it where that still holds. */
import { type Asked, readAsked } from '../../archive/asked.ts';
import { GlobalCorrections } from '../../corrections/of-global.ts';
import { keepHeapSmall } from '../../kit/engine.ts';
import { KnownFiles } from '../../kit/known-files.ts';
import { Memory } from '../../kit/memory.ts';
import { programDigest } from '../../kit/package.ts';
import { METHOD } from '../../rates/blend.ts';
import { BankPieces } from '../../walk/pieces.ts';
import { rememberedSpans, Skipping } from '../../walk/skipping.ts';
import { SpanKeys } from '../../walk/span-keys.ts';
import { Walk } from '../../walk/walk.ts';
import type { WalkOptions } from '../../walk/walk-sources.ts';
import { memoryPath } from '../../wire/answers/paths.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { TreeInPlace } from '../read/change.ts';
import { RENDER } from '../read/rate-files.ts';
import { releaseInPlace } from '../read/release-name.ts';
import type { TreeOptions } from '../read/tree-options.ts';
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
  const source = { walk, asked, corrections };
  if (options.asOf !== null) return { ...source, memory: new Memory(), remembered: null };
  const facts = factsOf(walk, chosen);
  const memory = isSound && corrections.isSettled ? memoryInPlace(walk, inPlace, facts) : new Memory();
  if (memory.isEmpty) keepHeapSmall();
  const files = new KnownFiles(options.archiveDir);
  const pieces = walk.sources.map(({ window }) => new BankPieces(window, files, memory));
  await files.save();
  const written = walk.sources.map(({ definition, ...rest }) => ({ provider: definition.code, ...rest }));
  const keys = new SpanKeys(pieces, written, walk.globalRows, walk.redenominations, corrections.released);
  const skipping = new Skipping(keys, memory, (span) => corrections.digestOfLedger(span));
  const remembered = { skipping, pieces: new Map(pieces.map((own) => [own.provider, own])), facts };
  return { ...source, memory, remembered };
}

/** What is remembered counts only with the program, the options and the tree of the run that left it. */
export function scopeOf(facts: string, release: string): string {
  return digestOf([facts, release]);
}

/** Empty if it tells of half months that the archive does not have any more. */
function memoryInPlace(walk: Walk, inPlace: TreeInPlace, facts: string): Memory {
  const memory = new Memory((name) => inPlace.read(memoryPath(name)), scopeOf(facts, releaseInPlace(inPlace)));
  const spans = new Set<string>(walk.spans.map(({ from }) => from));
  return rememberedSpans(memory).every((first) => spans.has(first)) ? memory : new Memory();
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
