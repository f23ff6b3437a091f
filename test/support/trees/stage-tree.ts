/** A process for staging.test.ts to kill: stages a tree in which every file names its state, and moves it into place. */
import type { Change } from '../../../generator/tree/change.ts';
import { Staging } from '../../../generator/tree/staging.ts';
import type { TreePath } from '../../../generator/wire/paths.ts';

const [outDir = '', state = '', count = '0'] = process.argv.slice(2);
const LAST = ['v1/latest/ECB/EUR.json', 'index/ECB.json', 'v1/status.json', 'index/release.json'];

const staging = Staging.open(outDir);
staging.take(changes());
staging.commit();

function* changes(): Generator<Change> {
  for (let place = 0; place < Number.parseInt(count, 10); place++) {
    const day = `${(place % 28) + 1}`.padStart(2, '0');
    yield file(`v1/historical/ECB/2026/01/${day}/${place}.json`, `${state} ${place} `.repeat(40));
  }
  for (const path of LAST) yield file(path, state);
}

function file(path: string, text: string): Change {
  return { path: path as TreePath, bytes: Buffer.from(text) };
}
