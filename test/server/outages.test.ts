/** What clients of a gateway see when its origin fails and comes back, and when releases are broken. */

import { createReadStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tablePath } from '../../generator/wire/answers/paths.ts';
import { POINTER_KEY } from '../../generator/wire/release/pointer.ts';
import { GLOBAL } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { listen } from '../support/servers/loopback.ts';
import { serveTree } from '../support/servers/served-tree.ts';
import { diskStore, originStore } from '../support/servers/stores.ts';
import { TODAY, writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const root = writeSmallTree();
const TIMEOUT_MS = 20_000;

describe('a gateway over an origin', () => {
  it('answers from memory with the old release while the origin is down, and 503 for everything else', async () => {
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
    const next = releaseIn(writeSmallTree(folder, { dollars: '1.2' }));
    origin.mode = 'well';
    nowMs += 5000;
    expect(await catalogue.refresh()).toBe(true);
    const renewed = await ask('/v1/latest');
    expect(renewed.headers['ratetree-release']).toBe(next);
    expect(renewed.text).toContain('"USD":1.2,');
  });

  it('has read the files in use before a release changes, and needs no origin for them afterwards', async () => {
    const folder = writeSmallTree();
    const { url, origin } = await serveTree(folder);
    const { ask, catalogue } = await gatewayOver(originStore({ url, timeoutMs: TIMEOUT_MS }));
    await ask('/v1/latest');
    const next = releaseIn(writeSmallTree(folder, { dollars: '1.2' }));
    await catalogue.refresh();
    origin.mode = 'failing';
    const renewed = await ask('/v1/latest');
    expect(renewed.headers['ratetree-release']).toBe(next);
    expect(renewed.text).toContain('"USD":1.2,');
  });

  it('that is down at the start answers 503, and everything as soon as the origin is up', async () => {
    const { url, origin } = await serveTree(root);
    origin.mode = 'gone';
    const { ask, catalogue } = await gatewayOver(originStore({ url, timeoutMs: TIMEOUT_MS }));
    expect((await ask('/v1/currencies')).status).toBe(503);
    expect((await ask('/v1/currencies', { headers: {} })).status).toBe(401);
    origin.mode = 'well';
    await catalogue.refresh();
    expect((await ask('/v1/currencies')).status).toBe(200);
  });

  it('sends paths to the origin and nothing about its clients', async () => {
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
  it('that is broken or gone leaves the old one in force, and the operator is told once', async () => {
    const folder = writeSmallTree();
    const { ask, catalogue, said } = await gatewayOver(diskStore(folder));
    const before = await ask('/v1/currencies');
    writeFileSync(join(folder, POINTER_KEY), '{"release":');
    expect(await catalogue.refresh()).toBe(false);
    expect(await catalogue.refresh()).toBe(false);
    rmSync(join(folder, POINTER_KEY));
    expect(await catalogue.refresh()).toBe(false);
    expect(said.filter((line) => line.includes('not refreshed'))).toHaveLength(2);
    expect(await ask('/v1/currencies')).toEqual(before);
  });

  it('does not answer if a part of it is missing', async () => {
    const folder = writeSmallTree();
    const { catalogue } = await gatewayOver(diskStore(folder));
    const change = (files: Map<string, string | Buffer>) => files.delete('index/TCMB.json');
    const broken = releaseIn(writeSmallTree(folder, { change }));
    expect(await catalogue.refresh()).toBe(false);
    expect(catalogue.current?.release.release).not.toBe(broken);
  });

  it('with a truncated table is answered with 1500, and the operator is told which table', async () => {
    const path = tablePath(GLOBAL, TODAY);
    const cut = (files: Map<string, string | Buffer>) => files.set(path, 'currency,mid,bid,ask\nUSD,1.17');
    const folder = writeSmallTree(freshFolder(), { change: cut });
    const { ask, said } = await gatewayOver(diskStore(folder));
    expect((await ask('/v1/latest?decimals=2')).status).toBe(500);
    expect(said.join()).toContain(`table of GLOBAL ${TODAY}`);
    const without = writeSmallTree(freshFolder(), { change: (files) => files.delete(path) });
    const { ask: asking } = await gatewayOver(diskStore(without));
    expect((await asking('/v1/latest?decimals=2')).status).toBe(503);
  });
});
