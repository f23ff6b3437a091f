/** The recorded feeds beside a checkout. Without them the tests that read them are skipped, which is printed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

const FOLDER = join(packageRoot(), '..', 'shared', 'feeds');

/** Whether the recordings exist. If not, prints once that the named tests are skipped. */
export function recordingsAreThere(tests: string): boolean {
  const there = existsSync(FOLDER);
  if (!there) console.log(`skipped: ${tests} (no recorded feeds in ../shared/feeds)`);
  return there;
}

export function readRecording(path: string): string {
  return readFileSync(join(FOLDER, path), 'utf8');
}
