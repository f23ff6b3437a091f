/** A quarter's list stays in force below its amendments, also below one that comes later than the walk's usual 45 days. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAYS_BEFORE } from '../../generator/sources/archive/spans.ts';
import { daysBetween, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { definition, freshFolder } from '../support/banks/archives.ts';
import { ATLANTIC, dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';

const TREASURY = definition('UST', 'USD', { quarterly: true, validity: 'quarter' });
const [LIST, AMENDMENT] = ['2026-03-31', '2026-06-12'];
const OPTIONS = { definitions: [ATLANTIC, TREASURY], date: parseIsoDate('2026-06-30'), bases: new Set<never>() };
const ECB = dailyLines('2026-03-02', '2026-06-30');
const WHOLE = [`${LIST} USD/ILS 3.165`, `${LIST} USD/EUR 0.87`, `${LIST} USD/PHP 57.3`];

const amended = (lines: readonly string[]) =>
  lines.filter((line) => !line.startsWith('currency') && !line.startsWith('USD')).map((line) => line.slice(0, 9));

async function treeOf(out: string, UST: readonly string[]): Promise<Map<string, string>> {
  await generateFrom({ ECB, UST }, out, OPTIONS);
  return readTree(out);
}

describe('an amendment 73 days after the list of its quarter', () => {
  it('comes later than the days that are read for other lists', () => {
    expect(daysBetween(parseIsoDate(LIST), parseIsoDate(AMENDMENT))).toBeGreaterThan(DAYS_BEFORE);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'leaves the rest of the list in force',
      [...WHOLE, `${AMENDMENT} USD/ILS 2.807`],
      ['EUR,0.87,', 'ILS,2.807', 'PHP,57.3,'],
    ],
    [
      'has what the list was corrected to since',
      [...WHOLE, `${AMENDMENT} USD/ILS 2.807`, `${LIST} USD/PHP 57.4 seen 2026-06-29`],
      ['EUR,0.87,', 'ILS,2.807', 'PHP,57.4,'],
    ],
    [
      'has no figure that was withdrawn since',
      [...WHOLE, `${AMENDMENT} USD/ILS 2.807`, `${LIST} USD/PHP withdrawn seen 2026-06-29`],
      ['EUR,0.87,', 'ILS,2.807'],
    ],
  ])('%s, in a tree from nothing and in one that grew', async (_, lines, expected) => {
    const table = join('tables', 'UST', '2026', `${AMENDMENT}.csv`);
    const fresh = await treeOf(freshFolder(), lines);
    expect(amended((fresh.get(table) ?? '').trim().split(/\r?\n/))).toEqual(expected);
    const grown = freshFolder();
    for (const known of [WHOLE, [...WHOLE, `${AMENDMENT} USD/ILS 2.807`]]) await treeOf(grown, known);
    expect([...(await treeOf(grown, lines))]).toEqual([...fresh]);
  });
});
