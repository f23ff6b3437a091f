/** The gateway's environment: the values that each variable may have, and the messages for mistakes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const folder = freshFolder();
const root = freshFolder();
const noKey = join(folder, 'no.pub');
writeFileSync(noKey, 'no key');

describe('the environment', () => {
  const good = { RATETREE_ORIGIN: root, RATETREE_DEMO_KEY: 'k' };

  it('has defaults for everything except origin and keys', () => {
    expect(parseConfig({ ...good, PORT: '' })).toMatchObject({
      origin: { kind: 'directory', path: root },
      trusted: null,
      host: '127.0.0.1',
      port: 8080,
      adminHost: '127.0.0.1',
      adminPort: 9090,
      keysFile: null,
      demoKey: 'k',
    });
    expect(
      parseConfig({ ...good, RATETREE_ORIGIN: 'https://example.org/tree', RATETREE_ADMIN_PORT: '0' }),
    ).toMatchObject({
      origin: { kind: 'http', url: 'https://example.org/tree' },
      adminPort: null,
    });
  });

  it('needs no key where requests without one are answered', () => {
    const keyless = { RATETREE_ORIGIN: root, RATETREE_KEYLESS_PER_MINUTE: '5' };
    expect(parseConfig(keyless)).toMatchObject({ keylessPerMinute: 5, demoKey: null, keysFile: null });
    expect(parseConfig(good).keylessPerMinute).toBeNull();
    expect(() => parseConfig({ ...keyless, RATETREE_KEYLESS_PER_MINUTE: '0' })).toThrow(
      'RATETREE_KEYLESS_PER_MINUTE must be a whole number from 1 to 1000000',
    );
  });

  it('names a bucket and the address of its store', () => {
    const nowhere = { endpoint: null, region: null, pathStyle: false };
    expect(parseConfig({ ...good, RATETREE_ORIGIN: 's3://rates/public/' }).origin).toEqual({
      kind: 'bucket',
      address: { bucket: 'rates', prefix: 'public/' },
      connection: nowhere,
    });
    const store = {
      RATETREE_S3_ENDPOINT: 'http://127.0.0.1:7480',
      RATETREE_S3_REGION: 'eu-1',
      RATETREE_S3_PATH_STYLE: 'true',
    };
    expect(parseConfig({ ...good, ...store, RATETREE_ORIGIN: 's3://rates' }).origin).toEqual({
      kind: 'bucket',
      address: { bucket: 'rates', prefix: '' },
      connection: { endpoint: 'http://127.0.0.1:7480', region: 'eu-1', pathStyle: true },
    });
  });

  it('names the keys to trust in several files, which may contain several keys each', () => {
    const files = ['a.pub', 'b.pub'].map((name) => join(folder, name));
    const pairs = [newKeys(), newKeys(), newKeys()] as const;
    writeFileSync(files[0] ?? '', pairs[0].pem + pairs[1].pem);
    writeFileSync(files[1] ?? '', pairs[2].pem);
    const { trusted } = parseConfig({ ...good, RATETREE_PUBLIC_KEYS: files.join(', ') });
    expect([...(trusted?.keys() ?? [])]).toEqual(pairs.map(({ id }) => id));
  });

  it.each([
    [{}, 5000],
    [{ RATETREE_GRACE_MS: '3000' }, 1500],
    [{ RATETREE_GRACE_MS: '60000' }, 5000],
    [{ RATETREE_DRAIN_MS: '10000' }, 10_000],
    [{ RATETREE_DRAIN_MS: '0' }, 0],
  ])('%j makes a gateway that stops listen for %i ms longer', (change, drainMs) => {
    expect(parseConfig({ ...good, ...change }).drainMs).toBe(drainMs);
  });

  it.each([
    [{ RATETREE_ORIGIN: undefined }, /^RATETREE_ORIGIN is not set; set it to/],
    [{ RATETREE_ORIGIN: '/nowhere/at/all' }, /^RATETREE_ORIGIN names no directory.*ratetree start/],
    [{ RATETREE_ORIGIN: 'ftp://example.org' }, /^RATETREE_ORIGIN must be a directory, an http/],
    [{ RATETREE_ORIGIN: 'http://[' }, /^RATETREE_ORIGIN is not an address/],
    [{ RATETREE_ORIGIN: 's3://Rates' }, /^RATETREE_ORIGIN is not an address of a bucket.*write s3:/],
    [
      { RATETREE_PUBLIC_KEYS: '/nowhere.pub' },
      /^RATETREE_PUBLIC_KEYS names the file "\/nowhere.pub".*: there is no such file; /,
    ],
    [{ RATETREE_PUBLIC_KEYS: noKey }, /^RATETREE_PUBLIC_KEYS names the file .*no public key in PEM.*ratetree keygen/],
    [{ RATETREE_PUBLIC_KEYS: ',' }, /^RATETREE_PUBLIC_KEYS names the file ""/],
    [{ RATETREE_S3_ENDPOINT: '127.0.0.1:7480' }, /^RATETREE_S3_ENDPOINT must be an http/],
    [{ RATETREE_S3_PATH_STYLE: 'yes' }, /^RATETREE_S3_PATH_STYLE must be true or false$/],
    [{ RATETREE_REUSE_PORT: 'yes' }, /^RATETREE_REUSE_PORT must be true or false$/],
    [{ PORT: '80a' }, /^PORT must be a whole number from 0 to 65535$/],
    [{ PORT: '65536' }, /^PORT must be a whole number from 0 to 65535$/],
    [{ RATETREE_CACHE_MB: '0', RATETREE_POLL_MS: '-1' }, /^RATETREE_CACHE_MB must.*\nRATETREE_POLL_MS must/],
    [{ RATETREE_TRUSTED_PROXIES: '10.0.0.0/33' }, /^RATETREE_TRUSTED_PROXIES is wrong: "10.0.0.0\/33" is neither/],
    [{ RATETREE_TRUSTED_PROXIES: '::1,' }, /^RATETREE_TRUSTED_PROXIES is wrong: "" is neither an address nor a range/],
    [{ RATETREE_DRAIN_MS: '10001' }, /^RATETREE_DRAIN_MS is 10001, .* RATETREE_GRACE_MS, which is 10000$/],
    [{ RATETREE_DEMO_KEY: 'a b' }, /^RATETREE_DEMO_KEY may have only letters/],
    [{ RATETREE_DEMO_KEY: undefined }, /^RATETREE_KEYS is not set.*RATETREE_DEMO_KEY/],
  ])('%j is refused with the name of the variable', (change, words) => {
    expect(() => parseConfig({ ...good, ...change })).toThrow(words);
  });

  it('shares a port only where Node can', () => {
    const sharing = { ...good, RATETREE_REUSE_PORT: 'true' };
    expect(parseConfig(good).reusePort).toBe(false);
    for (const node of ['22.12.0', '24.1.0']) expect(parseConfig(sharing, node).reusePort).toBe(true);
    for (const node of ['20.19.0', '22.11.9']) {
      expect(() => parseConfig(sharing, node)).toThrow(
        /^RATETREE_REUSE_PORT needs Node 22\.12 or newer, and this is 2/,
      );
    }
  });
});
