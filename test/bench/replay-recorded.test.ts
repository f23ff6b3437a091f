/** The replay of recorded lists (docs/replay.md): what a night holds that knows no later list, and when it is free. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packageRoot, readDataFile } from '../../generator/kit/package.ts';
import type { Holding } from '../../generator/sources/archive/archive.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { readRecords } from '../../scripts/audit/csv.ts';
import { casesText, recordedText, resultsText } from '../../scripts/audit/replay/page.ts';
import { countHeld, toHeldList, walkNights } from '../../scripts/audit/replay/recorded.ts';
import { blockOf } from '../../scripts/docs/page-block.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';

const FIRST = parseIsoDate('2026-03-02');
const SPAN = { from: FIRST, to: parseIsoDate('2026-12-31') };

/** One bank alone, whose figure of each day is given. */
function alone(code: string, figures: readonly string[], everyDays = 1): readonly Holding[] {
  const definition = PROVIDERS.find((one) => one.code === code);
  if (definition === undefined) throw new Error(`${code} has no adapter`);
  const rows = figures.map((mid, index) => {
    const date = addDays(FIRST, index * everyDays);
    const [base, quote] = code === 'ECB' ? ['EUR', 'ISK'] : ['USD', 'ISK'];
    const seen = `${date}T15:00:00Z`;
    return {
      date,
      base,
      quote,
      per: '1',
      unit: '',
      mid,
      bid: '',
      ask: '',
      seen,
      document: '0123456789ab',
      table: '',
    } as const;
  });
  return [{ definition, archive: { provider: code, rows, documents: new Map() }, accepted: new Set(), holds: [] }];
}
const held = (holdings: readonly Holding[]) =>
  walkNights(holdings, SPAN).map(({ row, nights, isHeldForEver }) => [row.mid, isHeldForEver ? 'for ever' : nights]);

describe('nights over recorded lists', () => {
  it.each<[string, readonly string[], readonly unknown[]]>([
    ['nothing that hardly moves', ['140', '141', '139', '142'], []],
    ['a jump for one night, if the next figure bears it out', ['140', '140', '170', '171', '170'], [['170', 1]]],
    ['a spike for ever', ['140', '140', '170', '141', '140'], [['170', 'for ever']]],
    ['a slip for ever', ['140', '140', '1400', '140'], [['1400', 'for ever']]],
  ])('hold %s', (_, figures, expected) => {
    expect(held(alone('ECB', figures))).toEqual(expected);
  });

  it('hold the jump of a monthly list until its next one, counted in nights on which anybody publishes', () => {
    const daily = alone(
      'ECB',
      Array.from({ length: 130 }, () => '140'),
    );
    const monthly = alone('FED', ['120', '120', '165', '166', '165'], 30);
    expect(held([...daily, ...monthly])).toEqual([['165', 30]]);
  });

  it('are counted, and what was true is listed', () => {
    const figures = walkNights(alone('ECB', ['140', '170', '171', '1710', '171']), SPAN);
    expect(countHeld(figures)).toEqual({ held: 2, freed: [1, 0, 0, 0], heldForEver: 1, accepted: 0 });
    const [, first, ...others] = toHeldList(figures).trimEnd().split('\n');
    expect(first).toMatch(/^ECB,2026-03-03,EUR,ISK,1,170,,,1,/);
    expect(others).toEqual([]);
  });
});

describe('docs/replay.md', () => {
  const page = readMarkdown('docs/replay.md');

  it('has a command that runs in a checkout', async () => {
    const [command = ''] = blocksOf(page, 'sh');
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: packageRoot() });
    expect(stdout).toMatch(/^new +recorded +all +\d+/m);
  });

  it('has the tables of data/replay.csv (else: node build/scripts/docs/replay.js)', () => {
    const rows = readRecords(join(packageRoot(), 'data', 'replay.csv'));
    expect(readDataFile('replay.csv').text).toContain('0.3,invented,');
    expect(blockOf(page.text, 'cases')).toBe(casesText());
    expect(blockOf(page.text, 'results')).toBe(resultsText(rows));
    expect(blockOf(page.text, 'recorded')).toBe(recordedText(rows));
  });
});
