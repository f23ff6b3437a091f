/** The Compose file: how its services are kept apart. `compose.others.test.ts` has its schema. */
import { describe, expect, it } from 'vitest';
import { readServices } from '../support/deploy/compose.ts';

const services = readServices({ STORE_SECRET: 'secret', RATETREE_SIGNING_KEY: 'signing' });
const each = Object.entries(services);

describe('the Compose file', () => {
  it('wants the secret of the store, which nobody else needs to know', () => {
    expect(() => readServices({})).toThrow(/^STORE_SECRET: write it into the file \.env$/);
    expect(services.store?.environment?.SECRET_KEY).toBe('secret');
  });

  it('gives what writes and what signs to those that do, and to the gateway the public key', () => {
    const withIn = (text: string) =>
      each.filter(([, { environment }]) => JSON.stringify(environment ?? {}).includes(text)).map(([name]) => name);
    expect(withIn('"secret"')).toEqual(['store', 'bucket', 'nightly']);
    expect(withIn('"signing"')).toEqual(['nightly']);
    expect(() => readServices({ STORE_SECRET: 'secret' })).toThrow(/^RATETREE_SIGNING_KEY: write it into/);
    const { environment, volumes } = services.gateway ?? {};
    expect(environment).toMatchObject({
      RATETREE_ORIGIN: 'http://store:7480/rates/public',
      RATETREE_PUBLIC_KEYS: '/keys/signing.pem.pub',
      RATETREE_SEQUENCE_FILE: '/work/sequence',
    });
    expect(volumes).toEqual(['./signing.pem.pub:/keys/signing.pem.pub:ro', 'served:/work']);
  });

  it('starts each service after what it needs', () => {
    const needs = each.map(([name, { depends_on = {} }]) => [name, ...Object.keys(depends_on)]);
    expect(needs).toEqual([
      ['store'],
      ['bucket', 'store'],
      ['nightly', 'bucket'],
      ['gateway', 'nightly'],
      ['cache', 'nightly'],
    ]);
  });

  it.each(each)('opens no port of %s to others than this machine', (_, { ports = [] }) => {
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it.each(each.filter(([name]) => name !== 'store'))('confines %s', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });
});
