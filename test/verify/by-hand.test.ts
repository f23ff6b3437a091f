/** Follows docs/verify.md to the letter over real HTTP, with tools that are not ours. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { copyOf } from '../support/trees/release-pair.ts';
import { ours, type Pair, publishPair } from '../support/trees/verifying.ts';

const TOOLS = ['curl', 'jq', 'sed', 'sha256sum', 'openssl'];
const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
const isOld = !/^OpenSSL [3-9]/.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '');
if (isOld) missing.push('OpenSSL 3');
if (missing.length > 0) console.log(`skipped: docs/verify.md is not followed without ${missing.join(', ')}`);

const page = readFileSync(join(packageRoot(), 'docs', 'verify.md'), 'utf8');
let pair: Pair;
beforeAll(async () => {
  pair = await publishPair();
});

describe.skipIf(missing.length > 0)('a stranger with curl, jq, sha256sum and openssl', () => {
  const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  /** Runs all commands of the page in their order, as one script that stops at the first failure. */
  async function follow(dir: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
    const folder = freshFolder();
    writeFileSync(join(folder, 'ratetree.pub'), ours.pem);
    const env = { ...process.env, BASE: (await serveFolder(dir)).url, no_proxy: '127.0.0.1' };
    const script = `set -o pipefail\n${commands.join('\n')}`;
    const run = promisify(execFile)('bash', ['-ec', script], { cwd: folder, env });
    return run.then(
      ({ stdout }) => ({ code: 0, lines: stdout.trimEnd().split('\n') }),
      (error) => ({ code: error.code, lines: [] }),
    );
  }

  it('finds the signature good, the pointer fresh and the file unchanged', async () => {
    const { code, lines } = await follow(pair.folder.dir);
    expect(code).toBe(0);
    expect(lines.slice(0, 5)).toEqual([
      'Signature Verified Successfully',
      ours.id,
      '2',
      '2026-03-13T17:00:00Z',
      '2026-03-21T17:00:00Z',
    ]);
    const [computed, told] = lines.slice(-2);
    expect(computed?.split(' ')[0]).toBe(told);
  });

  it.each<[string, (pair: Pair) => string]>([
    ['the pointer', () => 'current.json'],
    ['the root of the manifest', ({ folder }) => `manifests/${folder.manifests[1]?.rootHash}`],
  ])('is stopped by one flipped bit in %s', async (_, keyIn) => {
    const folder = copyOf(pair.folder);
    folder.flip(keyIn(pair));
    expect((await follow(folder.dir)).code).not.toBe(0);
  });

  it('sees that a file differs from what the manifest says', async () => {
    const folder = copyOf(pair.folder);
    folder.flip(`releases/${pair.newer}/v1/latest/ECB/EUR.json`);
    const [computed, told] = (await follow(folder.dir)).lines.slice(-2);
    expect(told).toMatch(/^[0-9a-f]{64}$/);
    expect(computed?.split(' ')[0]).not.toBe(told);
  });
});

/** The programs of the page, by the language of their block. */
const PROGRAMS = [
  ['js', 'verify.mjs', process.execPath, ['--version']],
  ['python', 'verify.py', 'python3', ['-c', 'import cryptography']],
] as const;

describe.each(PROGRAMS)('a stranger with the program in %s', (language, name, command, probe) => {
  const isThere = spawnSync(command, probe).status === 0;
  if (!isThere) console.log(`skipped: ${name} of docs/verify.md is not run without ${command} ${probe.join(' ')}`);
  const [, text = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];

  async function run(dir: string): Promise<string> {
    const folder = freshFolder();
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'ratetree.pub'), ours.pem);
    const base = (await serveFolder(dir)).url;
    const given = [name, base, 'v1/latest/ECB/EUR.json', 'ratetree.pub'];
    const env = { ...process.env, no_proxy: '127.0.0.1' };
    return promisify(execFile)(command, given, { cwd: folder, env }).then(
      ({ stdout }) => stdout,
      ({ code, stderr }) => `code ${code}: ${stderr}`,
    );
  }

  it.skipIf(!isThere)('finds the file to be what was published', async () => {
    expect(text.trimEnd().split('\n').length).toBeLessThan(20);
    expect(await run(pair.folder.dir)).toMatch(
      /^v1\/latest\/ECB\/EUR\.json is what was published; the pointer .*expires at 2026-03-21T17:00:00Z\n$/,
    );
  });

  it.skipIf(!isThere).each<[string, (pair: Pair) => string]>([
    ['the signature', () => 'current.json'],
    ['the manifest', ({ folder }) => `manifests/${folder.manifests[1]?.rootHash}`],
    ['the file', ({ newer }) => `releases/${newer}/v1/latest/ECB/EUR.json`],
  ])('is stopped by one flipped bit in %s', async (_, keyIn) => {
    const folder = copyOf(pair.folder);
    folder.flip(keyIn(pair));
    expect(await run(folder.dir)).toMatch(/^code 1: .*(is not what was published|InvalidSignature|JSON|codec)/s);
  });

  it.skipIf(!isThere)('is stopped by a pointer that nobody signed', async () => {
    const folder = copyOf(pair.folder);
    const path = join(folder.dir, 'current.json');
    const unsigned = readFileSync(path, 'utf8').replace(
      /"key":"[^"]*","signature":"[^"]*"/,
      '"key":null,"signature":null',
    );
    expect(unsigned).toContain('"signature":null');
    writeFileSync(path, unsigned);
    expect(await run(folder.dir)).toMatch(/^code 1: /);
  });
});
