/** The steps of the stream that makes a tree: works, which are made on any thread, and waiting for them. */
import type { Work } from '../render/work.ts';
import type { Made } from '../render/workshop.ts';

export type Step = WorkStep | Awaited;

/** Files are to be made and written, on this thread or on another. */
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
