/** Computed answers equal the static files: every rate file is asked for while all rate files are hidden. */
import { beforeAll, describe, expect, it } from 'vitest';
import { formatOf } from '../../generator/wire/answers/paths.ts';
import { createGateway } from '../../server/gateway.ts';
import { toSubscribers } from '../../server/keys/api-keys.ts';
import { diskStore } from '../../server/trees/disk.ts';
import {
  DEMO_KEY,
  type GatewayUnderTest,
  gatewayOver,
  withoutStaticRates,
  withReads,
} from '../support/servers/gateway.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const PATH =
  /^v1\/(latest|historical)\/([A-Z]+)\/(?:(\d{4})\/(\d\d)\/(\d\d)\/)?([A-Z]{3})(?:\.(extended|bid|ask))?\.(\w+)$/;

let tree = new Map<string, string>();
let folder = '';

beforeAll(async () => {
  folder = await embeddedTree();
  tree = readTree(folder);
});

/** The request that this file answers. */
function toRequest(path: string): string {
  const [, operation, provider, year, month, day, base, view, format] = PATH.exec(path) ?? [];
  const query = new URLSearchParams({ provider: provider ?? '', format: format ?? '', header: 'true' });
  if (year !== undefined) query.set('date', `${year}-${month}-${day}`);
  if (provider === 'GLOBAL') query.set('base', base ?? '');
  if (view === 'extended') query.set('extended', 'true');
  else if (view !== undefined) query.set('type', view);
  return `/v1/${operation}?${query}`;
}

describe('an answer that is computed from the table has the bytes of the file', () => {
  it('for every file under latest and historical, of every side and format', async () => {
    const gateway = await gatewayOver(withoutStaticRates(diskStore(folder)));
    const paths = [...tree.keys()].filter((path) => /^v1\/(latest|historical)\//.test(path));
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
    for (const [place, path] of [...tree.keys()].filter((name) => PATH.test(name)).entries()) {
      if (place % 7 !== 0) continue;
      const { body } = await gateway.ask(toRequest(path));
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
