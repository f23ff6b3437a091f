/**
 * The example of CONTRIBUTING.md works: its adapter, its test and its fixture are taken from the page, compiled, and
 * run on the answer that the page shows, in the same way as a real recording.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../../generator/facts/currencies.ts';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import type { ProviderDefinition } from '../../generator/feeds/provider.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { observedLines } from '../support/banks/feeds.ts';
import type { Fixture } from '../support/banks/fixtures.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';

const CONTRIBUTING = readMarkdown('CONTRIBUTING.md');
const ADAPTER = 'generator/providers/nb.ts';
const TEST = 'test/providers/nb.test.ts';
const FIXTURE = 'test/providers/fixtures/nb.ts';
/** How the files of the example find each other in its folder. */
const NAMES = new Map([
  [ADAPTER, './nb.ts'],
  [FIXTURE, './nb.fixture.ts'],
]);
const [adapter = '', fixture = '', test = ''] = blocksOf(CONTRIBUTING, 'ts');
const [description = ''] = blocksOf(CONTRIBUTING, 'json');
const [answer = ''] = blocksOf(CONTRIBUTING, 'csv');

/** It is two folders deep in the checkout, so that libraries are found; git and the linter ignore it. */
mkdirSync(join(packageRoot(), '.ratetree'), { recursive: true });
const folder = mkdtempSync(join(packageRoot(), '.ratetree', 'example-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeExample(ADAPTER, 'nb.ts', adapter);
writeExample(TEST, 'nb.test.ts', test);
writeExample(FIXTURE, 'nb.fixture.ts', fixture);
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }));

/** Writes the file that the page places at `path`, with imports that hold in the example's folder. */
function writeExample(path: string, name: string, text: string): void {
  const moved = text.replace(/(?<=from ')\.[^']+/g, (specifier) => {
    const target = posix.join(posix.dirname(path), specifier);
    return NAMES.get(target) ?? `../../${target}`;
  });
  writeFileSync(join(folder, name), moved);
}

const { nb } = (await import(join(folder, 'nb.ts'))) as { readonly nb: ProviderDefinition };
const { fixtures } = (await import(join(folder, 'nb.fixture.ts'))) as { readonly fixtures: readonly Fixture[] };
// Its describe() and it() become tests of this file.
await import(join(folder, 'nb.test.ts'));

describe('the example of CONTRIBUTING.md', () => {
  it('compiles under the rules of the house', () => {
    const compiler = join(packageRoot(), 'node_modules', '.bin', 'tsc');
    const { status, stdout } = spawnSync(compiler, ['-p', folder], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('is laid out and linted as every other file', () => {
    const dir = freshFolder();
    for (const file of ['biome.json', '.gitignore']) copyFileSync(join(packageRoot(), file), join(dir, file));
    for (const [path, text] of Object.entries({ [ADAPTER]: adapter, [TEST]: test, [FIXTURE]: fixture })) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    const biome = join(packageRoot(), 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const options = ['check', '--error-on-warnings', 'generator', 'test'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [biome, ...options], { cwd: dir, encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toContain('Checked 3 files');
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  it(`is ${ADAPTER} itself`, () => {
    expect(readFileSync(join(packageRoot(), ADAPTER), 'utf8')).toBe(adapter);
  });

  it('has a fixture from which the adapter reads the lines that it states', () => {
    expect(fixtures.map(({ feed }) => feed)).toEqual(nb.feeds.map(({ name }) => name));
    for (const { url, body, lines } of fixtures) expect(observedLines(nb, url, body)).toEqual(lines);
  });

  it('has between 20 and 60 lines', () => {
    const lines = adapter.split('\n').length;
    expect(lines > 20 && lines <= 60, `${lines} lines`).toBe(true);
  });

  it('collects the answer shown beside it, figure for figure', async () => {
    const dir = freshFolder();
    mkdirSync(join(dir, 'NB'));
    writeFileSync(join(dir, 'NB', 'source.json'), description);
    writeFileSync(join(dir, 'NB', 'exr.csv'), answer);
    const { summaries } = await collect({
      providers: [nb],
      source: replaySource({ dirs: [dir], adapters: ['NB'] }),
      archiveDir: join(dir, 'archive'),
      currencies: codesOf(readCurrencies()),
      redenominations: readRedenominations(),
    });
    expect(summaries).toMatchObject([{ documents: 1, observations: 3, fresh: 3, labels: [], failures: [] }]);
    const rows = readFileSync(join(dir, 'archive', 'NB', '2026.csv'), 'utf8')
      .split('\n')
      .slice(1, -1);
    expect(rows.map((row) => row.split(',').slice(0, 6).join(' '))).toEqual([
      '2026-03-16 HUF NOK 100  2.857',
      '2026-03-16 XDR NOK 1  13.19587',
      '2026-03-17 HUF NOK 100  2.8514',
    ]);
  });

  it('asks for what its own pattern knows', () => {
    const [daily] = nb.feeds;
    const urls = daily?.latest(parseIsoDate('2026-03-16'), {}).map(({ url }) => url) ?? [];
    expect(urls).toEqual([
      'https://data.norges-bank.no/api/data/EXR/B..NOK.SP?startPeriod=2026-03-06&endPeriod=2026-03-16&format=csvdata',
    ]);
    expect(urls.every((url) => daily?.matches.test(url))).toBe(true);
  });

  it('says the truth about the bytes of that answer', () => {
    const { requests } = JSON.parse(description) as { requests: { bytes: number; sha256: string }[] };
    const sha256 = createHash('sha256').update(answer).digest('hex');
    expect(requests).toMatchObject([{ bytes: Buffer.byteLength(answer), sha256 }]);
  });
});
