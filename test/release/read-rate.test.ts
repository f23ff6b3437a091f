/** docs/read_rate.py follows docs/format.md: a stranger's program reads a rate out of a store, and trusts nothing. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { fileKey, textKey } from '../../generator/wire/release/keys.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { copyOf, generatePair } from '../support/trees/release-pair.ts';
import { ours } from '../support/trees/verifying.ts';

const missing = [
  ['python3', '--version'],
  ['openssl', 'version'],
].filter(([tool = '', word = '']) => spawnSync(tool, [word]).error !== undefined);
if (missing.length > 0) console.log(`skipped: docs/read_rate.py is not run without ${missing.join(', ')}`);

const PROGRAM = join(packageRoot(), 'docs', 'read_rate.py');
const DATED = 'v1/historical/ECB/2026/03/10/EUR.json' as TreePath;
const publicKey = join(freshFolder(), 'ratetree.pub');
const folder = new ReleaseFolder(freshFolder(), ours.signer, new Date());
let tree = '';

beforeAll(async () => {
  writeFileSync(publicKey, ours.pem);
  [, tree] = await generatePair();
  await folder.publish(tree);
});

function readRate({ dir }: ReleaseFolder, ...more: readonly string[]) {
  const words = [PROGRAM, pathToFileURL(dir).href, publicKey, 'ECB', 'EUR', 'USD', ...more];
  return spawnSync('python3', words, { encoding: 'utf8' });
}

function textWith(part: string): string {
  const found = [...(folder.manifests[0]?.texts ?? [])].find(([, text]) => text.includes(part));
  if (found === undefined) throw new Error(`no text has ${part}`);
  return textKey(found[0]);
}

describe.skipIf(missing.length > 0)('a stranger with docs/format.md and Python', () => {
  it('has a program of forty lines', () => {
    expect(readFileSync(PROGRAM, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it.each([
    ['the newest', [], 'v1/latest/ECB/EUR.json'],
    ['of a date', ['2026-03-10'], DATED],
  ] as const)('reads a rate, %s, with the digits of the file', (_, more, path) => {
    const { date, exchangeRates } = JSON.parse(readFileSync(join(tree, path), 'utf8'));
    const { status, stdout, stderr } = readRate(folder, ...more);
    expect([status, stdout, stderr]).toEqual([0, `${date}: 1 EUR = ${exchangeRates.USD} USD\n`, '']);
  });

  it.each<[string, () => string, RegExp]>([
    ['the pointer', () => 'current.json', /is not signed by this key|Error/],
    ['the root', () => textKey(folder.manifests[0]?.rootHash ?? ''), /is not what was published/],
    ['a leaf', () => textWith(`["${DATED}"`), /is not what was published/],
    ['the file', () => fileKey(DATED, hashOf(readFileSync(join(tree, DATED)))), /is not what was published/],
  ])('stops where a bit of %s is another', (_, key, words) => {
    const spoilt = copyOf(folder);
    spoilt.flip(key());
    const { status, stdout, stderr } = readRate(spoilt, '2026-03-10');
    expect([status !== 0, stdout]).toEqual([true, '']);
    expect(stderr).toMatch(words);
  });

  it('stops at a pointer that has expired, or that another key signed', () => {
    const [late, forged] = [copyOf(folder), copyOf(folder)];
    late.point({ sequence: 2 }, ours.signer, new Date(0));
    expect(readRate(late).stderr).toContain('the pointer expired at 1970-01-09');
    forged.point({ sequence: 2 }, null);
    expect(readRate(forged).stderr).toContain('is not signed by this key');
  });
});
