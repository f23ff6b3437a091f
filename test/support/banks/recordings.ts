/** The recorded feeds beside a checkout. Without them the tests that read them are skipped, which is printed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDINGS } from './feeds.ts';

/** Whether the recordings exist. If not, prints once that the named tests are skipped. */
export function recordingsAreThere(tests: string): boolean {
  const there = RECORDINGS.every((folder) => existsSync(folder));
  if (!there) console.log(`skipped: ${tests} (no recorded feeds in ../shared/feeds, feeds-new and feeds-3)`);
  return there;
}

export function readRecording(path: string): string {
  const file = RECORDINGS.map((folder) => join(folder, path)).find((name) => existsSync(name));
  if (file === undefined) throw new Error(`${path} is not among the recordings`);
  return readFileSync(file, 'utf8');
}
