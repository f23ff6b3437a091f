/**
 * nginx as a second road (docs/nginx.md): the tests of the contract hold when they ask through a real nginx that has
 * read what `ratetree nginx-config` writes, except where the page names a difference.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { OPERATION_NAMES } from '../../generator/wire/answers/operations.ts';
import { ecbPath } from '../../generator/wire/answers/paths.ts';
import { FILES_IN_TREE } from '../../generator/wire/answers/reference-files.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import { toSubscribers } from '../../server/keys/api-keys.ts';
import { diskStore } from '../../server/trees/disk.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { DEMO_KEY, gatewayOver, keyRecord } from '../support/servers/gateway.ts';
import { freePort, nginxIsThere, startNginxRoad } from '../support/servers/nginx.ts';
import { openRoad } from '../support/servers/nginx-road.ts';
import { makeNights } from '../support/trees/logged.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

/** The files that ask as a client does. */
const CONTRACT = [
  ...['operations', 'headers', 'order', 'problems', 'refusals', 'random-queries', 'random-dialects', 'dates', 'series'],
  ...['rules', 'documents', 'dialects', 'frankfurter'],
].map((name) => `test/server/${name}.test.ts`);

/** What does not hold over nginx, each for a reason that docs/nginx.md names. */
const DIFFERENCES = [
  'a refusal quotes the value � as "?"', // not even nginx's doing: such a text cannot be sent
  String.raw`a browser may send the headers that it asks for: "x-a\r\nset-cookie: y, x-b"`, // it cannot be sent either
  "in csv 1405 answers 'latest'", // a method in lower case is not HTTP to nginx
  "in json 1405 answers 'latest'",
  "in xml 1405 answers 'latest'",
  '1429 is reported before 1019 and 1100', // two programs count
  'no document is served at /v1/status.json%00', // nginx refuses the address itself
  'every dialect is an operation of the metrics and of the log', // nginx counts and logs the files of the ECB itself
].sort();

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

describe.skipIf(!nginxIsThere)('nginx before a gateway', () => {
  it('keeps the contract, but for the differences that are named', { timeout: 900_000 }, async () => {
    const folder = freshFolder();
    const [report, log] = [join(folder, 'report.json'), join(folder, 'asked.log')];
    const flags = ['--reporter=json', `--outputFile=${report}`, '--testTimeout=300000', '--maxWorkers=1'];
    const child = spawn('npx', ['--no-install', 'vitest', 'run', ...CONTRACT, ...flags], {
      cwd: packageRoot(),
      env: { ...process.env, RATETREE_BUILT: 'yes', RATETREE_ROAD: 'nginx', RATETREE_ROAD_LOG: log },
      stdio: 'ignore',
    });
    await once(child, 'exit');
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const failed = testResults.flatMap((one) => one.assertionResults.filter(({ status }) => status === 'failed'));
    expect(failed.map(({ fullName }) => fullName.replace(/\p{Cs}/gu, '\uFFFD')).sort()).toEqual(DIFFERENCES);
    expect(numPassedTests).toBeGreaterThan(1000);
    // Nothing would be proved if all of it went to the gateway.
    expect(readFileSync(log, 'utf8').split('\n').length).toBeGreaterThan(500);
  });

  const records = [
    keyRecord('free', 'free-key', { plan: { operations: [...OPERATION_NAMES, 'ecb'], requestsPerMinute: null } }),
    keyRecord('slow', 'slow-key', { plan: { operations: ['latest'], requestsPerMinute: 3 } }),
    keyRecord('narrow', 'narrow-key', { plan: { operations: ['currencies'], requestsPerMinute: null } }),
    keyRecord('off', 'off-key', { enabled: false }),
    keyRecord('old', 'old-key', { expires: '2026-03-13T12:00:00Z' }),
  ];
  const subscribers = toSubscribers(records, DEMO_KEY);
  const over = async () => {
    const store = diskStore(writeSmallTree());
    const options = { subscribers: () => subscribers };
    return { road: await openRoad(store, options), gateway: await gatewayOver(store, options) };
  };
  const withKey = (key: string, more: Record<string, string> = {}) => ({
    headers: { 'subscription-key': key, ...more },
  });
  const linesOf = async (log: () => readonly string[]) => {
    await sleep(1500); // nginx keeps lines for a second
    return log();
  };

  it('answers plain questions itself, with the bytes and headers of the gateway in every coding', async () => {
    const { road, gateway } = await over();
    const urls = [
      '/v1/latest',
      '/v1/latest?PROVIDER=tcmb&Format=xml&extended=true',
      '/v1/latest?base=usd&format=csv&header=true&decimals=10&currencies=',
      '/v1/latest?base=usd&format=csv',
      '/v1/historical?date=2026-03-13&provider=nbu&latest=true',
      '/v1/currencies?format=XML',
      '/v1/rules?format=CSV&header=TRUE',
    ];
    const codings = ['', 'gzip', 'gzip, deflate, br, zstd', 'zstd'];
    for (const url of urls) {
      for (const coding of codings) {
        for (const method of ['GET', 'HEAD']) {
          const asked = { method, ...withKey('free-key', { 'accept-encoding': coding }) };
          expect([url, coding, await road.ask(url, asked)]).toEqual([url, coding, await gateway.ask(url, asked)]);
        }
      }
    }
    expect(await linesOf(road.log)).toHaveLength(urls.length * codings.length * 2);
  });

  it('answers the files of the ECB itself, in the same way', async () => {
    const [night] = await makeNights('2026-03-12');
    const store = diskStore(night?.tree ?? '');
    const options = { subscribers: () => subscribers };
    const [road, gateway] = [await openRoad(store, options), await gatewayOver(store, options)];
    const paths = [...FILES_IN_TREE].flatMap(([code, files]) =>
      [...files.keys()].map((name) => `/${ecbPath(providerCode.parse(code), name)}`),
    );
    const urls = [...paths, `${paths[0]}?`, `${paths[0]}?Subscription-Key=`];
    expect(paths).toHaveLength(9);
    for (const url of urls) {
      for (const coding of ['', 'gzip', 'br']) {
        const asked = withKey('free-key', { 'accept-encoding': coding });
        const answer = await road.ask(url, asked);
        expect([url, coding, answer]).toEqual([url, coding, await gateway.ask(url, asked)]);
        expect(answer.status).toBe(200);
      }
    }
    expect(await linesOf(road.log)).toHaveLength(urls.length * 3);
    const other = `${paths[0]}?more=1`;
    expect(await road.ask(other, withKey('free-key'))).toEqual(await gateway.ask(other, withKey('free-key')));
    expect((await road.ask(paths[0] ?? '', withKey('narrow-key'))).text).toContain('1019');
    expect(await linesOf(road.log)).toHaveLength(urls.length * 3);
  });

  it('leaves the rest to the gateway, which judges as ever', async () => {
    const { road, gateway } = await over();
    const plain = await gateway.ask('/v1/latest', withKey('free-key'));
    const asked = [
      ['/v1/latest?currencies=USD', withKey('free-key')],
      ['/v1/latest?base=EUR&BASE=EUR', withKey('free-key')],
      ['/v1/latest?base=E%55R', withKey('free-key')],
      ['/v1/latest?type=bid&extended=true', withKey('free-key')],
      ['/v1/%6Catest', withKey('free-key')],
      ['/ecb/eurofxref-daily.xml?more=1', withKey('free-key')],
      ['/ecb/global/eurofxref-daily.xml', withKey('free-key')],
      ['/ecb/GLOBAL/eurofxref-hist.xml', withKey('free-key')],
      ['/stats/eurofxref/eurofxref-daily.xml', withKey('free-key')],
      ['/file', withKey('free-key')],
      ['/bodies/x.json', withKey('free-key')],
      ['/v1/latest', withKey('free-key', { 'if-none-match': `"x", ${plain.headers.etag}` })],
      ['/v1/latest', withKey('free-key', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })],
      ['/v1/latest', withKey('unknown-key')],
      ['/v1/latest', withKey('narrow-key')],
      ['/v1/latest', withKey('off-key')],
      ['/v1/latest', { headers: {} }],
      ['/v1/latest', { ...withKey('free-key'), method: 'POST' }],
      ['/v1/latest', { ...withKey('free-key'), method: 'OPTIONS' }],
    ] as const;
    for (const [url, how] of asked) expect([url, await road.ask(url, how)]).toEqual([url, await gateway.ask(url, how)]);
    expect(await linesOf(road.log)).toEqual([]);
    // The clock of nginx is the machine's own, by which this key expired long ago; that of the gateway is of noon.
    expect((await road.ask('/v1/latest', withKey('old-key'))).status).toBe(403);
  });

  it('lets a key through as often as its plan says, and then refuses in the format asked for', async () => {
    const { road } = await over();
    const status = async (url: string) => (await road.ask(url, withKey('slow-key'))).status;
    expect(await Promise.all(Array.from({ length: 3 }, () => status('/v1/latest')))).toEqual([200, 200, 200]);
    const refused = await road.ask('/v1/latest?format=csv&header=true', withKey('slow-key'));
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '20', 'cache-control': 'no-store' } });
    expect(refused.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(refused.text).toBe(
      'message,errorCode\r\nrate limit of 3 requests a minute is reached; ask again in 20 seconds,1429\r\n',
    );
    expect((await road.ask('/v1/latest', withKey('free-key'))).status).toBe(200);
  });

  it('answers plain questions while the gateway is gone, and 503 to others', async () => {
    const { road } = await over();
    await road.closeGateway();
    expect((await road.ask('/v1/latest', withKey('free-key'))).status).toBe(200);
    const refused = await road.ask('/v1/convert?amount=1&format=xml', withKey('free-key'));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.text).toContain('<errorCode>1503</errorCode>');
  });

  it('is set up by the commands of docs/nginx.md', async () => {
    const [folder, port] = [freshFolder(), await freePort()];
    const [block = ''] = blocksOf(readMarkdown('docs/nginx.md'), 'sh');
    const lines = block.split('\n').filter((line) => line.startsWith('ratetree '));
    expect(lines).toHaveLength(2);
    const tree = writeSmallTree();
    for (const line of lines) {
      const words = line
        .replace('ratetree ', '')
        .replace('dist', tree)
        .replace('/srv/ratetree-nginx', folder)
        .split(' ');
      const more = words[0] === 'keys' ? ['--file', join(folder, 'keys.json')] : ['--keys', join(folder, 'keys.json')];
      const listen = words[0] === 'keys' ? [] : ['--listen', `127.0.0.1:${port}`];
      const { status, stdout, stderr } = runProgram([...words, ...more, ...listen]);
      expect([status, stderr]).toEqual([0, expect.any(String)]);
      if (words[0] === 'keys') writeFileSync(join(folder, 'alice'), stdout.trim());
    }
    const nginx = await startNginxRoad(join(folder, 'ratetree.conf'), port);
    const headers = { 'subscription-key': readFileSync(join(folder, 'alice'), 'utf8') };
    const { statusCode, body } = await request(`${nginx.address}/v1/latest`, { headers });
    expect([statusCode, await body.json()]).toMatchObject([200, { provider: 'GLOBAL' }]);
    expect(statSync(join(folder, 'ratetree.conf')).mode & 0o777).toBe(0o600);
    await nginx.stop();
  });

  it('writes no key, neither in the configuration nor in a log', async () => {
    const { road } = await over();
    const url = `/v1/latest?subscription-key=${road.keyOf('free-key')}`;
    expect((await road.ask(url, { headers: {} })).status).toBe(200);
    expect(await linesOf(road.log)).toEqual([expect.stringContaining('"subscriber":"free"')]);
    for (const text of road.written()) expect(text).not.toContain(road.keyOf('free-key'));
    expect(road.written()[0]).toContain('"free"');
  });
});
