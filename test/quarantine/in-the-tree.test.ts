/**
 * A figure in quarantine is in the archive and in v1/quarantine.csv, but nowhere else in the tree until it is accepted.
 */
import { describe, expect, it } from 'vitest';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { generate } from '../../generator/release/publish/generate.ts';
import { writeAccepted } from '../../generator/sources/archive/confirmed.ts';
import type { KnownFigures } from '../../generator/sources/facts/known-figures.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { readTree } from '../support/trees/trees.ts';

const BANK = definition('NBP', 'PLN');
const LINES = [
  '2026-03-02 USD/PLN 3.6',
  '2026-03-02 JPY/PLN 0.025',
  '2026-03-03 USD/PLN 3.61',
  '2026-03-03 JPY/PLN 2.5',
];

const build = async (archiveDir: string, outDir = freshFolder(), known: KnownFigures = new Set()) => {
  const options = {
    archiveDir,
    outDir,
    date: parseIsoDate('2026-03-03'),
    definitions: [BANK],
    currencies: [],
    pegs: [],
    known,
  };
  return { summary: await generate(options), tree: readTree(outDir), outDir };
};

const accept = async (archiveDir: string) => {
  const holdings = await readHoldings(archiveDir, [BANK]);
  const note = 'the bank announced a new unit';
  const rows = toQuarantined(holdings).map(({ row }) => row);
  await writeAccepted(archiveDir, 'NBP', rows, { accepted: '2026-03-04T09:00:00Z', note });
};

describe('a yen at a hundred times its price', () => {
  it('is missing from the fixing, the series, the provenance and the corrections', async () => {
    const archiveDir = freshFolder();
    await writeLines(archiveDir, 'NBP', LINES);
    const { summary, tree } = await build(archiveDir);
    expect(summary.quarantined).toBe(1);
    expect(tree.get('tables/NBP/2026/2026-03-03.csv')).toMatch(/USD/);
    const showing = [...tree].filter(([path, text]) => /2026.03.03/.test(path) && /JPY/.test(text));
    expect(showing.map(([path]) => path)).toEqual([]);
    expect(tree.get('v1/series/NBP/JPY/2026.csv')?.split('\r\n')).toHaveLength(3);
    expect(tree.get('v1/quarantine.csv')?.split('\r\n')[1]).toMatch(
      /^NBP,2026-03-03,JPY,PLN,1,,2.5,,,2026-03-03T[^,]+,[0-9a-f]{12},"9900 % from the figure of 2026-03-02, and no other/,
    );
  });

  it('is in all of them once a person has accepted it, in a tree that is updated as in a new one', async () => {
    const archiveDir = freshFolder();
    await writeLines(archiveDir, 'NBP', LINES);
    const { outDir } = await build(archiveDir);
    await accept(archiveDir);
    const later = await build(archiveDir, outDir);
    expect(later.summary).toMatchObject({ quarantined: 0, fixings: 1 });
    expect(later.tree.get('v1/historical/NBP/2026/03/03/PLN.json')).toContain('"JPY":0.4');
    expect(later.tree.get('v1/quarantine.csv')?.trimEnd()).toMatch(/^provider,.*,reason$/);
    expect(later.tree).toEqual((await build(archiveDir)).tree);
  });

  it('is in all of them while it is known to be right, in a tree that is updated as in a new one', async () => {
    const archiveDir = freshFolder();
    await writeLines(archiveDir, 'NBP', LINES);
    const known = new Set(['NBP,2026-03-03,JPY,PLN,1,,2.5,,']);
    const first = await build(archiveDir);
    const later = await build(archiveDir, first.outDir, known);
    expect(later.summary).toMatchObject({ quarantined: 0, fixings: 1 });
    expect(later.tree.get('v1/historical/NBP/2026/03/03/PLN.json')).toContain('"JPY":0.4');
    expect(later.tree).toEqual((await build(archiveDir, freshFolder(), known)).tree);
    const again = await build(archiveDir, first.outDir);
    expect(again.summary.quarantined).toBe(1);
    expect(again.tree).toEqual((await build(archiveDir)).tree);
  });

  it.each([
    'NBP,2026-03-03,JPY,PLN,1,,2.51,,',
    'NBP,2026-03-03,JPY,PLN,100,,2.5,,',
    'NBP,2026-03-02,JPY,PLN,1,,2.5,,',
    'ECB,2026-03-03,JPY,PLN,1,,2.5,,',
  ])('stays out if what is known to be right is %s', async (name) => {
    const archiveDir = freshFolder();
    await writeLines(archiveDir, 'NBP', LINES);
    expect((await build(archiveDir, freshFolder(), new Set([name]))).summary.quarantined).toBe(1);
  });

  it('does not replace the figure that it would have corrected', async () => {
    const archiveDir = freshFolder();
    await writeLines(archiveDir, 'NBP', [
      ...LINES.slice(0, 3),
      '2026-03-03 JPY/PLN 0.0251',
      '2026-03-03 JPY/PLN 2.51 seen 2026-03-04',
    ]);
    const { tree } = await build(archiveDir);
    expect(tree.get('tables/NBP/2026/2026-03-03.csv')).toContain('JPY,10000/251');
    expect(tree.get('v1/corrections.csv')?.trimEnd().split('\r\n')).toHaveLength(1);
  });
});
