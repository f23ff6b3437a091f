/** One suite for every store: what is there, what is not, and what says nothing of the file. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { releasePath, type TreePath, tablePath } from '../../generator/wire/paths.ts';
import { GLOBAL } from '../../generator/wire/schemas.ts';
import { type Store, StoreDown } from '../../server/store.ts';
import { diskStore } from '../../server/stores/disk.ts';
import { originStore } from '../../server/stores/origin.ts';
import { inTurn, listen, status } from '../support/loopback.ts';
import { serveTree } from '../support/served-tree.ts';
import { TODAY, writeSmallTree } from '../support/small-tree.ts';

const root = writeSmallTree();
const TIMEOUT_MS = 300;
const path = (text: string) => text as TreePath;

const served = await serveTree(root);

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
  it('gives a file whole', async () => {
    expect((await store.read(releasePath))?.toString()).toContain(TODAY);
    expect((await store.read(tablePath(GLOBAL, TODAY)))?.toString()).toMatch(
      /^currency,mid,bid,ask\n(.*\n)*XDR,0\.8561,,\n$/,
    );
  });

  it('says null for what is not there', async () => {
    expect(await store.read(path('index/NOBODY.json'))).toBeNull();
    expect(await store.read(path('index/GLOBAL.json/below'))).toBeNull();
  });

  it('gives ten files at once', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, () => store.read(releasePath)));
    expect(new Set(files.map(String)).size).toBe(1);
  });
});

describe('a store that is down says so, and nothing of the file', () => {
  it('disk: what is no file', async () => {
    await expect(diskStore(root).read(path('index'))).rejects.toThrow(StoreDown);
  });

  it.each([
    ['an error', status(500)],
    ['another status', status(403)],
    ['a redirect', status(302, { location: 'http://127.0.0.1:1/' })],
    ['nothing', () => {}],
    ['half an answer', status(200, { 'content-length': '100' }, 'half')],
  ])('origin: %s', async (_, answer) => {
    const { url } = await listen(answer);
    await expect(originStore({ url, timeoutMs: 100 }).read(releasePath)).rejects.toThrow(StoreDown);
  });

  it('origin: no one listening', async () => {
    await expect(originStore({ url: 'http://127.0.0.1:9', timeoutMs: 100 }).read(releasePath)).rejects.toThrow(
      StoreDown,
    );
  });

  it('origin: but one that recovers at the second attempt was never down', async () => {
    const { url, asked } = await listen(inTurn(status(503), status(200, {}, 'rates')));
    expect(String(await originStore({ url, timeoutMs: TIMEOUT_MS }).read(releasePath))).toBe('rates');
    expect(asked).toEqual(['GET /index/release.json', 'GET /index/release.json']);
  });
});
