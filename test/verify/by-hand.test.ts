/** Follows docs/verify.md to the letter over real HTTP, with tools that are not ours. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { keyIn } from '../support/trees/manifests.ts';
import { copyOf, newKeys } from '../support/trees/release-pair.ts';
import { ours, type Pair, publishPair } from '../support/trees/verifying.ts';

const TOOLS = ['curl', 'jq', 'sed', 'sha256sum', 'openssl'];
const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
const isOld = !/^OpenSSL [3-9]/.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '');
if (isOld) missing.push('OpenSSL 3');
if (missing.length > 0) console.log(`skipped: docs/verify.md is not followed without ${missing.join(', ')}`);

const page = readFileSync(join(packageRoot(), 'docs', 'verify.md'), 'utf8');
/** The texts of the page that are fenced as this language. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
}

const LATEST = 'v1/latest/ECB/EUR.json';

let pair: Pair;
beforeAll(async () => {
  pair = await publishPair();
});

describe.skipIf(missing.length > 0)('a stranger with curl, jq, sha256sum and openssl', () => {
  const commands = blocks('sh').filter((block) => !/^(root=\$\((node|python3)|ratetree|node|python3) /.test(block));
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
    ['the root of the manifest', ({ folder }) => textKey(folder.manifests[1]?.rootHash ?? '')],
  ])('is stopped by one flipped bit in %s', async (_, keyOf) => {
    const folder = copyOf(pair.folder);
    folder.flip(keyOf(pair));
    expect((await follow(folder.dir)).code).not.toBe(0);
  });

  it('reads nothing that stands behind the signature', async () => {
    const folder = copyOf(pair.folder);
    const honest = folder.read('current.json').toString().trimEnd();
    const root = folder.manifests[0]?.rootHash ?? '';
    const behind = JSON.stringify({ root, sequence: 999, expires: '2099-01-01T00:00:00Z' }).slice(1);
    folder.write('current.json', `${honest.slice(0, -1)},${behind}\n`);
    expect(await follow(folder.dir)).toEqual(await follow(pair.folder.dir));
  });

  it('sees that a file differs from what the manifest says', async () => {
    const folder = copyOf(pair.folder);
    folder.flip(await keyIn(folder.dir, LATEST));
    const [computed, told] = (await follow(folder.dir)).lines.slice(-2);
    expect(told).toMatch(/^[0-9a-f]{64}$/);
    expect(computed?.split(' ')[0]).not.toBe(told);
  });
});

/** The two programs of each language, how the page runs them, and what shows that they can be run here. */
const PROGRAMS = [
  ['js', ['pointer.mjs', 'file.mjs'], 'node', ['--version']],
  ['python', ['pointer.py', 'file.py'], 'python3', ['-c', 'import cryptography']],
] as const;

describe.each(PROGRAMS)('a stranger with the programs in %s', (language, names, command, probe) => {
  const isThere = spawnSync(command, probe).status === 0;
  if (!isThere) console.log(`skipped: ${names} of docs/verify.md are not run without ${command} ${probe.join(' ')}`);
  const programs = blocks(language);
  const [commands = ''] = blocks('sh').filter((block) => block.startsWith(`root=$(${command} `));

  async function run(dir: string, key = ours.pem): Promise<string> {
    const folder = freshFolder();
    for (const [place, name] of names.entries()) writeFileSync(join(folder, name), programs[place] ?? '');
    writeFileSync(join(folder, 'ratetree.pub'), key);
    const env = { ...process.env, BASE: (await serveFolder(dir)).url, no_proxy: '127.0.0.1' };
    // As somebody pastes it: the second program runs even where the first has failed.
    return promisify(execFile)('bash', ['-c', commands], { cwd: folder, env }).then(
      ({ stdout, stderr }) => stderr + stdout,
      ({ code, stdout, stderr }) => `code ${code}: ${stderr}${stdout}`,
    );
  }

  it('needs ten lines that can be read for each of the two', () => {
    expect(programs.length).toBe(names.length);
    expect(programs.filter((text) => text.trimEnd().split('\n').length > 10)).toEqual([]);
    expect(programs.flatMap((text) => text.split('\n')).filter((line) => line.length > 100)).toEqual([]);
    expect(programs.join('').replaceAll(/;$/gm, '')).not.toContain(';');
  });

  it.skipIf(!isThere)('learns how fresh the pointer is, and reads a file that is what was published', async () => {
    const said = await run(pair.folder.dir);
    expect(said).toMatch(/^signed 2026-03-13T17:00:00Z, expires 2026-03-21T17:00:00Z\npublished: \{/);
    const latest = readFileSync(join(pair.folder.dir, await keyIn(pair.folder.dir, LATEST)), 'utf8');
    const [, figure = 'none'] = /"USD":"?([\d.]+)/.exec(latest) ?? [];
    expect(said).toContain(figure);
  });

  it.skipIf(!isThere).each<[string, (pair: Pair) => string | Promise<string>]>([
    ['the pointer', () => 'current.json'],
    ['the root of the manifest', ({ folder }) => textKey(folder.manifests[1]?.rootHash ?? '')],
    ['the file', ({ folder }) => keyIn(folder.dir, LATEST)],
  ])('is stopped by one flipped bit in %s', async (_, keyOf) => {
    const folder = copyOf(pair.folder);
    folder.flip(await keyOf(pair));
    const said = await run(folder.dir);
    expect(said).toMatch(/^code 1: .*(is not what was published|not signed by|InvalidSignature|JSON|codec)/s);
    expect(said).not.toContain('published: ');
  });

  it.skipIf(!isThere)('is stopped by the key of somebody else', async () => {
    const said = await run(pair.folder.dir, newKeys().pem);
    expect(said).toMatch(/^code 1: .*(is not signed by this key|InvalidSignature)/s);
    expect(said).not.toContain('published: ');
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
