/** What several commands share: exit codes, defaults, today. */
import { join } from 'node:path';
import { utcDay } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';

/** The command line's promise to schedulers; everything else that fails is 1. */
export const EXIT = {
  /** Done, with named failures of providers. */
  providerFailures: 2,
  /** The gate refused the tree. */
  refused: 3,
  storeFailed: 4,
  alreadyRunning: 5,
} as const;

export const ARCHIVE_OPTION = [
  '--archive <dir>',
  'the archive of published figures',
  join('.ratetree', 'archive'),
] as const;

/** The UTC day. */
export const today = (): IsoDate => utcDay(Date.now());
