/** The Compose file: its published schema, its linter, and how its services are kept apart. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { COMPOSE_FILE, readServices } from '../support/deploy/compose.ts';

const TEXT = readFileSync(COMPOSE_FILE, 'utf8');
const services = readServices({ STORE_SECRET: 'secret' });
const each = Object.entries(services);

/** Beside the schema of Compose it has rules, of which those about order would put the cache before the store. */
const linter = new DCLinter({
  rules: {
    'require-quotes-in-ports': [1, { quoteType: 'double' }],
    'service-keys-order': 0,
    'services-alphabetical-order': 0,
    'top-level-properties-order': 0,
  },
  quiet: false,
  debug: false,
  exclude: [],
});

/** The types of the linter lead to a file that it does not publish. */
interface Message {
  readonly rule: string;
  readonly message: string;
}

function faultsOf(text: string): readonly string[] {
  const file = join(freshFolder(), 'compose.yaml');
  writeFileSync(file, text);
  const results = linter.lintFiles([file], false) as readonly { readonly messages: readonly Message[] }[];
  return results.flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));
}

describe('the Compose file', () => {
  it('is what the schema allows and the linter likes', () => {
    expect(faultsOf(TEXT)).toEqual([]);
    expect(faultsOf(TEXT.replace('restart: unless-stopped', 'restarts: never')).join()).toMatch(
      /invalid-schema: .*additional properties/,
    );
    expect(faultsOf(TEXT.replace('image: quay.io/ceph/ceph:v16.2.15', 'image: quay.io/ceph/ceph')).join()).toMatch(
      /explicit/,
    );
  });

  it('wants the secret of the store, which nobody else needs to know', () => {
    expect(() => readServices({})).toThrow(/^STORE_SECRET: write it into the file \.env$/);
    expect(services.store?.environment?.SECRET_KEY).toBe('secret');
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
