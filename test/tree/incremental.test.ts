/**
 * A tree brought up to date over several nights is, byte for byte, the tree that one run makes from nothing. More ways in
 * which an archive or the options change are tried in incremental.long.test.ts, and damage in damaged-tree.long.test.ts.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../generator/wire/words/input-error.ts';
import {
  damaged,
  ECB,
  expectNights,
  FIRST_BUT_USD,
  firstNight,
  fromNothing,
  HMRC,
  LINES,
  made,
  NBP,
  type Night,
  only,
  without,
} from '../support/trees/grown.ts';
import { type Lines, readFolder } from '../support/trees/trees.ts';

describe('a run makes the tree as if from nothing, and so does the night after, when the archive', () => {
  const broken = (line: string) => `${line.slice(0, 18)} 0.9~0.8 in C`;

  it.each<[string, Lines]>([
    ['loses a provider that contributes to GLOBAL', { ECB, HMRC }],
    ['loses the provider without which GLOBAL has no fixing', { NBP, HMRC, ECB: [] }],
    ['loses a currency that had series of two years', { ...LINES, ECB: without(ECB, /JPY/) }],
    ['loses the newest day of a currency, and keeps the year', { ...LINES, ECB: without(ECB, /^2026-01-02.*JPY/) }],
    ['loses the first year of a provider', { ...LINES, NBP: only(NBP, /^2026/) }],
    [
      'loses figures of the newest date, for which GLOBAL then uses older ones',
      { ...LINES, ECB: without(ECB, /^2026-01-02.*(USD|GBP|CHF|JPY)/) },
    ],
    ['has too little for the first date of GLOBAL', { ...LINES, ECB: without(ECB, FIRST_BUT_USD) }],
    ['has a provider whose rows no longer make any fixing', { ...LINES, NBP: only(NBP, / EUR/).map(broken) }],
    ['loses the sides of a provider', { ...LINES, NBP: without(NBP, /~/) }],
  ])('%s', async (_, lines) => {
    await expectNights({ lines: LINES }, { lines }, { lines: LINES });
  });
});

describe('a tree in place', () => {
  /** One more figure of a date in 2025, so that the series of that year are read. */
  const NEXT: Night = { lines: { ...LINES, ECB: [...ECB, '2025-12-30 EUR/THB 36 seen 2026-01-02'] } };

  it('is refused by its path, and stays as it was, if nothing can make the file again', async () => {
    const out = await damaged(async () => ({ 'current.json': '{"format":"ratetree' }));
    const before = readFolder(out);
    const refused = await made(out, NEXT).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputError);
    expect(`${refused}`).toContain(`${out}/: current.json is not what publish writes`);
    expect(`${refused}`).toContain(`delete ${out}, and generate makes it again`);
    expect(readFolder(out)).toEqual(before);
  });

  it('is made as ever with files of a file manager in its folders', async () => {
    const strays = ['v1/series/ECB', 'v1/series/ECB/USD', 'objects', 'objects/00', 'pointers', 'archive', 'notes', ''];
    const out = await firstNight({ lines: LINES });
    const paths = strays.map((folder) => join(out, folder, '.DS_Store'));
    for (const path of paths) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'x');
    }
    const { tree, release } = await made(out, NEXT);
    expect(paths.every((path) => existsSync(path))).toBe(true);
    const expected = await fromNothing(NEXT);
    expect(tree).toEqual(expected.tree);
    expect(release).toBe(expected.release);
  });
});
