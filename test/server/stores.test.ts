/** One suite for every store, then what memory makes of a store that changes, fails or grows. */
import { createReadStream, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { releasePath, type TreePath, tablePath } from '../../generator/wire/paths.ts';
import { GLOBAL } from '../../generator/wire/schemas.ts';
import { Shelf } from '../../server/shelf.ts';
import { type Store, StoreDown } from '../../server/store.ts';
import { diskStore } from '../../server/stores/disk.ts';
import { originStore } from '../../server/stores/origin.ts';
import { gatewayOver, NOON_MS } from '../support/gateway.ts';
import { inTurn, listen, status } from '../support/loopback.ts';
import { TODAY, writeSmallTree } from '../support/small-tree.ts';

const root = writeSmallTree();
const TIMEOUT_MS = 300;
const path = (text: string) => text as TreePath;

/** The tree over HTTP, as any file server gives it; `mode` is how it feels today. */
async function serveTree(folder: string) {
  const origin = { mode: 'well' as 'well' | 'failing' | 'gone' };
  const loopback = await listen((request, response) => {
    const file = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    if (origin.mode === 'gone') response.destroy();
    else if (origin.mode === 'failing') response.writeHead(500).end('no');
    else if (!existsSync(file) || !statSync(file).isFile()) response.writeHead(404).end('none');
    else createReadStream(file).pipe(response.writeHead(200));
  });
  return { ...loopback, origin };
}

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

describe('memory before the store', () => {
  function shelfOver(files: Record<string, string | Error>, bytesMax = 1_000_000) {
    const reads: string[] = [];
    const state = { release: 'one', nowMs: 0 };
    const store: Store = {
      read: async (asked) => {
        reads.push(asked);
        const found = files[asked];
        if (found instanceof Error) throw found;
        return found === undefined ? null : Buffer.from(found);
      },
      close: async () => {},
    };
    const shelf = new Shelf({
      store,
      bytesMax,
      release: () => state.release,
      nowMs: () => state.nowMs,
      onDown: () => {},
    });
    const text = async (asked: string) => String((await shelf.read(path(asked))).bytes);
    return { shelf, reads, state, text, files };
  }

  it('reads a file once, an absent one too, and requests at the same time share the read', async () => {
    const { reads, text } = shelfOver({ a: 'A' });
    expect(await Promise.all([text('a'), text('a'), text('none')])).toEqual(['A', 'A', 'null']);
    expect(await Promise.all([text('a'), text('none')])).toEqual(['A', 'null']);
    expect(reads).toEqual(['a', 'none']);
  });

  it('reads again under another release', async () => {
    const { reads, text, state, files, shelf } = shelfOver({ a: 'A' });
    await text('a');
    files.a = 'B';
    state.release = 'two';
    expect(shelf.held(path('a'))).toBeNull();
    expect(await text('a')).toBe('B');
    expect(shelf.held(path('a'))?.release).toBe('two');
    expect(reads).toHaveLength(2);
  });

  it('is bounded, and keeps what is used', async () => {
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`f${place}`, 'x'.repeat(1000)]));
    const { shelf, text, reads } = shelfOver(files, 50_000);
    await text('f0');
    for (let place = 1; place < 100; place++) {
      await text(`f${place}`);
      shelf.held(path('f0'));
      expect(shelf.bytes).toBeLessThanOrEqual(50_000);
    }
    await text('f0');
    expect(reads.filter((asked) => asked === 'f0')).toHaveLength(1);
    await text('f1');
    expect(reads.filter((asked) => asked === 'f1')).toHaveLength(2);
  });

  it('answers with the old file while the store is down, and leaves the store alone for a moment after three failures', async () => {
    const { shelf, reads, text, state, files } = shelfOver({ a: 'A' });
    await text('a');
    state.release = 'two';
    files.a = new StoreDown('down');
    files.b = new StoreDown('down');
    expect(await text('a')).toBe('A');
    expect((await shelf.read(path('a'))).release).toBe('one');
    await expect(text('b')).rejects.toThrow(StoreDown);
    expect(reads).toHaveLength(4);
    expect(await text('a')).toBe('A');
    await expect(text('b')).rejects.toThrow(StoreDown);
    expect(reads).toHaveLength(4);
    state.nowMs += 1000;
    files.a = 'B';
    expect(await text('a')).toBe('B');
  });
});

describe('a gateway over an origin', () => {
  it('answers from memory and with the old release while the origin is down, and 503 for what it never read', async () => {
    const folder = writeSmallTree();
    const { url, origin } = await serveTree(folder);
    let nowMs = NOON_MS;
    const store = originStore({ url, timeoutMs: TIMEOUT_MS });
    const { ask, catalogue } = await gatewayOver(store, { nowMs: () => nowMs });
    const fresh = await ask('/v1/latest');
    expect(fresh.status).toBe(200);
    for (const mode of ['failing', 'gone'] as const) {
      origin.mode = mode;
      nowMs += 5000;
      expect(await catalogue.refresh()).toBe(false);
      expect(await ask('/v1/latest')).toEqual(fresh);
      const cold = await ask('/v1/latest?provider=TCMB&format=xml');
      expect(cold.status).toBe(503);
      expect(cold.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(cold.text).toContain('<errorCode>1503</errorCode>');
    }
    writeSmallTree(folder, { release: 'fedcba9876543210', dollars: '1.2' });
    origin.mode = 'well';
    nowMs += 5000;
    expect(await catalogue.refresh()).toBe(true);
    const renewed = await ask('/v1/latest');
    expect(renewed.headers['ratetree-release']).toBe('fedcba9876543210');
    expect(renewed.text).toContain('"USD":1.2,');
  });

  it('serves a stale file with the id of its own release when the origin fails after the change', async () => {
    const folder = writeSmallTree();
    const { url, origin } = await serveTree(folder);
    const { ask, catalogue } = await gatewayOver(originStore({ url, timeoutMs: TIMEOUT_MS }));
    const before = await ask('/v1/latest');
    writeSmallTree(folder, { release: 'fedcba9876543210', dollars: '1.2' });
    await catalogue.refresh();
    origin.mode = 'failing';
    expect(catalogue.current?.release.release).toBe('fedcba9876543210');
    expect(await ask('/v1/latest')).toEqual(before);
  });

  it('that is down at the start answers 503, and as soon as it is up everything', async () => {
    const { url, origin } = await serveTree(root);
    origin.mode = 'gone';
    const { ask, catalogue } = await gatewayOver(originStore({ url, timeoutMs: TIMEOUT_MS }));
    expect((await ask('/v1/currencies')).status).toBe(503);
    expect((await ask('/v1/currencies', { headers: {} })).status).toBe(401);
    origin.mode = 'well';
    await catalogue.refresh();
    expect((await ask('/v1/currencies')).status).toBe(200);
  });

  it('sends paths and nothing of its clients', async () => {
    const headers: string[] = [];
    const { url } = await listen((request, response) => {
      headers.push(JSON.stringify([request.url, request.rawHeaders]));
      createReadStream(join(root, request.url ?? ''))
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
    });
    const { ask } = await gatewayOver(originStore({ url, timeoutMs: TIMEOUT_MS }));
    await ask('/v1/latest?subscription-key=demo-key-of-the-tests', { headers: { 'x-source': 'demo' } });
    expect(headers.length).toBeGreaterThan(5);
    expect(headers.join()).not.toMatch(/demo/);
  });
});

describe('a release', () => {
  it('that is broken or gone leaves the old one, and the operator is told once', async () => {
    const folder = writeSmallTree();
    const { ask, catalogue, said } = await gatewayOver(diskStore(folder));
    const before = await ask('/v1/currencies');
    writeFileSync(join(folder, 'index', 'release.json'), '{"release":');
    expect(await catalogue.refresh()).toBe(false);
    expect(await catalogue.refresh()).toBe(false);
    rmSync(join(folder, 'index', 'release.json'));
    expect(await catalogue.refresh()).toBe(false);
    expect(said.filter((line) => line.includes('not refreshed'))).toHaveLength(2);
    expect(await ask('/v1/currencies')).toEqual(before);
  });

  it('of which a part is missing does not answer', async () => {
    const folder = writeSmallTree();
    const { catalogue } = await gatewayOver(diskStore(folder));
    rmSync(join(folder, 'index', 'TCMB.json'));
    writeFileSync(join(folder, 'index', 'release.json'), JSON.stringify({ release: 'fedcba9876543210', date: TODAY }));
    expect(await catalogue.refresh()).toBe(false);
    expect(catalogue.current?.release.release).not.toBe('fedcba9876543210');
  });

  it('whose table is cut off is our fault, named to the operator', async () => {
    const folder = writeSmallTree();
    writeFileSync(join(folder, tablePath(GLOBAL, TODAY)), 'currency,mid,bid,ask\nUSD,1.17');
    const { ask, said } = await gatewayOver(diskStore(folder));
    expect((await ask('/v1/latest?decimals=2')).status).toBe(500);
    expect(said.join()).toContain(`table of GLOBAL ${TODAY}`);
    rmSync(join(folder, tablePath(GLOBAL, TODAY)));
    const { ask: asking } = await gatewayOver(diskStore(folder));
    expect((await asking('/v1/latest?decimals=2')).status).toBe(503);
  });
});
