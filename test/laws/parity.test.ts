/** Computed answers equal the static files: every rate file is asked for while all rate files are hidden. */

import { beforeAll, describe, expect, it } from 'vitest';
import { questionOf } from '../../generator/wire/answers/page.ts';
import { formatOf, type TreePath } from '../../generator/wire/answers/paths.ts';
import { createGateway } from '../../server/gateway.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import {
  DEMO_KEY,
  type GatewayUnderTest,
  gatewayOver,
  withoutStaticRates,
  withReads,
} from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const RATES = /^v1\/(latest|historical)\//;
/** What the gateway reads itself, the forms of other services, and what databases read as files. */
const UNASKED =
  /^(?:tables\/|index\/|ecb\/|v1\/(?:rules-full|datapackage)\.json$|v1\/dataset\.jsonld$|v1\/.*\.parquet$)/;

let tree = new Map<string, string>();
let folder = '';

beforeAll(async () => {
  folder = await embeddedTree();
  tree = readTree(folder);
});

/** The request that this file answers. */
const toRequest = (path: string) => `/${questionOf(path as TreePath)}`;

describe('an answer that is computed from the table has the bytes of the file', () => {
  it('for every file under latest and historical, of every side and format', async () => {
    const gateway = await gatewayOver(withoutStaticRates(diskStore(folder)));
    const paths = [...tree.keys()].filter((path) => RATES.test(path));
    expect(paths.length).toBeGreaterThan(6_000);
    for (const path of paths) {
      const { status, body } = await gateway.ask(toRequest(path));
      if (status !== 200 || body?.toString('latin1') !== tree.get(path)) {
        expect.unreachable(`${toRequest(path)} answered ${status} with other bytes than ${path}`);
      }
    }
  });

  it('and is the same where the files are there', async () => {
    const gateway = await gatewayOver(diskStore(folder));
    for (const [place, path] of [...tree.keys()].filter((name) => RATES.test(name)).entries()) {
      if (place % 7 !== 0) continue;
      const { body } = await gateway.ask(toRequest(path));
      expect(body?.toString('latin1') === tree.get(path), path).toBe(true);
    }
  });

  it('and every other file is answered with its bytes, but what no client can ask for', async () => {
    const gateway = await gatewayOver(diskStore(folder));
    for (const path of [...tree.keys()].filter((name) => !RATES.test(name))) {
      const question = questionOf(path as TreePath);
      expect(question === null, path).toBe(UNASKED.test(path));
      if (question === null) continue;
      const { body } = await gateway.ask(`/${question}`);
      expect(body?.toString('latin1') === tree.get(path), path).toBe(true);
    }
  });

  it('for the lists too, with and without the header row', async () => {
    const gateway: GatewayUnderTest = await gatewayOver(diskStore(folder));
    for (const path of [...tree.keys()].filter((name) => /^v1\/(currencies|providers|rules)\./.test(name))) {
      const name = path.slice(3).split('.')[0];
      const whole = await gateway.ask(`/v1/${name}?format=${formatOf(path)}&header=true`);
      expect(whole.body?.toString('latin1'), path).toBe(tree.get(path));
    }
    const rows = await gateway.ask('/v1/currencies?format=csv');
    expect(`code,name,numericCode,obsolete\r\n${rows.body?.toString('latin1')}`).toBe(tree.get('v1/currencies.csv'));
  });

  it('needs no rate files: tables, indexes, lists and the status are enough', async () => {
    const store = withoutStaticRates(diskStore(folder));
    const asked: string[] = [];
    const gateway = createGateway({
      store: withReads(store, (path, read) => {
        asked.push(path);
        return read();
      }),
      subscribers: () => toSubscribers([], DEMO_KEY),
      cacheBytesMax: 1024 * 1024,
      unknownKeysPerMinute: 60,
      keylessPerMinute: null,
      nowMs: () => Date.parse('2026-03-13T12:00:00Z'),
      accessLog: null,
      say: () => {},
    });
    await gateway.catalogue.refresh();
    const headers = { 'subscription-key': DEMO_KEY };
    const answer = await gateway.handler({
      method: 'GET',
      url: '/v1/latest?base=USD',
      headers,
      remoteAddress: '192.0.2.1',
    });
    expect(answer.status).toBe(200);
    const allowed = /^(tables|index|v1\/(currencies|providers|rules-full|status|latest\/GLOBAL\/USD)\b)/;
    expect(asked.filter((path) => !allowed.test(path))).toEqual([]);
  });
});
