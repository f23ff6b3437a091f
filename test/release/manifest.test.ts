import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltManifest, toManifest } from '../../generator/release/objects/build-manifest.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { averagesNotePath, historicalPath, inputsPath, tablePath } from '../../generator/wire/answers/paths.ts';
import { keyOf, placeOf, toEntries } from '../../generator/wire/release/manifest.ts';
import { trailOf } from '../../generator/wire/release/manifest-nodes.ts';
import { differencesIn, differingLeaves } from '../../generator/wire/release/manifest-walk.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { currencyCode, GLOBAL } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { entriesOf, readerOf, textsBelow } from '../support/trees/manifests.ts';
import { dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';

const BASES = new Set(['EUR', 'USD'].map((code) => currencyCode.parse(code)));
const BOUNDED = { bases: BASES, historyBases: BASES };
const LINES = [...dailyLines('2025-12-22', '2025-12-31'), ...dailyLines('2026-03-02', '2026-03-12')];

/** Three nights: the first, one with a new day and a correction of an old figure, and one that takes both back. */
const first = freshFolder();
const second = freshFolder();
const third = freshFolder();
const corrected = LINES.map((line) => (line.startsWith('2025-12-23 EUR/USD') ? '2025-12-23 EUR/USD 1.5' : line));

const uploadsOf = (manifest: BuiltManifest) =>
  [...manifest.news].flatMap(([, text]) => toEntries(JSON.parse(text)).map(({ path }) => path)).sort();

let one: BuiltManifest;
let two: BuiltManifest;
let three: BuiltManifest;

beforeAll(async () => {
  await generateFrom({ ECB: LINES }, first, BOUNDED);
  await generateFrom({ ECB: [...corrected, ...dailyLines('2026-03-13', '2026-03-13')] }, second, BOUNDED);
  await generateFrom({ ECB: LINES }, third, { ...BOUNDED, date: parseIsoDate('2026-03-21') });
  one = await toManifest(await openGenerated(first), null, []);
  two = await toManifest(await openGenerated(second), { root: one.root, reader: readerOf(one) }, []);
  three = await toManifest(await openGenerated(third), { root: two.root, reader: readerOf(one, two) }, []);
});

describe('the manifest of a tree', () => {
  it('lists every file of the tree with its hash and size', async () => {
    const expected = [...readTree(first)].map(([path, text]) => {
      const bytes = Buffer.from(text, 'latin1');
      return [path, { path, sha256: hashOf(bytes), bytes: bytes.length }] as const;
    });
    expect(expected.length).toBeGreaterThan(200);
    expect(await entriesOf(one.root, readerOf(one))).toEqual(new Map(expected));
    expect(uploadsOf(one)).toEqual(expected.map(([path]) => path).sort());
    expect(one.counts).toMatchObject({ files: expected.length, filesNew: expected.length });
  });

  it('is the same for the same tree, whenever and wherever it is built', async () => {
    const again = freshFolder();
    await generateFrom({ ECB: [...LINES].reverse() }, again, BOUNDED);
    const manifest = await toManifest(await openGenerated(again), null, []);
    expect(manifest.rootHash).toBe(one.rootHash);
    expect([...manifest.texts].sort()).toEqual([...one.texts].sort());
  });

  it('records the facts that an operator has accepted, in one order', async () => {
    const accept = (fact: string) => ({ fact, words: 'looked at it', time: '2026-03-13T08:00:00Z' });
    const tree = await openGenerated(first);
    const there = await toManifest(tree, null, [accept('a'), accept('b')]);
    const back = await toManifest(tree, null, [accept('b'), accept('a')]);
    expect(there.root.accepted.map(({ fact }) => fact)).toEqual(['a', 'b']);
    expect(back.rootHash).toBe(there.rootHash);
  });
});

describe('the manifest of the next tree', () => {
  it('reads only the units in which a file is new, changed or gone', () => {
    const [before, after] = [readTree(first), readTree(second)];
    const differ = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    const units = new Set(differ.map((path) => trailOf(placeOf(path)).join('/')));
    expect(two.counts.unitsRead).toBe(units.size);
    expect(units.size).toBeLessThan(one.counts.unitsRead);
    expect(units).toContain('GLOBAL/2026/2026-03-13');
    expect(units).not.toContain('GLOBAL/2026/2026-03-12');
  });

  it('is the same if nothing changed, and nothing is read for it', async () => {
    const reader = readerOf(one);
    const again = await toManifest(await openGenerated(first), { root: one.root, reader }, []);
    expect(again.rootHash).toBe(one.rootHash);
    expect(uploadsOf(again)).toEqual([]);
    expect(again.counts.unitsRead).toBe(0);
    expect(reader.asked).toEqual([]);
  });

  it('uploads new and changed files alone: every other file has the key that it had', async () => {
    const [before, after] = [readTree(first), readTree(second)];
    const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    expect(uploadsOf(two)).toEqual(changed);
    const [old, now] = [await entriesOf(one.root, readerOf(one)), await entriesOf(two.root, readerOf(one, two))];
    const keyOfOld = (path: string) => [old.get(path)].flatMap((entry) => entry ?? []).map(keyOf)[0];
    for (const [path, entry] of now) {
      expect(`${path} ${keyOf(entry) === keyOfOld(path)}`).toBe(`${path} ${!changed.includes(path)}`);
    }
  });

  it('has the same hashes as a manifest without a predecessor', async () => {
    const whole = await toManifest(await openGenerated(second), null, []);
    const hashes = async (manifest: BuiltManifest) =>
      [...(await entriesOf(manifest.root, readerOf(one, manifest)))].map(([path, entry]) => `${path} ${entry.sha256}`);
    expect(await hashes(two)).toEqual(await hashes(whole));
    expect(two.root.providers[GLOBAL]?.[0]).toBe(whole.root.providers[GLOBAL]?.[0]);
  });

  it('refers to no file that is gone, and lists a file again that comes back', async () => {
    const entries = await entriesOf(three.root, readerOf(one, two, three));
    expect([...entries.keys()].sort()).toEqual([...readTree(third).keys()].sort());
    expect([...entries.keys()].filter((path) => path.includes('2026/03/13'))).toEqual([]);
    expect([...entries].map(([path, { sha256 }]) => [path, sha256])).toEqual(
      [...entries].map(([path]) => [path, hashOf(readFileSync(join(third, path)))]),
    );
  });
});

describe('the differences between two releases', () => {
  it.each([
    ['one and the next', () => [one, two] as const],
    ['one and the next with fewer files', () => [two, three] as const],
    ['one and the release before', () => [two, one] as const],
    ['none and the first', () => [null, one] as const],
    ['one and none', () => [one, null] as const],
  ])('are complete, and only texts that differ are read: %s', async (_, of) => {
    const [from, to] = of();
    const reader = readerOf(one, two, three);
    const all = readerOf(one, two, three);
    const listOf = async (manifest: BuiltManifest | null) =>
      manifest === null ? new Map() : await entriesOf(manifest.root, all);
    const [before, after] = [await listOf(from), await listOf(to)];
    const expected = [...new Set([...before.keys(), ...after.keys()])]
      .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
    const found = [];
    const leaves = differingLeaves(from?.root ?? null, to?.root ?? null, reader);
    for await (const row of differencesIn(leaves, reader)) found.push(row);
    const sorted = (rows: readonly { path: string }[]) =>
      [...rows].sort((left, right) => (left.path < right.path ? -1 : 1));
    expect(sorted(found)).toEqual(sorted(expected));
    expect(expected.length).toBeGreaterThan(0);

    const texts = async (manifest: BuiltManifest | null) =>
      manifest === null ? new Set<string>() : await textsBelow(manifest.root, all);
    const [left, right] = [await texts(from), await texts(to)];
    const unshared = [...left, ...right].filter((hash) => left.has(hash) !== right.has(hash));
    expect([...reader.asked].sort()).toEqual(unshared.sort());
  });

  it('are empty between a release and itself, and nothing is read', async () => {
    const reader = readerOf(one);
    for await (const pair of differingLeaves(one.root, one.root, reader)) expect(pair).toBeNull();
    expect(reader.asked).toEqual([]);
  });
});

describe('a tree that is not as it was generated', () => {
  const path = historicalPath(GLOBAL, parseIsoDate('2026-03-12'), currencyCode.parse('EUR'), 'standard', 'json');
  const spoilt = async (spoil: (folder: string) => void) => {
    const folder = freshFolder();
    await generateFrom({ ECB: LINES }, folder, BOUNDED);
    spoil(folder);
    return async () => toManifest(await openGenerated(folder), null, []);
  };

  it.each<[string, string, (folder: string) => void]>([
    ['a changed file', 'GLOBAL 2026-03-12', (folder) => writeFileSync(join(folder, path), '{}')],
    ['an additional file', 'GLOBAL 2026-03-12', (folder) => writeFileSync(join(folder, `${path}.bak`), '{}')],
    ['a missing file', 'GLOBAL 2026-03-12', (folder) => rmSync(join(folder, path))],
    [
      'a missing table',
      'tables/GLOBAL/2026/2026-03-12.csv',
      (folder) => rmSync(join(folder, tablePath(GLOBAL, parseIsoDate('2026-03-12')))),
    ],
    [
      'a missing folder of series',
      'GLOBAL series of 2025',
      (folder) => rmSync(join(folder, 'v1/series/GLOBAL/USD'), { recursive: true }),
    ],
    [
      'a missing file of averages',
      'GLOBAL averages of 2025',
      (folder) => rmSync(join(folder, 'v1/averages/GLOBAL/2025/month.json')),
    ],
    [
      'a note of averages that is cut off',
      'tables/GLOBAL/averages.csv',
      (folder) => writeFileSync(join(folder, averagesNotePath(GLOBAL)), 'year,inputs\n'),
    ],
    [
      'a memory that is cut off',
      'tables/GLOBAL/inputs.csv',
      (folder) => writeFileSync(join(folder, inputsPath(GLOBAL)), 'date,inputs\n'),
    ],
    ['no release file', 'run generate first', (folder) => rmSync(join(folder, 'index/release.json'))],
    [
      'files that are still staged',
      'generate was killed',
      (folder) => mkdirSync(join(folder, '.staging/ready'), { recursive: true }),
    ],
  ])('is refused with the place of %s', async (_, words, spoil) => {
    await expect(await spoilt(spoil)).rejects.toThrow(words);
  });
});
