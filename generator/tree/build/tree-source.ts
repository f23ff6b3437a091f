/** The archive as a walk, and what else of it the tree is made from. */
import type { Asked } from '../../archive/asked.ts';
import type { GlobalCorrections } from '../../corrections/of-global.ts';
import type { Memory } from '../../kit/memory.ts';
import type { BankPieces } from '../../walk/pieces.ts';
import type { Skipping } from '../../walk/skipping.ts';
import type { Walk } from '../../walk/walk.ts';

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
  /** Null for a tree of the past: it leaves nothing for a later run. */
  readonly remembered: Remembered | null;
}
