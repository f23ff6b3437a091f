/** The documents of the tree at the gateway: which there are, with the bytes of the files, and under the common rules. */

import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../generator/wire/answers/operations.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { readExamples } from '../support/kit/examples.ts';
import {
  type Asked,
  DEMO_KEY,
  type GatewayUnderTest,
  gatewayOver,
  keyRecord,
  logInto,
} from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { generateRelease, ours, publishAll, releaseToChange } from '../support/trees/releases.ts';
import { addFile } from '../support/trees/tree-files.ts';
import { readTree } from '../support/trees/trees.ts';

/** Parquet is for readers of the files, who ask for parts of one. */
const DOCUMENT =
  /^v1\/(openapi|rules|status)\.json$|^v1\/(corrections|quarantine)\.csv$|^v1\/(provenance|series)\/.+(?<!\.parquet)$/;

const subscribers = toSubscribers(
  [
    keyRecord('rates-only', 'rates-only', { plan: { operations: [...OPERATION_NAMES], requestsPerMinute: null } }),
    keyRecord('reader', 'reader', { plan: { operations: ['documents'], requestsPerMinute: null } }),
    keyRecord('slow', 'slow', { plan: { operations: ['documents'], requestsPerMinute: 1 } }),
  ],
  DEMO_KEY,
);
const withKey = (key: string): Asked => ({ headers: { 'subscription-key': key } });
const NO_KEY: Asked = { headers: {} };
const PROVENANCE = '/v1/provenance/ECB/2026/03/13.json';
const SERIES = '/v1/series/GLOBAL/USD/2026.csv';

let folder: string;
let tree: ReadonlyMap<string, string>;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  folder = await generateRelease(1);
  tree = readTree(folder);
  gateway = await gatewayOver(diskStore(folder), { subscribers: () => subscribers });
});

const codeOf = (text: string): number => JSON.parse(text).errorCode;

describe('a document', () => {
  it('has the bytes of the file, from a folder and from a release, and nothing else of the tree is served', async () => {
    const released = new ReleaseStore(folderObjects((await publishAll([folder])).dir), ours.trusted);
    for (const { ask } of [gateway, await gatewayOver(released)]) {
      let served = 0;
      for (const [path, text] of tree) {
        const reply = await ask(`/${path}`);
        if (DOCUMENT.test(path) || path.startsWith('ecb/')) {
          served++;
          expect(reply.status, path).toBe(200);
          expect(reply.body?.toString('latin1') === text, path).toBe(true);
        } else expect([reply.status, codeOf(reply.text)], path).toEqual([404, 1404]);
      }
      expect(served).toBeGreaterThan(50);
    }
  });

  it.each([
    ['/v1/status.json', 'application/json; charset=utf-8', 'private, max-age=60'],
    ['/v1/openapi.json', 'application/json; charset=utf-8', 'private, max-age=60'],
    ['/v1/corrections.csv', 'text/csv; charset=utf-8; header=present', 'private, max-age=60'],
    [SERIES, 'text/csv; charset=utf-8; header=present', 'private, max-age=60'],
    [PROVENANCE, 'application/json; charset=utf-8', 'private, max-age=3600'],
  ])('%s says what it is and how long it may be kept, and is not sent again unchanged', async (path, type, cache) => {
    const { status, headers } = await gateway.ask(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': cache,
      'ratetree-release': gateway.catalogue.current?.release.release,
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding, Subscription-Key',
    });
    const key = withKey(DEMO_KEY).headers;
    const again = await gateway.ask(path, { headers: { ...key, 'if-none-match': headers.etag } });
    expect([again.status, again.body]).toEqual([304, null]);
    const head = await gateway.ask(path, { method: 'HEAD' });
    expect([head.status, head.body, head.headers]).toEqual([200, null, headers]);
  });

  it.each([
    ['/v1', '/v1/openapi.json'],
    ['/openapi.json', '/v1/openapi.json'],
  ])('is found at %s without a key, as at %s', async (alias, path) => {
    const [one, other] = [await gateway.ask(alias, NO_KEY), await gateway.ask(path, NO_KEY)];
    expect([one.status, one.text, one.headers.etag]).toEqual([200, other.text, other.headers.etag]);
  });

  it('robots.txt keeps answers out of the indexes of search engines', async () => {
    const { status, headers, text } = await gateway.ask('/robots.txt', NO_KEY);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe('User-agent: *\nDisallow: /v1/\nDisallow: /proof/\n');
  });

  it.each(['/v1/status.json', PROVENANCE, '/v1/openapi.json'])(
    '%s answers a preflight and refuses a POST',
    async (path) => {
      const preflight = await gateway.ask(path, { method: 'OPTIONS', ...NO_KEY });
      expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, '*, Authorization']);
      const refused = await gateway.ask(path, { method: 'POST' });
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    },
  );

  it('needs a key whose plan has the documents; the description of the service needs none', async () => {
    expect(codeOf((await gateway.ask('/v1/status.json', NO_KEY)).text)).toBe(1401);
    expect(codeOf((await gateway.ask('/v1/status.json', withKey('never-given'))).text)).toBe(1402);
    const lacking = await gateway.ask('/v1/status.json', withKey('rates-only'));
    expect(codeOf(lacking.text)).toBe(1019);
    expect(lacking.text).toContain('plan of this key does not include the documents of the tree');
    expect((await gateway.ask('/v1/status.json', withKey('reader'))).status).toBe(200);
    expect(codeOf((await gateway.ask('/v1/latest', withKey('reader'))).text)).toBe(1019);
    expect((await gateway.ask('/v1/openapi.json', NO_KEY)).status).toBe(200);
    expect((await gateway.ask('/v1/openapi.json', withKey('never-given'))).status).toBe(200);
  });

  it('counts for the limit of the key', async () => {
    expect((await gateway.ask(SERIES, withKey('slow'))).status).toBe(200);
    const limited = await gateway.ask(PROVENANCE, withKey('slow'));
    expect([limited.status, codeOf(limited.text)]).toEqual([429, 1429]);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['date=2026-03-13', 1104],
    ['format=xml', 1104],
    ['symbols=USD', 1104],
    ['date=&colour=red', 200],
    ['date&date', 1100],
  ])('with ?%s is answered with %i', async (query, code) => {
    const { status, text } = await gateway.ask(`/v1/status.json?${query}`);
    if (code === 200) expect(status).toBe(200);
    else expect(text).toContain(`${code}`);
  });

  it('is written to the log by its path, and counted as documents', async () => {
    const lines: string[] = [];
    const accessLog = logInto(lines);
    await (await gatewayOver(diskStore(folder), { accessLog })).ask(PROVENANCE);
    accessLog.flush();
    expect(lines.map((line) => JSON.parse(line).path)).toEqual([PROVENANCE]);
    expect(gateway.metricsText()).toMatch(/ratetree_requests_total\{operation="documents",status="200"\} \d/);
  });

  it('that the rest of the contract names is served from the day on which the tree has it', async () => {
    for (const path of ['v1/corrections-2026.csv', 'v1/averages.csv']) {
      expect(codeOf((await gateway.ask(`/${path}`)).text)).toBe(1404);
    }
    const other = addFile(await releaseToChange(2), 'v1/corrections-2026.csv', 'date\r\n');
    const { ask } = await gatewayOver(diskStore(other));
    expect((await ask('/v1/corrections-2026.csv')).text).toBe('date\r\n');
  });
});

describe('no document is served at', () => {
  it.each(readExamples('server/answers/documents.txt', 'no documents'))('%s', async (path) => {
    const { status, text, headers } = await gateway.ask(path);
    expect([status, codeOf(text), headers['cache-control']]).toEqual([404, 1404, 'no-store']);
  });
});
