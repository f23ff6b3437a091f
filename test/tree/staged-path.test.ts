/** Where files wait before they are moved into the tree. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeOf, stagedNames, stagedPath } from '../../generator/tree/write/staged-path.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { freshFolder } from '../support/banks/archives.ts';

const SERIES = 'v1/series/ECB/USD/2026.csv' as TreePath;

describe('a file is staged', () => {
  it.each<[path: string, hasFolder: boolean, staged: string]>([
    [SERIES, true, 'v1/series/ECB/USD~2026.csv'],
    [SERIES, false, SERIES],
    ['v1/historical/ECB/2026/03/20/EUR.json', true, 'v1/historical/ECB/2026/03/20~EUR.json'],
    // The order of moves names these folders.
    ['v1/latest/ECB/EUR.csv', true, 'v1/latest/ECB/EUR.csv'],
    ['tables/ECB/2026/USD.csv', true, 'tables/ECB/2026/USD.csv'],
    ['index/ECB.json', true, 'index/ECB.json'],
  ])('%s, whose folder the tree has: %s, at %s', (path, hasFolder, staged) => {
    expect(stagedPath(path as TreePath, hasFolder)).toBe(staged);
    expect(placeOf(staged)).toBe(path);
  });

  it('and is named in its folder either way', () => {
    const staged = freshFolder();
    const put = (path: string) => {
      mkdirSync(dirname(join(staged, path)), { recursive: true });
      writeFileSync(join(staged, path), '');
    };
    for (const hasFolder of [true, false])
      put(stagedPath(SERIES, hasFolder).replace('2026', hasFolder ? '2026' : '2025'));
    put('v1/series/ECB/USD~2024.csv');
    put('v1/series/ECB/USDX~2023.csv');
    expect([...stagedNames(staged, 'v1/series/ECB/USD')].sort()).toEqual(['2024.csv', '2025.csv', '2026.csv']);
    expect(stagedNames(staged, 'v1/series/ECB')).toEqual(['USD']);
    expect(stagedNames(staged, 'v1/series/NBP')).toEqual([]);
  });
});
