/** A process for staging.long.test.ts to kill: stages a tree in which every file names its state, and moves it into place. */
import type { Change } from '../../../generator/tree/read/change.ts';
import { Staging } from '../../../generator/tree/write/staging.ts';
import type { TreePath } from '../../../generator/wire/answers/paths.ts';

const [outDir = '', state = '', count = '0', removed = '0'] = process.argv.slice(2);
const LAST = ['v1/latest/ECB/EUR.json', 'index/ECB.json', 'v1/status.json', 'index/release.json'];

const staging = Staging.open(outDir);
await staging.take(changes());
staging.commit();

function* changes(): Generator<Change> {
  for (let place = 0; place < Number.parseInt(count, 10); place++)
    yield file(dated(place), `${state} ${place} `.repeat(40));
  for (let place = 0; place < Number.parseInt(removed, 10); place++) yield { path: dated(place), bytes: null };
  for (const path of LAST) yield file(path, state);
}

function dated(place: number): TreePath {
  const day = `${(place % 28) + 1}`.padStart(2, '0');
  return `v1/historical/ECB/2026/01/${day}/${place}.json` as TreePath;
}

function file(path: string, text: string): Change {
  return { path: path as TreePath, bytes: Buffer.from(text) };
}
