/** The files of a log: names and contents as tlog-tiles has them, and what growing adds. */
import { describe, expect, it } from 'vitest';
import { leafHash, rootOf } from '../../generator/release/log/merkle.ts';
import {
  bundleBytes,
  fullKeyOf,
  lastBundleKey,
  newFiles,
  parseBundle,
  sizeOfBundle,
  tileKey,
  widthOf,
} from '../../generator/release/log/tiles.ts';

const ENTRIES = Array.from({ length: 70_000 }, (_, place) => Buffer.from(`entry ${place}\n`));
const LEAVES = ENTRIES.map(leafHash);
const filesOf = (before: number, size: number) =>
  new Map([...newFiles(before, ENTRIES.slice(0, size), LEAVES.slice(0, size))].map(({ key, bytes }) => [key, bytes]));

describe('the tiles of a log', () => {
  it('have the names of the specification', () => {
    expect(tileKey(0, 1_234_067, 256)).toBe('log/tile/0/x001/x234/067');
    expect(tileKey('entries', 0, 5)).toBe('log/tile/entries/000.p/5');
    expect(tileKey(2, 999, 1)).toBe('log/tile/2/999.p/1');
    for (const size of [1, 255, 256, 257, 512, 70_000, 256 * 1_234_067 + 9]) {
      expect(sizeOfBundle(lastBundleKey(size))).toBe(size);
      expect(widthOf(size)).toBe(size % 256 || 256);
    }
    expect(fullKeyOf(tileKey(0, 1_234_067, 9))).toBe(tileKey(0, 1_234_067, 256));
    expect(fullKeyOf(tileKey(0, 0, 256))).toBe(null);
    for (const other of ['log/checkpoint', 'log/tile/0/000', 'log/tile/entries/12', 'log/tile/entries/000.p/x'])
      expect(sizeOfBundle(other)).toBe(null);
  });

  it('of 70,000 entries are those of the example in the specification', () => {
    const files = [...filesOf(0, 70_000)].filter(([key]) => !key.includes('entries'));
    const at = (level: number) => files.filter(([key]) => key.startsWith(`log/tile/${level}/`));
    expect([at(0).length, at(1).length, at(2).length, at(3).length]).toEqual([274, 2, 1, 0]);
    expect(at(0).at(-1)?.[0]).toBe('log/tile/0/273.p/112');
    expect(at(1).map(([key, bytes]) => [key, bytes.length])).toEqual([
      ['log/tile/1/000', 8192],
      ['log/tile/1/001.p/17', 17 * 32],
    ]);
    expect(at(2)).toEqual([['log/tile/2/000.p/1', rootOf(LEAVES.slice(0, 65_536))]]);
  });

  it('are two files for an entry, and three for every 256th', () => {
    expect([...filesOf(4, 5).keys()]).toEqual(['log/tile/entries/000.p/5', 'log/tile/0/000.p/5']);
    expect([...filesOf(255, 256).keys()]).toEqual(['log/tile/entries/000', 'log/tile/0/000', 'log/tile/1/000.p/1']);
    expect([...filesOf(256, 257).keys()]).toEqual(['log/tile/entries/001.p/1', 'log/tile/0/001.p/1']);
    expect([...filesOf(5, 5).keys()]).toEqual([]);
  });

  it('hold the hashes of entries, which are read back', () => {
    const files = filesOf(0, 3);
    expect(files.get('log/tile/0/000.p/3')).toEqual(Buffer.concat(LEAVES.slice(0, 3)));
    const bundle = files.get('log/tile/entries/000.p/3') ?? Buffer.of();
    expect(bundle.subarray(0, 10)).toEqual(Buffer.from('\0\x08entry 0\n'));
    expect(parseBundle(bundle)).toEqual(ENTRIES.slice(0, 3));
    for (let end = 1; end < bundle.length; end++)
      expect(parseBundle(bundle.subarray(0, end))?.length ?? 0).toBe(end % 10 === 0 ? end / 10 : 0);
    expect(bundleBytes([])).toEqual(Buffer.alloc(0));
    const lengths = (count: number, bytes: number) =>
      parseBundle(bundleBytes(Array.from({ length: count }, () => Buffer.alloc(bytes))))?.length;
    expect([lengths(256, 140), lengths(257, 0), lengths(1, 501)]).toEqual([256, undefined, undefined]);
  });
});
