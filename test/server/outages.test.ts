/** What an origin is told of clients, and what a release does that is broken. release-outages.test.ts has origins that fail. */

import { createReadStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tablePath } from '../../generator/wire/answers/paths.ts';
import { POINTER_KEY } from '../../generator/wire/release/pointer.ts';
import { GLOBAL } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { listen } from '../support/servers/loopback.ts';
import { diskStore, originStore } from '../support/servers/stores.ts';
import { TODAY, writeSmallTree } from '../support/trees/small-tree.ts';

const root = writeSmallTree();

it('a gateway sends paths to its origin and nothing about its clients', async () => {
  const headers: string[] = [];
  const { url } = await listen((request, response) => {
    headers.push(JSON.stringify([request.url, request.rawHeaders]));
    createReadStream(join(root, request.url ?? ''))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  const { ask } = await gatewayOver(originStore({ url, timeoutMs: 20_000 }));
  await ask('/v1/latest?subscription-key=demo-key-of-the-tests', { headers: { 'x-source': 'demo' } });
  expect(headers.length).toBeGreaterThan(5);
  expect(headers.join()).not.toMatch(/demo/);
});

it('a release that is broken or gone leaves the old one in force, and the operator is told once', async () => {
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

it('a release with a truncated table is answered with 1500, and the operator is told which table', async () => {
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
