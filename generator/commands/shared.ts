/** What several commands share: exit codes, defaults, today. */
import { join } from 'node:path';
import { utcDay } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';

/** The command line's promise to schedulers. */
export const EXIT = {
  /** A flag, a file or a folder that a person gave cannot be used: one line says which, and what to do. */
  input: 1,
  /** Done, with named failures of providers. */
  providerFailures: 2,
  /** The gate refused the tree. */
  refused: 3,
  storeFailed: 4,
  alreadyRunning: 5,
  /** A bug of ours or a machine at fault, such as a full disk: the stack is on standard error. */
  broken: 6,
} as const;

export const ARCHIVE_OPTION = [
  '--archive <dir>',
  'the archive of published figures',
  join('.ratetree', 'archive'),
] as const;

/** The UTC day. */
export const today = (): IsoDate => utcDay(Date.now());
