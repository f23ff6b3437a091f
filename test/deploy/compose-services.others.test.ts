/** The services of the Compose file, run here: a real Ceph, a night, the gateway and nginx, by the commands of the file. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { freshFolder } from '../support/banks/archives.ts';
import {
  endGroup,
  type Machine,
  readServices,
  runService,
  type Service,
  startService,
} from '../support/deploy/compose.ts';
import { engineIsThere } from '../support/servers/engine.ts';
import { freePort, freePorts } from '../support/servers/free-port.ts';
import { nginxIsThere } from '../support/servers/nginx.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';

const ENGINE = join(packageRoot(), 'scripts', 'dev', 's3-engine');

const key = writeKeyPair(join(freshFolder(), 'signing.pem'));

describe.skipIf(!engineIsThere || !nginxIsThere)('the services', () => {
  const { store, bucket, nightly, gateway, cache } = readServices({
    STORE_SECRET: 'a-secret',
    RATETREE_SIGNING_KEY: readFileSync(key.privateFile, 'utf8'),
  }) as Record<string, Service>;
  let folder: string;
  const running: ChildProcess[] = [];
  let machine: Machine;
  let [port, admin, files] = ['', '', ''];

  beforeAll(async () => {
    [port, admin, files] = [`${await freePort()}`, `${await freePort()}`, `${await freePort()}`];
    const engine = `${await freePorts()}`;
    // Bluestore writes directly, which a folder in memory may not allow, and its path must be short.
    folder = mkdtempSync('/var/tmp/ratetree-compose-');
    mkdirSync(join(folder, 'work'));
    chmodSync(folder, 0o711);
    mkdirSync(join(folder, 'keys'));
    copyFileSync(key.publicFile, join(folder, 'keys', 'signing.pem.pub'));
    const replaced = {
      'store:7480': `127.0.0.1:${engine}`,
      '127.0.0.1:7480': `127.0.0.1:${engine}`,
      ' 7480 ': ` ${engine} `,
      '0.0.0.0': '127.0.0.1',
      ' 8000 ': ` 127.0.0.1:${files} `,
    };
    machine = { folder, replaced };
  });
  afterAll(() => {
    for (const child of running) endGroup(child);
    spawnSync(ENGINE, ['stop', join(folder, 'store'), '-9']);
    rmSync(folder, { recursive: true, force: true });
  });

  async function startAndWait(service: Service | undefined, env: Record<string, string>, isUp: () => Promise<boolean>) {
    if (service === undefined) throw new TypeError('no such service');
    const child = startService(service, machine, { env });
    running.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
    for (let tries = 0; !(await isUp()); tries++) {
      if (tries > 300 || child.exitCode !== null) throw new Error(`it did not start: ${said}`);
      await sleep(200);
    }
  }
  const isHealthy =
    (service: Service | undefined, env: Record<string, string> = {}) =>
    async () =>
      service !== undefined && (await runService(service, machine, { env, isCheck: true })).code === 0;
  const get = async (address: string) => {
    const { statusCode, headers, body } = await request(address);
    return { status: statusCode, cache: headers['x-cache'], text: await body.text() };
  };
  const flags = ['--replay', '', '--provider', 'ECB', '--bases', 'EUR', '--date', '2026-03-13'];

  it('make a store and a bucket in it, which may be made twice', async () => {
    await startAndWait(store, {}, isHealthy(store));
    for (const _ of [1, 2]) {
      const { code, said } = await runService(bucket as Service, machine);
      expect(code, said).toBe(0);
    }
  }, 120_000);

  it('publish a night into it, and another one', async () => {
    flags[1] = recordings(DAYS, calm);
    for (const sequence of [1, 2]) {
      const { code, said } = await runService(nightly as Service, machine, { more: flags });
      expect(code, said).toBe(0);
      expect(said).toMatch(new RegExp(`"sequence":${sequence}\\b`));
    }
  });

  it('serve it by the gateway, which says that it is healthy', async () => {
    const env = { PORT: port, RATETREE_ADMIN_PORT: admin };
    await startAndWait(gateway, env, isHealthy(gateway, env));
    const { status, text } = await get(`http://127.0.0.1:${port}/v1/latest?provider=ECB&currencies=USD`);
    expect([status, text]).toEqual([200, expect.stringContaining('"date":"2026-03-13"')]);
    expect(readFileSync(join(folder, 'work', 'sequence'), 'utf8')).toBe('2\n');
  });

  it('give the gateway nothing with which it could write', async () => {
    const origin = (gateway?.environment?.RATETREE_ORIGIN ?? '').replace(
      'store:7480',
      machine.replaced['store:7480'] ?? '',
    );
    const { statusCode, body } = await request(`${origin}/current.json`, { method: 'PUT', body: '{}' });
    await body.dump();
    expect(statusCode).toBe(403);
    expect(Object.keys(gateway?.environment ?? {}).filter((name) => name.startsWith('AWS_'))).toEqual([]);
  });

  it('serve its files by the cache, with the bytes of the gateway, and nothing else', async () => {
    const address = `http://127.0.0.1:${files}`;
    const answers = () =>
      get(`${address}/none`).then(
        () => true,
        () => false,
      );
    await startAndWait(cache, {}, answers);
    const first = await get(`${address}/v1/latest/ECB/EUR.json`);
    const second = await get(`${address}/v1/latest/ECB/EUR.json`);
    expect([first.status, first.cache, second.cache]).toEqual([200, 'MISS', 'HIT']);
    expect(second.text).toBe((await get(`http://127.0.0.1:${port}/v1/latest?provider=ECB`)).text);
    expect((await get(`${address}/current.json`)).status).toBe(404);
  });
});
