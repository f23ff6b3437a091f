/** The package as people have it: packed, installed into an empty folder, and started there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { packedOnce } from '../support/kit/packed.ts';
import { type Installed, install, type Packed } from '../support/kit/packing.ts';
import { EMBEDDED_WORDS, firstMinute, RENEWED } from '../support/kit/start.ts';

describe('the package', () => {
  let packed: Packed;
  let folder: string;
  let installed: Installed | null = null;

  beforeAll(() => {
    packed = packedOnce();
    folder = join(freshFolder(), 'empty');
    installed = install(packed.tarball, folder);
    if (installed === null) console.log('skipped: no registry can be reached, so the package is not installed');
  });

  it('is installed and started as docs/install.md says', () => {
    const lines = ['mkdir rates && cd rates', `npm install ../${basename(packed.tarball)}`, 'npx ratetree', ''];
    expect(blocksOf(readMarkdown('docs/install.md'), 'sh')).toContain(lines.join('\n'));
  });

  it('is compiled: nobody who installs it needs a compiler', (context) => {
    for (const path of ['build/program/ratetree.js', 'build/page/index.html']) expect(packed.files).toContain(path);
    expect(packed.files.filter((path) => /(?<!^build\/client\/\w+\.d)\.ts$/.test(path))).toEqual([]);
    context.skip(installed === null, 'no registry can be reached, so the package is not installed');
    const packages = Object.entries(installed?.packages ?? {});
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
    expect(packages.filter(([name]) => /typescript|rolldown|vitest/.test(name))).toEqual([]);
  });

  it('asks, generates and serves by `npx ratetree` in an empty folder, and its curl answers', async (context) => {
    context.skip(installed === null, 'no registry can be reached, so the package is not installed');
    const before = readdirSync(folder);
    let answer = '';
    const ask = async (out: string) => {
      const [, curl = ''] = /^Ask +(curl .*)$/m.exec(out) ?? [];
      answer = execFileSync('sh', ['-c', `${curl} -sS --noproxy '*'`], { encoding: 'utf8' });
    };
    const { lines } = await firstMinute(folder, ['npx', '--no-install', 'ratetree'], {
      until: RENEWED,
      meanwhile: ask,
    });
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines).toContain(`No bank could be reached, so ${EMBEDDED_WORDS} are served.`);
    expect(answer).toMatch(/^\{"provider":"GLOBAL","date":"2026-03-18","base":"USD","exchangeRates":\{"EUR":/);
    expect(lines).toContain(`Answer   ${answer}`.trimEnd());
    const [, address = ''] = /^Open +(http:\/\/127\.0\.0\.1:\d+)/m.exec(lines.join('\n')) ?? [];
    await expect(request(address)).rejects.toThrow(/ECONNREFUSED/);
    expect(readdirSync(folder).sort()).toEqual([...before, '.ratetree', 'dist'].sort());
  });

  it('does without what only assistants need, and says how to add it', (context) => {
    context.skip(installed === null, 'no registry can be reached, so the package is not installed');
    const run = (...words: readonly string[]) =>
      spawnSync('npx', ['--no-install', 'ratetree', ...words], { cwd: folder, encoding: 'utf8' });
    expect(run('rate', '--help').status).toBe(0);
    const { status, stderr } = run('mcp');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'ratetree: mcp needs a package that does not come with this program: npm install @modelcontextprotocol/sdk\n',
    });
  });
});
