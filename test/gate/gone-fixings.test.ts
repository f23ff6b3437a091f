/** Fixings that the last release had and tonight's tree lacks: a few are named, a part of the past is refused. */
import { describe, expect, it } from 'vitest';
import type { TreeReader } from '../../generator/release/gate/stated.ts';
import { quarantinePath } from '../../generator/wire/answers/paths.ts';
import { BEFORE, briefsOf, check, type Published, plus, QUIET, toBriefs, treeOf } from '../support/trees/nights.ts';

const without = (bank: 'ECB' | 'NBP' | 'CNB', ...days: readonly string[]) =>
  plus(QUIET, { ...BEFORE, [bank]: BEFORE[bank].filter((line) => !days.some((day) => line.startsWith(day))) });
const [THREE, FOUR] = [
  ['2026-03-03', '2026-03-04', '2026-03-06'],
  ['2026-03-03', '2026-03-04', '2026-03-06', '2026-03-10'],
];

describe('the gate', () => {
  it.each<[string, Published, readonly string[]]>([
    ['names a day that a bank withdrew', without('CNB', '2026-03-04'), ['warn gone CNB 2026-03-04']],
    ['names three days', without('NBP', ...THREE), ['warn gone NBP 3 fixings']],
    ['refuses the loss of four', without('NBP', ...FOUR), ['refuse cut NBP 4 fixings']],
    ['says nothing of days that nobody had', plus(QUIET), []],
  ])('%s', async (_, tonight, found) => expect(await briefsOf({ tonight, found })).toEqual(found));

  it('gives the days, and their number where they are many', async () => {
    const wordsOf = async (tonight: Published) => {
      const { refusals, warnings } = await check(await treeOf(tonight), await treeOf(BEFORE));
      return [...refusals, ...warnings].map(({ words }) => words);
    };
    expect(await wordsOf(without('CNB', ...THREE))).toEqual([
      'CNB lacks fixings that the last release had: 2026-03-03, 2026-03-04, 2026-03-06',
    ]);
    const six = [...FOUR, '2026-03-11', '2026-03-12'];
    expect(await wordsOf(without('CNB', ...six))).toEqual([
      'CNB lacks fixings that the last release had: 2026-03-03, 2026-03-04, 2026-03-06, 2026-03-10, 2026-03-11 ' +
        'and 1 more up to 2026-03-12',
    ]);
  });

  it('does not refuse what is in quarantine, which names it', async () => {
    const below = await treeOf(without('CNB', ...FOUR));
    const rows = FOUR.map((date) => `CNB,${date},EUR,CZK,held by a person: a test\r\n`);
    const list = Buffer.from(`provider,date,base,quote,reason\r\n${rows.join('')}`);
    const tree: TreeReader = { ...below, read: async (path) => (path === quarantinePath ? list : below.read(path)) };
    const report = await check(tree, await treeOf(BEFORE));
    expect(toBriefs(report)).toEqual(['warn gone CNB 4 fixings']);
    expect(report.warnings[0]?.words).toContain('; 4 of them are in quarantine');
  });

  it('lets the days go when a person lets the fact pass', async () => {
    const [tree, last] = [await treeOf(without('NBP', ...FOUR)), await treeOf(BEFORE)];
    const { refusals } = await check(tree, last);
    const accepted = refusals.map(({ fact }) => fact);
    expect((await check(tree, last, { accepted })).refusals).toEqual([]);
  });
});
