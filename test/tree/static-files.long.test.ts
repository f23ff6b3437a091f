/**
 * The tree behind a plain file server (nginx): it serves the documented paths with the bytes that the gateway answers.
 */

import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasStableAddress } from '../../generator/wire/answers/page.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { type Nginx, nginxIsThere, startNginx } from '../support/servers/nginx.ts';
import { diskStore } from '../support/servers/stores.ts';
import { archiveOfFourBanks, embeddedTree, generateEmbedded } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

describe.skipIf(!nginxIsThere)('a plain file server over the tree', () => {
  let nginx: Nginx;
  let gateway: GatewayUnderTest;
  let tree: Map<string, string>;

  beforeAll(async () => {
    const folder = await embeddedTree();
    tree = readTree(folder);
    nginx = await startNginx(folder);
    gateway = await gatewayOver(diskStore(folder));
  });
  afterAll(() => nginx?.stop());

  const fetched = async (path: string) => {
    const { statusCode, headers, body } = await request(`${nginx.address}/${path}`);
    return { status: statusCode, type: `${headers['content-type']}`, bytes: Buffer.from(await body.arrayBuffer()) };
  };

  it.each([
    ['v1/latest/GLOBAL/USD.json', '/v1/latest?base=USD'],
    ['v1/latest/ECB/EUR.xml', '/v1/latest?provider=ECB&format=XML'],
    ['v1/latest/BNM/MYR.extended.csv', '/v1/latest?provider=BNM&extended=true&format=CSV&header=true'],
    ['v1/historical/NBP/2026/03/05/PLN.json', '/v1/historical?date=2026-03-05&provider=NBP'],
    ['v1/historical/BNM/2026/03/10/MYR.bid.xml', '/v1/historical?date=2026-03-10&provider=BNM&type=bid&format=xml'],
    ['v1/historical/GLOBAL/2026/03/13/XAU.csv', '/v1/historical?date=2026-03-13&base=XAU&format=csv&header=true'],
    ['v1/currencies.json', '/v1/currencies'],
    ['v1/providers.csv', '/v1/providers?format=csv&header=true'],
  ])('serves %s with the bytes that the gateway answers to %s', async (path, url) => {
    const [file, answer] = [await fetched(path), await gateway.ask(url)];
    expect([file.status, answer.status]).toEqual([200, 200]);
    expect(file.bytes.equals(answer.body ?? Buffer.alloc(0))).toBe(true);
    expect(answer.headers['content-type']).toContain(file.type);
  });

  it.each(['v1/currencies.json/', 'v1//currencies.json', '/v1/currencies.json//'])(
    'serves %s as v1/currencies.json',
    async (path) => {
      expect(await fetched(path)).toEqual(await fetched('v1/currencies.json'));
    },
  );

  it('has the list of a month under its first day, which the gateway answers for each day of the month', async () => {
    const folder = freshFolder();
    await generateEmbedded(folder, { archiveDir: await archiveOfFourBanks(), bases: new Set([EUR]) });
    const file = readTree(folder).get('v1/historical/HMRC/2026/03/01/GBP.json');
    const own = await gatewayOver(diskStore(folder));
    const answer = await own.ask('/v1/historical?date=2026-03-18&provider=HMRC');
    expect([answer.status, answer.body?.toString('latin1')]).toEqual([200, file]);
  });

  it('serves every thirtieth file that has an address with its bytes', async () => {
    for (const [place, [path, text]] of [...tree].filter(([own]) => hasStableAddress(own)).entries()) {
      if (place % 30 !== 0) continue;
      const { status, bytes } = await fetched(path);
      expect(status === 200 && bytes.toString('latin1') === text, path).toBe(true);
    }
  });

  it('answers 404 for a path that is not in the tree', async () => {
    for (const path of [
      'v1/latest/GLOBAL/QQQ.json',
      'tables/GLOBAL/2026/2026-03-13.csv',
      'v1/historical/GLOBAL/2026/03/14/EUR.json',
    ]) {
      expect((await fetched(path)).status, path).toBe(404);
    }
  });
});
