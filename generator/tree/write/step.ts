/** The steps of the stream that makes a tree: changes, and works, which are made on any thread. */
import type { Change } from '../read/change.ts';
import type { Work } from '../render/work.ts';
import type { Made } from '../render/workshop.ts';

/** What the stream asks of the staging area. */
export type Step = Change | WorkStep | Awaited;

/** Files are to be made and staged, on this thread or on another. */
export interface WorkStep<Kind extends Work = Work> {
  readonly work: Kind;
  readonly to: Later;
}

/** The stream goes on when all of these are made. */
export interface Awaited {
  readonly until: readonly Later[];
}

/** Where what was made of a work will be found. */
export interface Later {
  made: Made | null;
}
