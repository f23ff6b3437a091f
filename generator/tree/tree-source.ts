/** The archive as a walk, and what else of it the tree is made from. */
import type { Asked } from '../archive/asked.ts';
import type { GlobalCorrections } from '../corrections/of-global.ts';
import type { Skipping } from '../rates/skipping.ts';
import type { Walk } from '../rates/walk.ts';
import type { Remembering } from './remembering.ts';

export interface TreeSource {
  readonly walk: Walk;
  readonly corrections: GlobalCorrections;
  /** For each provider, when it was asked and with what outcome. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  /** Null for a tree of the past: it leaves nothing for a later run. */
  readonly remembering: Remembering | null;
  readonly skipping: Skipping | null;
}
