/** The steps of the stream that makes a tree: changes, and the dates whose files are made on any thread. */
import type { Change } from './change.ts';
import type { DateMade, DateWork } from './date-files.ts';

/** What the stream asks of the staging area. */
export type Step = Change | DateStep | Awaited;

/** The files of a date are to be made and staged, on this thread or on another. */
export interface DateStep {
  readonly date: DateWork;
  readonly to: Later;
}

/** The stream goes on when all of these are made. */
export interface Awaited {
  readonly until: readonly Later[];
}

/** Where what was made of a date will be found. */
export interface Later {
  made: DateMade | null;
}
