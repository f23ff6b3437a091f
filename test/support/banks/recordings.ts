/** Where the recorded feeds lie beside a checkout, for tests that read them; without them those tests are skipped aloud. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

const FOLDER = join(packageRoot(), '..', 'shared', 'feeds');

/** True where the recordings are there; where not, says so once for the tests named. */
export function recordingsAreThere(tests: string): boolean {
  const there = existsSync(FOLDER);
  if (!there) console.log(`skipped: ${tests} (no recorded feeds in ../shared/feeds)`);
  return there;
}

export function readRecording(path: string): string {
  return readFileSync(join(FOLDER, path), 'utf8');
}
