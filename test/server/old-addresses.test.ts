/** Addresses that services have given up, or that stand without their host's prefix: each is today's address. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { readExamples } from '../support/kit/examples.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

const { ask } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });

it.each(readExamples('server/answers/old-addresses.txt', 'addresses'))('%s is %s', async (old, today) => {
  const [one, other] = [await ask(old), await ask(today)];
  expect([one.status, one.text]).toEqual([200, other.text]);
  expect((await ask(`${old}${old.includes('?') ? '&' : '?'}access_key=${DEMO_KEY}`, { headers: {} })).status).toBe(200);
  expect((await ask(old, { headers: {} })).status).toBe(401);
});

describe('a pair of currency-api', () => {
  const PAIR = '/gh/fawazahmed0/currency-api@1/2026-03-14/currencies/eur/jpy';

  it('is its figure in the file of the base', async () => {
    const { date, eur } = JSON.parse((await ask('/2026-03-14/v1/currencies/eur.json')).text);
    expect((await ask(`${PAIR}.min.json`)).text).toBe(`{"date":"${date}","jpy":${eur.jpy}}`);
    expect((await ask(`${PAIR}.json`)).text).toBe(`{\n\t"date": "${date}",\n\t"jpy": ${eur.jpy}\n}`);
    expect((await ask('/gh/fawazahmed0/currency-api@1/latest/currencies/eur/jpy.json')).status).toBe(200);
  });

  it.each(['eur/zzz.json', 'zzz/eur.json', 'eur/hrk.json', 'eur/jpy.csv', 'eur/jpy/usd.json', 'eur/'])(
    'that is not there is not found: %s',
    async (name) => {
      expect((await ask(`/gh/fawazahmed0/currency-api@1/latest/currencies/${name}`)).status).toBe(404);
    },
  );
});

it.each([
  '/api/v2/convert?q=GBP_EUR',
  '/api/v9/convert?q=GBP_EUR',
  '/api/lives',
  '/current/x',
  '/gh/prebid/latest.json',
])('%s is none of them', async (url) => {
  expect((await ask(url)).status).toBe(404);
});

it("the configuration of fixed hosts has the ECB's statistics and the days of currency-api", () => {
  const text = readFileSync(join(packageRoot(), 'scripts', 'deploy', 'nginx', 'fixed-hosts.conf'), 'utf8');
  const names = /server_name ([^;]+);/.exec(text)?.[1]?.split(/\s+/);
  expect(names).toEqual(expect.arrayContaining(['data-api.ecb.europa.eu', '*.currency-api.pages.dev']));
});
