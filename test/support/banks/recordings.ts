/** The recorded feeds beside a checkout. Without them the tests that read them are skipped, which is printed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { collectRecordings } from '../../../scripts/docs/recordings.ts';
import { sharedTree } from '../trees/shared.ts';
import { RECORDINGS } from './feeds.ts';

/** Whether the recordings exist. If not, prints once that the named tests are skipped. */
export function recordingsAreThere(tests: string): boolean {
  const there = RECORDINGS.every((folder) => existsSync(folder));
  if (!there) console.log(`skipped: ${tests} (no recorded feeds in ../shared/feeds, feeds-new, feeds-3 and feeds-4)`);
  return there;
}

/** The archive of everything that was recorded of all banks, which tests read and do not write to. */
export function recordedArchive(): Promise<string> {
  const today = parseIsoDate('2026-08-20');
  return sharedTree('recorded-archive', (archiveDir) => collectRecordings(RECORDINGS, archiveDir, today));
}

export function readRecording(path: string): string {
  const file = RECORDINGS.map((folder) => join(folder, path)).find((name) => existsSync(name));
  if (file === undefined) throw new Error(`${path} is not among the recordings`);
  return readFileSync(file, 'utf8');
}
