/** A release that no gateway could read is refused before the pointer moves, and found by those who verify. */

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishOrSignAgain } from '../../generator/commands/night-steps.ts';
import { loadTree, ReleaseRefused } from '../../generator/release/objects/trial.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { readInForce } from '../../generator/release/pointer/in-force.ts';
import { readKept, readPointer } from '../../generator/release/pointer/published.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { type ObjectStore, StoreError } from '../../generator/release/store/store.ts';
import { folderSource, storeSource } from '../../generator/release/verify/source.ts';
import { verifyTarget } from '../../generator/release/verify/verify.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { fileKey } from '../../generator/wire/release/keys.ts';
import { UnreadableFile } from '../../generator/wire/release/tree-file.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { altered } from '../support/kit/altered-store.ts';
import { diskStore } from '../support/servers/stores.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { openTestStore } from '../support/trees/logged.ts';
import { copyOf, generateRelease, publishAll, releaseToChange } from '../support/trees/releases.ts';
import { changeFile, fileIn } from '../support/trees/tree-files.ts';
import { readTree, releaseIn } from '../support/trees/trees.ts';

const archiveDir = freshFolder();
beforeAll(() => writeLines(archiveDir, 'ECB', ['2026-03-10 EUR/USD 1.1']));

const withoutReferences = (text: string) => JSON.stringify({ ...JSON.parse(text), references: [] });
const DAMAGES: readonly (readonly [what: string, path: string, damage: (text: string) => string])[] = [
  ['an index has no reference currency', 'index/GLOBAL.json', withoutReferences],
  ['an index is cut off', 'index/NBP.json', (text) => text.slice(0, -10)],
  [
    'an index names a fixing without a table',
    'index/ECB.json',
    (text) => text.replace('"2026-03-13"]', '"2026-03-12"]'),
  ],
  ['the list of currencies is of another form', 'v1/currencies.json', () => '{}'],
  ['the status is of another form', 'v1/status.json', () => '[]'],
];

const options = async (store: ObjectStore, tree: string) => ({
  ...{ store, signer: null, archiveDir, onProgress: () => {} },
  tree: await openGenerated(tree),
  now: () => new Date('2026-03-14T02:30:00Z'),
});

const inForce = async (store: ObjectStore) => (await readPointer(store))?.pointer ?? null;

describe('publish refuses a release in which', () => {
  it.each(DAMAGES)(
    '%s: it names the file, moves nothing, and the next good release follows',
    async (_, path, change) => {
      const dir = freshFolder();
      const store = await openTestStore(dir);
      await publish(await options(store, await generateRelease(1)));
      const [before, stable] = [await inForce(store), readTree(join(dir, 'v1'))];
      const bad = changeFile(await releaseToChange(2), path, change);
      const refused = await publish(await options(store, bad)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ReleaseRefused);
      expect(`${refused}`).toContain('is not put into force, because no gateway could read it: ');
      expect(`${refused}`).toContain(path);
      expect(`${refused}`).not.toContain('\n');
      expect([await inForce(store), readTree(join(dir, 'v1'))]).toEqual([before, stable]);
      expect((await readKept(store, null)).map(({ release }) => release)).not.toContain(releaseIn(bad));
      const next = await publish(await options(store, await generateRelease(3)));
      expect(next).toMatchObject({ sequence: 2, isNew: true });
    },
  );

  it('an index has no reference currency, also if it is the first release of a store', async () => {
    const store = await openTestStore(freshFolder());
    const bad = changeFile(await releaseToChange(1), 'index/GLOBAL.json', withoutReferences);
    await expect(publish(await options(store, bad))).rejects.toThrow(ReleaseRefused);
    expect(await inForce(store)).toBeNull();
    expect(await publish(await options(store, await generateRelease(2)))).toMatchObject({ sequence: 1 });
  });

  it('a file was damaged on its way, as a fault of the store', async () => {
    const store = await openTestStore(freshFolder());
    const tree = await generateRelease(1);
    const index = fileKey('index/ECB.json' as TreePath, hashOf(fileIn(tree, 'index/ECB.json')));
    const damaging = altered(store, {
      get: async (key) => {
        const found = await store.get(key);
        return key === index && found !== null ? { ...found, bytes: Buffer.from('x') } : found;
      },
    });
    const refused = await publish(await options(damaging, tree)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreError);
    expect(`${refused}`).toMatch(
      /is not put into force, because it is damaged: .*index\/ECB\.json \(objects\/\S+\) is not what the manifest says/,
    );
    expect(await inForce(store)).toBeNull();
  });

  it('something cannot be read; a night then signs the release in force again', async () => {
    const store = await openTestStore(freshFolder());
    const first = await publish(await options(store, await generateRelease(1)));
    const bad = changeFile(await releaseToChange(2), 'index/GLOBAL.json', withoutReferences);
    const publishing = await options(store, bad);
    const { published, error } = await publishOrSignAgain({ ...publishing, before: await readInForce(publishing) });
    expect(published).toMatchObject({ release: first.release, sequence: 2, isNew: false });
    expect(error).toContain('index/GLOBAL.json');
  });

  it('something cannot be read, and ends with 3 and one line', async () => {
    const bad = changeFile(await releaseToChange(1), 'index/GLOBAL.json', withoutReferences);
    const { status, stderr } = ratetree('publish', freshFolder(), '--from', bad, '--archive', archiveDir);
    expect(status).toBe(3);
    expect(stderr.trim().split('\n').at(-1)).toMatch(
      /^ratetree: .* no gateway could read it: index\/GLOBAL.json is not what the generator writes: references: /,
    );
  });
});

it('a night without news does not load the release again', async () => {
  const store = await openTestStore(freshFolder());
  const tree = await generateRelease(1);
  await publish(await options(store, tree));
  const before = store.requests.GET ?? 0;
  await publish(await options(store, tree));
  // One of them asks whether there is a log, one whether there is a draft.
  expect((store.requests.GET ?? 0) - before).toBeLessThanOrEqual(8);
});

describe('a tree is not loaded if', () => {
  it.each<[string, string, (text: string) => string, RegExp]>([
    ['a newest table is cut off', 'tables/NBP/2026/2026-03-13.csv', (text) => text.slice(0, -3), /cannot be read/],
    [
      'a newest table lacks its reference currency',
      'tables/ECB/2026/2026-03-13.csv',
      (text) => text.replace(/^EUR,.*\n/m, ''),
      /does not quote its own reference currency EUR/,
    ],
    [
      'the latest rates are others',
      'v1/latest/ECB/EUR.json',
      (text) => text.replace('"USD":', '"USD":1'),
      /not what the gateway computes/,
    ],
    [
      'the dated rates are others',
      'v1/historical/NBP/2026/03/13/PLN.json',
      (text) => `${text} `,
      /not what the gateway computes/,
    ],
  ])('%s', async (_, path, change, words) => {
    const served = await diskStore(changeFile(await releaseToChange(1), path, change)).current();
    if (served === null) throw new Error('no tree');
    const refused = await loadTree(served).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnreadableFile);
    expect(`${refused}`).toContain(path);
    expect(`${refused}`).toMatch(words);
  });
});

describe('verify calls a release bad in which', () => {
  const whole = { trusted: null, sequenceMin: null, now: new Date('2026-03-14T02:30:00Z') };

  it.each(DAMAGES)('%s, also in a tree that is not published', async (_, path, change) => {
    const bad = changeFile(await releaseToChange(2), path, change);
    const folder = copyOf(await publishAll([await generateRelease(1)]));
    await folder.publish(bad);
    const source = storeSource(await openTestStore(folder.dir));
    expect((await verifyTarget({ ...whole, source, sample: null, mode: 'pointer' })).faults).toEqual([
      { kind: 'unreadable', key: expect.any(String), why: expect.stringContaining(path) },
    ]);
    const { faults } = await verifyTarget({ ...whole, source: folderSource(bad), sample: null, mode: 'auto' });
    expect(faults).toContainEqual({
      kind: 'unreadable',
      key: expect.any(String),
      why: expect.stringContaining(path),
    });
  });

  it('nothing is wrong: then it is good', async () => {
    const folder = await publishAll([await generateRelease(1)]);
    const source = storeSource(await openTestStore(folder.dir));
    expect((await verifyTarget({ ...whole, source, sample: null, mode: 'pointer' })).faults).toEqual([]);
  });
});
