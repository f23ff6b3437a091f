/** The Compose files: what each service may do, and the night and the gateway run here by their words. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { freshFolder } from '../support/banks/archives.ts';
import {
  BUCKET_FILE,
  endGroup,
  readServices,
  runService,
  type Service,
  startService,
} from '../support/deploy/compose.ts';
import { freePort } from '../support/servers/free-port.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';

const folder = freshFolder();
const keys = writeKeyPair(join(folder, 'pub'));
const SIGNING = { RATETREE_SIGNING_KEY: readFileSync(keys.privateFile, 'utf8') };
const services = readServices(SIGNING);
const { nightly, gateway } = services as Record<'nightly' | 'gateway', Service>;
const each = Object.entries(services);

describe('the Compose file', () => {
  it('gives what signs to the night, and to the gateway the public key and a volume that it cannot write', () => {
    expect(Object.keys(services)).toEqual(['nightly', 'gateway']);
    expect(() => readServices({})).toThrow(/^RATETREE_SIGNING_KEY: write it into the file \.env$/);
    expect(nightly.environment).toMatchObject(SIGNING);
    expect(Object.keys(gateway.environment ?? {}).sort()).toEqual([
      'RATETREE_KEYLESS_PER_MINUTE',
      'RATETREE_ORIGIN',
      'RATETREE_PUBLIC_KEYS',
    ]);
    expect(gateway.volumes).toEqual(['work:/work:ro', './signing.pem.pub:/keys/signing.pem.pub:ro']);
  });

  it('lets the gateway wait for no night, because one that no bank answers ends with 8', () => {
    expect(each.map(([, { depends_on }]) => depends_on)).toEqual([undefined, undefined]);
    expect(gateway).toMatchObject({ restart: 'unless-stopped' });
  });

  it.each(each)('opens no port of %s to others than this machine, and confines it', (_, service) => {
    expect((service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  });
});

describe('the file for a bucket', () => {
  const secrets = { BUCKET: 's3://rates/public', RELEASES: 'https://rates.example.org/public' };
  const write = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  it('gives what writes to the night, and to the gateway an address that everybody may read', () => {
    const over = readServices({ ...secrets, ...write }, BUCKET_FILE);
    expect(over.nightly?.command).toEqual(['nightly', 's3://rates/public', '--failures-ok']);
    expect(over.nightly?.environment).toMatchObject(write);
    expect(over.gateway).toEqual({ environment: { RATETREE_ORIGIN: 'https://rates.example.org/public' } });
    expect(() => readServices({ ...secrets }, BUCKET_FILE)).toThrow(/^AWS_ACCESS_KEY_ID: /);
  });
});

describe('the services, run here', () => {
  const running: ReturnType<typeof startService>[] = [];
  afterAll(() => {
    for (const child of running) endGroup(child);
  });
  const machine = { folder: mkdtempSync(join(folder, 'machine-')), replaced: {} };
  for (const name of ['work', 'keys']) mkdirSync(join(machine.folder, name));
  copyFileSync(keys.publicFile, join(machine.folder, 'keys', 'signing.pem.pub'));
  const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
  const flags = ['--bases', 'EUR', '--provider'];

  it('end over an empty volume, so that the engine starts the gateway again', async () => {
    const { code, said } = await runService(gateway, machine, { env: { PORT: '0', RATETREE_ADMIN_PORT: '0' } });
    expect([code, said]).toEqual([1, expect.stringMatching(/RATETREE_ORIGIN names no directory/)]);
  });

  it('publish a night, and serve it although no bank answers the next one', async () => {
    const replay = ['--replay', recordings(DAYS, calm), '--date', '2026-03-13'];
    const first = await runService(nightly, machine, { more: [...flags, 'ECB', ...replay] });
    expect(first.code, first.said).toBe(0);
    const next = await runService(nightly, machine, {
      more: [...flags, 'ECB,NBP,CNB,NB,DNB', '--budget', '2'],
      env: offline,
    });
    expect(next.code, next.said).toBe(8);
    const port = `${await freePort()}`;
    const child = startService(gateway, machine, { env: { PORT: port, RATETREE_ADMIN_PORT: '0' } });
    running.push(child);
    const ask = async () => {
      const { statusCode, body } = await request(`http://127.0.0.1:${port}/v1/latest?provider=ECB&currencies=USD`);
      return [statusCode, await body.text()];
    };
    let answer: unknown = null;
    while (answer === null && child.exitCode === null) {
      answer = await ask().catch(() => null);
      await sleep(50);
    }
    expect(answer).toEqual([200, expect.stringContaining('"date":"2026-03-13"')]);
  });
});
