/** A run over the tree of an earlier one makes, after a month of three banks, the tree that a run from nothing makes. */
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { LINES, OPTIONS, POLISH_LINES } from '../support/trees/month.ts';
import { dailyLines, generateFrom, type Lines, readTree } from '../support/trees/trees.ts';

describe('a second run over the same folder', () => {
  const first = freshFolder();
  const made = generateFrom(LINES, first, OPTIONS);
  /** The folder of a first run, made once. */
  const afterFirst = async () => {
    await made;
    return copied(first);
  };
  const treeOf = async (lines: Lines, options: Parameters<typeof generateFrom>[2]) => {
    const out = freshFolder();
    await generateFrom(lines, out, options);
    return readTree(out);
  };

  const changes: [string, Lines][] = [
    ['a new day', { ...LINES, ECB: dailyLines('2026-02-16', '2026-03-16') }],
    ['a correction in the past', { ...LINES, ECB: [...LINES.ECB, '2026-02-20 EUR/USD 1.09 seen 2026-03-16'] }],
    ['the withdrawal of a figure', { ...LINES, ECB: [...LINES.ECB, '2026-03-13 EUR/USD withdrawn seen 2026-03-16'] }],
    ['the loss of a day', { ...LINES, ECB: LINES.ECB.filter((line) => !line.startsWith('2026-03-12')) }],
    [
      'the loss of so much that GLOBAL has gaps',
      { ...LINES, ECB: LINES.ECB.filter((line) => !/^2026-03.*(USD|GBP|CHF)/.test(line)) },
    ],
    ['the loss of a provider', { ECB: LINES.ECB, HMRC: LINES.HMRC ?? [] }],
    [
      'a late figure of another provider',
      { ...LINES, NBP: [...POLISH_LINES, '2026-02-25 EUR/PLN 4.2 seen 2026-03-16'] },
    ],
    [
      'another fixing dated ahead',
      { ...LINES, HMRC: [...(LINES.HMRC ?? []), '2026-03-20 GBP/USD 1.4 seen 2026-02-25'] },
    ],
  ];
  it.each(changes)('makes the tree that a run from nothing makes after %s', async (_, changed) => {
    const out = await afterFirst();
    await generateFrom(changed, out, OPTIONS);
    expect(readTree(out)).toEqual(await treeOf(changed, OPTIONS));
  });

  it.each<[string, Parameters<typeof generateFrom>[2]]>([
    ['fewer bases', { bases: new Set([currencyCode.parse('EUR')]) }],
    ['a later --since', { since: parseIsoDate('2026-03-10') }],
    ['a later day', { date: parseIsoDate('2026-04-02') }],
    ['other pegs', { pegs: [] }],
  ])(
    'with %s makes the tree that a run from nothing makes, and the first tree when they are taken back',
    async (_, more) => {
      const out = await afterFirst();
      const other = { ...OPTIONS, ...more };
      const before = readTree(first);
      await generateFrom(LINES, out, other);
      expect(readTree(out)).toEqual(await treeOf(LINES, other));
      await generateFrom(LINES, out, OPTIONS);
      expect(readTree(out)).toEqual(before);
    },
  );
});
