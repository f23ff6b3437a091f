/** The gateway as an operator runs it: a process with an environment, two ports, a log, and signals. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { canReusePort } from '../../server/config.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { freePort } from '../support/servers/free-port.ts';
import { DEMO_KEY, keyRecord } from '../support/servers/gateway.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { generateRelease, ours, publishAll } from '../support/trees/releases.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const folder = freshFolder();
const tree = writeSmallTree(join(folder, 'tree'));
const keysFile = join(folder, 'keys.json');

describe('ratetree serve', () => {
  it('answers, reads new keys and new releases, counts, logs, and ends on SIGTERM', async () => {
    writeFileSync(keysFile, JSON.stringify({ keys: [] }));
    const { child, heard, says, ended } = startGateway({
      RATETREE_ORIGIN: tree,
      RATETREE_KEYS: keysFile,
      RATETREE_DEMO_KEY: DEMO_KEY,
      RATETREE_POLL_MS: '50',
      RATETREE_DRAIN_MS: '0',
      RATETREE_ADMIN_PORT: `${await freePort()}`,
      PORT: '0',
    });
    const [, address] = await says(/gateway at (\S+)/);
    const [, adminAddress] = await says(/healthz and metrics at (\S+)/);
    const ask = async (path: string, key = DEMO_KEY) => {
      const { statusCode, body } = await request(`${address}${path}`, { headers: { 'subscription-key': key } });
      return `${statusCode} ${await body.text()}`;
    };
    expect(await ask('/v1/latest?provider=NBU&format=csv')).toMatch(/^200 NBU,2026-03-13/);
    expect(await ask('/v1/latest?provider=HNB&subscription-key=zzz')).toMatch(/^200/);

    writeFileSync(keysFile, JSON.stringify({ keys: [keyRecord('new', 'a-new-key')] }));
    await says(/keys read again: 2/);
    expect(await ask('/v1/latest', 'a-new-key')).toMatch(/^200/);
    writeFileSync(keysFile, 'broken');
    await says(/the old keys stay: .*not JSON/);
    expect(await ask('/v1/latest', 'a-new-key')).toMatch(/^200/);

    const before = releaseIn(tree);
    const release = releaseIn(writeSmallTree(tree, { dollars: '1.25' }));
    await says(new RegExp(`release ${release}`));
    expect(await ask('/v1/latest')).toContain('"USD":1.25');

    const health = await (await request(`${adminAddress}/healthz`)).body.json();
    expect(health).toEqual({ status: 'ok', release });
    const metrics = await (await request(`${adminAddress}/metrics`)).body.text();
    expect(metrics).toContain('ratetree_requests_total{operation="latest",status="200"} 5');
    expect(metrics).toContain(`ratetree_release_info{release="${release}",date="2026-03-13"} 1`);

    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const lines = heard.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatchObject({
      remoteAddress: '127.0.0.1',
      method: 'GET',
      path: '/v1/latest',
      query: { provider: 'NBU', format: 'csv' },
      subscriber: 'demo',
      status: 200,
      errorCode: null,
      release: before,
    });
    expect(heard.out).not.toMatch(/demo-key|a-new-key|zzz/);
  });

  it('follows signed releases, warns if it trusts everybody, goes on after a forged pointer, and ends on SIGINT', async () => {
    const release = await publishAll([await generateRelease(1)]);
    const env = { RATETREE_ORIGIN: release.dir, RATETREE_DEMO_KEY: DEMO_KEY, RATETREE_POLL_MS: '50', PORT: '0' };
    const keyFile = join(folder, 'publisher.pub');
    writeFileSync(keyFile, ours.pem);
    // It was signed for a day that has long passed.
    const signed = { RATETREE_PUBLIC_KEYS: keyFile, RATETREE_SERVE_EXPIRED: 'true' };
    const guarded = startGateway({ ...env, ...signed, RATETREE_ADMIN_PORT: '0' });
    const [, address] = await guarded.says(/gateway at (\S+)/);
    const idNow = async () => {
      const { headers } = await request(`${address}/v1/latest`, { headers: { 'subscription-key': DEMO_KEY } });
      return headers['ratetree-release'];
    };
    const [before] = release.manifests;
    expect(await idNow()).toBe(before?.root.release);
    release.point({ release: 'f'.repeat(16), root: 'f'.repeat(64) }, null);
    await guarded.says(/release not refreshed: .*current\.json is refused: nobody signed it/);
    expect(await idNow()).toBe(before?.root.release);
    const { root } = await release.publish(await generateRelease(2));
    await guarded.says(new RegExp(`release ${root.release} of`));
    expect(await idNow()).toBe(root.release);
    expect(guarded.heard.err).not.toContain('RATETREE_PUBLIC_KEYS');
    guarded.child.kill('SIGINT');
    expect(await guarded.ended).toEqual([0, null]);

    const trusting = startGateway({ ...env, RATETREE_ADMIN_PORT: '0' });
    await trusting.says(/RATETREE_PUBLIC_KEYS is not set: releases are served whoever published them/);
    const unreleased = startGateway({ ...env, RATETREE_ORIGIN: freshFolder(), RATETREE_PUBLIC_KEYS: keyFile });
    expect(await unreleased.ended).toEqual([1, null]);
    expect(unreleased.heard.err).toMatch(/RATETREE_ORIGIN holds no release \(no current\.json.*ratetree publish/);
  });

  it('ends well if it is told twice, as a terminal and `ratetree serve` both do', async () => {
    const ports = { PORT: '0', RATETREE_ADMIN_PORT: '0' };
    const settings = { RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: 'k', RATETREE_DRAIN_MS: '300', ...ports };
    const { child, says, ended, heard } = startGateway(settings);
    await says(/gateway at/);
    child.kill('SIGTERM');
    await says(/SIGTERM: stops listening in 300 ms/);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(heard.err.match(/stops listening/g)).toHaveLength(1);
  });

  const shares = canReusePort(process.versions.node);
  if (!shares) console.log('skipped: this Node cannot share a port among processes');

  it.skipIf(!shares)('shares its port with a second process, which goes on when the first one ends', async () => {
    const own = { RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: DEMO_KEY, RATETREE_DRAIN_MS: '0' };
    const settings = { ...own, RATETREE_REUSE_PORT: 'true', RATETREE_ADMIN_PORT: '0', PORT: `${await freePort()}` };
    const [first, second] = [startGateway(settings), startGateway(settings)];
    const [[, address]] = await Promise.all([first.says(/gateway at (\S+)/), second.says(/gateway at (\S+)/)]);
    const linesOf = ({ heard }: typeof first) => heard.out.split('\n').length - 1;
    const askAnew = () =>
      fetch(`${address}/v1/latest`, { headers: { 'subscription-key': DEMO_KEY, connection: 'close' } });
    for (let times = 0; times < 60; times++) expect((await askAnew()).status).toBe(200);
    await expect.poll(() => linesOf(first) + linesOf(second)).toBe(60);
    expect(Math.min(linesOf(first), linesOf(second))).toBeGreaterThan(0);
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual([0, null]);
    expect((await askAnew()).status).toBe(200);
  });

  it('reports a mistake of the operator and ends with exit code 1', async () => {
    const old = join(folder, 'index');
    mkdirSync(old);
    writeFileSync(join(old, 'release.json'), '{"release":"0123456789abcdef","date":"2026-03-13"}\n');
    for (const without of [freshFolder(), folder]) {
      const noTree = startGateway({ RATETREE_ORIGIN: without, RATETREE_DEMO_KEY: 'k' });
      expect(await noTree.ended).toEqual([1, null]);
      expect(noTree.heard.err).toMatch(/RATETREE_ORIGIN holds no release.* version 0\.2.*ratetree generate/);
    }
    const first = startGateway({ RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: 'k', PORT: '0', RATETREE_ADMIN_PORT: '0' });
    const [, port = ''] = await first.says(/gateway at http:\/\/127.0.0.1:(\d+)/);
    const second = startGateway({ RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: 'k', PORT: port });
    expect(await second.ended).toEqual([1, null]);
    expect(second.heard.err).toMatch(/cannot listen on 127\.0\.0\.1:\d+ .*; name a free port with --port or PORT\n$/);
    const elsewhere = startGateway({ RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: 'k', HOST: '192.0.2.1', PORT: '0' });
    expect(await elsewhere.ended).toEqual([1, null]);
    expect(elsewhere.heard.err).toMatch(/cannot listen on 192\.0\.2\.1:0 .*; name an address of this machine as the/);
  });
});
