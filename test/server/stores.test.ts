/** The same tests for every store: files that exist, files that do not, and answers that leave it open. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexPath, type TreePath, tablePath } from '../../generator/wire/answers/paths.ts';
import { POINTER_KEY } from '../../generator/wire/release/pointer.ts';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { GLOBAL } from '../../generator/wire/words/schemas.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { httpObjects } from '../../server/trees/origin.ts';
import type { Store } from '../../server/trees/store.ts';
import { inTurn, listen, status } from '../support/servers/loopback.ts';
import { serveTree } from '../support/servers/served-tree.ts';
import { diskStore, originStore } from '../support/servers/stores.ts';
import { TODAY, writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const root = writeSmallTree();
const TIMEOUT_MS = 20_000;
const path = (text: string) => text as TreePath;

const served = await serveTree(root);

async function textIn(store: Store, asked: TreePath): Promise<string | null> {
  const found = await (await store.current())?.read(asked, null);
  if (found === undefined || found === 'unchanged') throw new Error(`there is no tree, or nothing was held: ${found}`);
  return found?.bytes.toString() ?? null;
}

describe.each<readonly [string, Store]>([
  ['disk', diskStore(root)],
  ['HTTP origin', originStore({ url: served.url, timeoutMs: TIMEOUT_MS })],
  [
    'HTTP origin below a folder',
    originStore({
      url: `${(await serveTree(join(root, '..'))).url}/${root.split('/').at(-1)}/`,
      timeoutMs: TIMEOUT_MS,
    }),
  ],
])('a store on %s', (_, store) => {
  it('gives a whole file', async () => {
    expect(await textIn(store, indexPath(GLOBAL))).toContain(TODAY);
    expect(await textIn(store, tablePath(GLOBAL, TODAY))).toMatch(/^currency,mid,bid,ask\n(.*\n)*XDR,0\.8561,,\n$/);
  });

  it('gives null for a file that does not exist', async () => {
    expect(await textIn(store, path('index/NOBODY.json'))).toBeNull();
    expect(await textIn(store, path('index/GLOBAL.json/below'))).toBeNull();
  });

  it('gives ten files at once', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, () => textIn(store, indexPath(GLOBAL))));
    expect(new Set(files).size).toBe(1);
  });

  it('gives the same tree until there is another release', async () => {
    const tree = await store.current();
    expect(tree?.release).toEqual({ release: releaseIn(root), date: TODAY });
    expect(await store.current()).toBe(tree);
  });
});

describe('a store that is down says so, and nothing about the file', () => {
  it('disk: a folder in the place of a file', async () => {
    await expect(folderObjects(root).get('objects', null)).rejects.toThrow(StoreError);
  });

  it.each([
    ['an error', status(500)],
    ['another status', status(401)],
    ['a redirect', status(302, { location: 'http://127.0.0.1:1/' })],
    ['nothing', () => {}],
    ['half an answer', status(200, { 'content-length': '100' }, 'half')],
  ])('origin: %s', async (_, answer) => {
    const { url } = await listen(answer);
    await expect(originStore({ url, timeoutMs: 100 }).current()).rejects.toThrow(StoreError);
  });

  it('origin: nobody listens', async () => {
    await expect(originStore({ url: 'http://127.0.0.1:9', timeoutMs: 100 }).current()).rejects.toThrow(StoreError);
  });

  it('origin: but not if the second attempt succeeds', async () => {
    const { url, asked } = await listen(inTurn(status(503), status(200, {}, 'rates')));
    const found = await httpObjects({ url, timeoutMs: TIMEOUT_MS }).get(POINTER_KEY, null);
    expect(found).toEqual({ bytes: Buffer.from('rates'), etag: null });
    expect(asked).toEqual(['GET /current.json', 'GET /current.json']);
  });
});
