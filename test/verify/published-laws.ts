/** What verify finds in a release that publish wrote, in a folder or in a bucket. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { objectsIn } from '../../generator/kit/memory.ts';
import type { BucketConnection } from '../../generator/kit/s3-client.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { storeSource } from '../../generator/release/verify/source.ts';
import { verifyTarget } from '../../generator/release/verify/verify.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { fileKey, textKey } from '../../generator/wire/release/keys.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { generatePair, NOW } from '../support/trees/release-pair.ts';
import { dailyLines, readTree } from '../support/trees/trees.ts';
import { faultsOf, type More, ours, usual } from '../support/trees/verifying.ts';

const LATEST = 'v1/latest/GLOBAL/EUR.json' as TreePath;
const FACTS = { contentType: 'application/json', cacheControl: 'no-store' };
export const FOLDER: BucketConnection = { endpoint: null, region: null, pathStyle: true, socketsMax: 8 };

let trees: readonly [string, string];
let archiveDir = '';

export async function makeTrees(): Promise<void> {
  trees = await generatePair();
  archiveDir = freshFolder();
  await writeLines(archiveDir, 'ECB', dailyLines('2026-03-02', '2026-03-13'));
}

/** A store with both releases, and what opens it again for reading. */
export async function publishBoth(target: string, connection: BucketConnection) {
  const store = await openObjectStore(target, { ...connection, willWrite: true });
  store.now = () => NOW;
  const rest = {
    store,
    archiveDir,
    signer: ours.signer,
    now: () => NOW,
    onProgress: () => {},
  };
  for (const tree of trees) await publish({ ...rest, tree: await openGenerated(tree) });
  const verify = async (more: More = {}) => {
    const source = storeSource(await openObjectStore(target, { ...connection, willWrite: false }));
    return verifyTarget({ ...usual, source, ...more }).finally(() => source.close());
  };
  return { store, verify };
}

async function flip(store: ObjectStore, key: string): Promise<void> {
  const bytes = (await store.get(key))?.bytes ?? Buffer.alloc(0);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await store.put(key, bytes, FACTS);
}

export function publishedLaws(open: () => ReturnType<typeof publishBoth>): void {
  let opened: Awaited<ReturnType<typeof publishBoth>>;
  beforeAll(async () => {
    opened = await open();
  });

  it.each([
    ['through the pointer', 'auto', () => true],
    ['at the stable addresses', 'stable', (path: string) => /^(v1|ecb)\//.test(path)],
  ] as const)('is good %s, as it was published', async (_, mode, isThere) => {
    const report = await opened.verify({ mode });
    expect(report).toMatchObject({ faults: [], key: ours.id, through: mode === 'auto' ? 'pointer' : 'stable' });
    expect(report.counts.filesChecked).toBe([...readTree(trees[1]).keys()].filter(isThere).length);
    expect(report.others.length > 0).toBe(mode === 'auto');
    const { archive, state } = report.pointer ?? {};
    const [list, index] = await Promise.all([archive, state].map((one) => opened.store.get(`archive/${one}`)));
    const below = JSON.parse(`${list?.bytes}`).files.length + objectsIn(`${index?.bytes}`).length;
    expect(report.counts.archiveChecked).toBe(mode === 'auto' ? 2 + below : 0);
  });

  it('is not good with one bit flipped, and the object is named', async () => {
    const { store, verify } = opened;
    const report = await verify();
    const keys = [
      'current.json',
      textKey(report.pointer?.root ?? ''),
      fileKey(LATEST, hashOf(readFileSync(join(trees[1], LATEST)))),
    ];
    for (const key of keys) {
      await flip(store, key);
      expect((await verify()).faults.map((fault) => fault.key)).toEqual([key]);
      await flip(store, key);
    }
    expect(faultsOf(await verify())).toEqual([]);
  });

  it('names what is missing and what is extra at the stable addresses', async () => {
    const { store, verify } = opened;
    await store.delete(['v1/latest/ECB/EUR.json']);
    await store.put('v1/latest/ECB/XXX.json', Buffer.from('{}'), FACTS);
    const expected = ['missing v1/latest/ECB/EUR.json', 'extra v1/latest/ECB/XXX.json'];
    expect(faultsOf(await verify({ mode: 'stable' }))).toEqual(expected);
    expect(faultsOf(await verify())).toEqual([]);
  });
}
