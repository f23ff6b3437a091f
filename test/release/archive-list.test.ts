/** The list of an archive's files, as a store keeps it beside a release. */
import { describe, expect, it } from 'vitest';
import { archiveList } from '../../generator/release/archive/archive-list.ts';

const HASH = 'a'.repeat(64);
const isList = (files: unknown) => archiveList.safeParse({ format: 'ratetree-archive-1', files }).success;

describe('the list of an archive', () => {
  it.each<[string, unknown, boolean]>([
    ['no file', [], true],
    ['a year', [['ECB/2026.csv', HASH, 12]], true],
    ['the releases', [['releases.csv', HASH, 0]], true],
    ['a path out of the folder', [['../ECB/2026.csv', HASH, 12]], false],
    ['a path from the root', [['/etc/passwd', HASH, 12]], false],
    ['another kind of file', [['ECB/2026.exe', HASH, 12]], false],
    ['no hash', [['ECB/2026.csv', '', 12]], false],
    ['a hash that is a number', [['ECB/2026.csv', 5, 12]], false],
    ['a size below nothing', [['ECB/2026.csv', HASH, -1]], false],
    ['half a byte', [['ECB/2026.csv', HASH, 1.5]], false],
    ['a size that is not held exactly', [['ECB/2026.csv', HASH, 2 ** 53]], false],
    ['a size in words', [['ECB/2026.csv', HASH, '12']], false],
    ['no size', [['ECB/2026.csv', HASH]], false],
    ['more than a size', [['ECB/2026.csv', HASH, 12, 'x']], false],
    ['no row', ['ECB/2026.csv'], false],
    ['no list', { 'ECB/2026.csv': HASH }, false],
  ])('with %s is understood: %3$s', (_, files, isRight) => expect(isList(files)).toBe(isRight));
});
