/** Opens the archive as a walk, with whatever still holds of the previous run's memory. */

import { KnownFiles } from '../../../kit/known-files.ts';
import { Memory, type MemoryPlace } from '../../../kit/memory.ts';
import { programDigest } from '../../../kit/package.ts';
import { METHOD } from '../../../rates/blend/blend.ts';
import { GlobalCorrections } from '../../../rates/corrections/of-global.ts';
import { BankPieces } from '../../../rates/walk/pieces.ts';
import { rememberedSpans, Skipping, SpanKeys } from '../../../rates/walk/skipping.ts';
import { Walk } from '../../../rates/walk/walk.ts';
import type { WalkOptions } from '../../../rates/walk/walk-sources.ts';
import { type Asked, readAsked } from '../../../sources/archive/ledger.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import { RENDER, type TreeOptions } from '../read/tree-options.ts';

/** What a run goes by that leaves something for a later one. */
export interface Remembered {
  readonly skipping: Skipping;
  /** By provider. */
  readonly pieces: ReadonlyMap<string, BankPieces>;
}

export interface TreeSource {
  readonly walk: Walk;
  readonly corrections: GlobalCorrections;
  /** For each provider, when it was asked and with what outcome. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  /** What the run before remembers. */
  readonly memory: Memory;
  /** Null for a tree of the past, and for a part of a tree: it leaves nothing for a later run. */
  readonly remembered: Remembered | null;
}

type Chosen = Pick<TreeOptions, 'bases' | 'historyBases' | 'since' | 'shard'>;

/** @param before SHA-256 of the index of the previous run's memory; null if none counts */
export async function openSource(
  options: WalkOptions,
  chosen: Chosen,
  before: string | null,
  place: MemoryPlace,
): Promise<TreeSource> {
  const walk = await Walk.open(options);
  const asked = new Map<string, readonly Asked[]>();
  for (const { definition } of walk.sources) {
    asked.set(definition.code, await readAsked(options.archiveDir, definition.code, options.asOf));
  }
  const corrections = await GlobalCorrections.open(walk);
  const source = { walk, asked, corrections };
  if (options.asOf !== null || chosen.shard !== null) return { ...source, memory: new Memory(), remembered: null };
  const memory = openMemory(walk, corrections.isSettled ? before : null, factsOf(walk, chosen), place);
  const files = new KnownFiles(options.archiveDir);
  const pieces = walk.sources.map(({ window }) => new BankPieces(window, files, memory));
  await files.save();
  const keys = new SpanKeys(pieces, walk.sources, walk.globalRows, walk.redenominations, corrections.released);
  const skipping = new Skipping(keys, memory, (span) => corrections.digestOfLedger(span));
  const remembered = { skipping, pieces: new Map(pieces.map((own) => [own.provider, own])) };
  return { ...source, memory, remembered };
}

/** Empty if it tells of half months that the archive does not have any more. */
function openMemory(walk: Walk, before: string | null, facts: string, place: MemoryPlace): Memory {
  const memory = new Memory(before, facts, place);
  const spans = new Set<string>(walk.spans.map(({ from }) => from));
  return rememberedSpans(memory).every((first) => spans.has(first)) ? memory : new Memory(null, facts, place);
}

/** Digest of all that is the same for every half month. */
function factsOf({ options, sources }: Walk, { bases, historyBases, since }: Chosen): string {
  const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  const text = (value: unknown) => JSON.stringify(value, bigints) ?? '';
  const names = (chosen: Chosen['bases']) => text(chosen === null ? null : [...chosen].sort());
  return digestOf([
    ...['memory-4', programDigest(), METHOD, RENDER],
    ...[names(bases), names(historyBases), text(since)],
    ...[
      text(options.pegs),
      text([...(options.known ?? [])]),
      text(options.currencies),
      text(sources.map(({ definition }) => definition)),
    ],
  ]);
}
