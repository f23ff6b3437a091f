/**
 * The example of CONTRIBUTING.md works: the adapter that it names reads the answer that the page shows, in the same way
 * as a real recording.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { nb } from '../../generator/sources/providers/nb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { parseBankFile } from '../support/banks/bank-file.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { springTrap } from '../support/banks/traps.ts';
import { blocksOf, readMarkdown, spansOf } from '../support/kit/markdown.ts';

const CONTRIBUTING = readMarkdown('CONTRIBUTING.md');
const ADAPTER = 'generator/sources/providers/nb.ts';
const adapter = readFileSync(join(packageRoot(), ADAPTER), 'utf8');
const [description = ''] = blocksOf(CONTRIBUTING, 'json');
const [answer = ''] = blocksOf(CONTRIBUTING, 'csv');

describe('the example of CONTRIBUTING.md', () => {
  it('is an adapter with its fixtures and their figures', () => {
    const named = ['test/providers/banks/nb.yaml', 'test/providers/banks/nb.csv'];
    expect(spansOf(CONTRIBUTING.prose)).toEqual(expect.arrayContaining([ADAPTER, ...named]));
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

  it('has traps, which are sprung as the page says', () => {
    const bank = parseBankFile(blocksOf(CONTRIBUTING, 'yaml')[0] ?? '');
    const [renamed, index] = bank.traps.map((trap) => springTrap(nb, bank, trap));
    expect(renamed?.unchanged()).toEqual(['2026-03-16 100 HUF/NOK mid 2.857']);
    expect(renamed?.changed).toThrow(bank.traps[0]?.refused);
    expect(index?.changed()).toEqual(bank.traps[1]?.states);
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
