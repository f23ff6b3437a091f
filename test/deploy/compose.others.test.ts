/** The Compose file: its published schema, and its linter. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { BUCKET_FILE, COMPOSE_FILE } from '../support/deploy/compose.ts';

const TEXT = readFileSync(COMPOSE_FILE, 'utf8');

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
    for (const file of [COMPOSE_FILE, BUCKET_FILE]) expect(faultsOf(readFileSync(file, 'utf8'))).toEqual([]);
    expect(faultsOf(TEXT.replace('restart: unless-stopped', 'restarts: never')).join()).toMatch(
      /invalid-schema: .*additional properties/,
    );
    expect(faultsOf(TEXT.replace('image: ratetree:0.3.0', 'image: ratetree')).join()).toMatch(/explicit/);
  });
});
