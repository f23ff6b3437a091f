/** Objects that do not match the manifest are counted and reported and never served; everything else goes on. */
import { describe, expect, it } from 'vitest';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import type { ObjectReader } from '../../server/trees/store.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { keyIn } from '../support/trees/manifests.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { answersOf, copyOf, generateRelease, ours, publishAll, QUESTIONS } from '../support/trees/releases.ts';

const trees = [await generateRelease(1), await generateRelease(2, { since: '2026-03-06' })] as const;
const answers = [await answersOf(trees[0]), await answersOf(trees[1])] as const;
const both = await publishAll(trees);
const first = await publishAll(trees.slice(0, 1));

const LATEST = 'v1/latest/GLOBAL/EUR.json' as TreePath;
const TABLE = 'tables/GLOBAL/2026/2026-03-13.csv' as TreePath;

async function serve(original: ReleaseFolder, objectsOf = folderObjects) {
  const folder = copyOf(original);
  const state = { nowMs: NOON_MS };
  const store = new ReleaseStore(objectsOf(folder.dir), ours.trusted);
  const gateway = await gatewayOver(store, { nowMs: () => state.nowMs });
  const corrupted = () => store.following().corrupted;
  return { folder, state, ...gateway, corrupted };
}

/** The place at which the newest release has the file. */
const keyOf = ({ dir }: ReleaseFolder, path: TreePath) => keyIn(dir, path);

/** The text of the manifest that lists the file. */
function leafOf(folder: ReleaseFolder, path: TreePath): string {
  const found = [...(folder.manifests.at(-1)?.texts ?? [])].find(([, text]) => text.includes(`["${path}"`));
  if (found === undefined) throw new Error(`no leaf lists ${path}`);
  return textKey(found[0]);
}

type Spoil = (folder: ReleaseFolder, key: string) => void;
const SPOILT: readonly (readonly [string, Spoil])[] = [
  ['has one bit flipped', (folder, key) => folder.flip(key)],
  ['is cut off', (folder, key) => folder.write(key, folder.read(key).subarray(1))],
  ['is longer', (folder, key) => folder.write(key, `${folder.read(key)}\n`)],
  ['is empty', (folder, key) => folder.write(key, '')],
  ['is missing', (folder, key) => folder.remove(key)],
];

describe.each(SPOILT)('an object that %s', (_, spoil) => {
  it.each([
    ['a file', '/v1/latest', LATEST, keyOf],
    ['a table', '/v1/convert?amount=1000&base=USD&to=CHF,EUR', TABLE, keyOf],
    ['the text of the manifest that lists a file', '/v1/latest', LATEST, async (...asked) => leafOf(...asked)],
  ] as readonly (readonly [string, string, TreePath, typeof keyOf])[])(
    '%s, is answered with 503 if memory has no copy, and everything else is answered',
    async (_kind, question, path, find) => {
      const { folder, ask, said, state, corrupted } = await serve(both);
      const key = await find(folder, path);
      const good = folder.read(key);
      spoil(folder, key);
      const { status, headers } = await ask(question);
      expect(status).toBe(503);
      expect(headers['retry-after']).toBe('5');
      expect(corrupted()).toBe(1);
      expect(said.at(-1)).toContain(key.replace(/^objects\/..\/(?=[0-9a-f]{64}$)/, ''));
      expect((await ask('/v1/historical?date=2026-03-10')).text).toBe(
        answers[1].bodies.get('/v1/historical?date=2026-03-10'),
      );
      folder.write(key, good);
      state.nowMs += 1000;
      expect((await ask(question)).text).toBe(answers[1].bodies.get(question));
    },
  );

  it('is answered with the last good copy and the name of its own release', async () => {
    const { folder, ask, catalogue, corrupted } = await serve(first);
    const before = await ask('/v1/latest');
    await folder.publish(trees[1]);
    spoil(folder, await keyOf(folder, LATEST));
    expect(await catalogue.refresh()).toBe(true);
    for (let times = 0; times < 3; times++) expect(await ask('/v1/latest')).toEqual(before);
    expect(before.headers['ratetree-release']).toBe(answers[0].release);
    expect((await ask('/v1/latest?base=USD')).headers['ratetree-release']).toBe(answers[1].release);
    // Counted before the release answered and once more afterwards; then it is not asked for again for a moment.
    expect(corrupted()).toBe(2);
  });

  it('leaves the old release in force if the gateway needs it before the new one can answer', async () => {
    const { folder, ask, catalogue } = await serve(first);
    const newest = await folder.publish(trees[1]);
    for (const key of [textKey(newest.rootHash), await keyOf(folder, 'index/GLOBAL.json' as TreePath)]) {
      const good = folder.read(key);
      spoil(folder, key);
      expect(await catalogue.refresh()).toBe(false);
      const { headers, text } = await ask('/v1/latest');
      expect(headers['ratetree-release']).toBe(answers[0].release);
      expect(text).toBe(answers[0].bodies.get('/v1/latest'));
      folder.write(key, good);
    }
    expect(await catalogue.refresh()).toBe(true);
    expect((await ask('/v1/latest')).text).toBe(answers[1].bodies.get('/v1/latest'));
  });
});

describe('what a new release leaves unchanged', () => {
  it('stays in memory: neither file nor index is asked for again', async () => {
    const asked: string[] = [];
    const counting = (dir: string): ObjectReader => {
      const objects = folderObjects(dir);
      return {
        ...objects,
        get: (key, etag) => {
          asked.push(key);
          return objects.get(key, etag);
        },
      };
    };
    const { folder, ask, catalogue } = await serve(first, counting);
    for (const question of QUESTIONS) await ask(question);
    const { rootHash, root } = await folder.publish(await generateRelease(1, { publishedAt: '17:00' }));
    expect(root.release).not.toBe(answers[0].release);
    asked.length = 0;
    await catalogue.refresh();
    for (const question of QUESTIONS) {
      const { text, headers } = await ask(question);
      expect(headers['ratetree-release'], question).toBe(root.release);
      expect(text, question).toBe(answers[0].bodies.get(question));
    }
    // status.json, from which metrics are made, has changed with the time.
    const manifests = [rootHash, root.files[1]].map(textKey);
    expect(asked).toEqual(['current.json', ...manifests, await keyIn(folder.dir, 'v1/status.json')]);
  });
});
