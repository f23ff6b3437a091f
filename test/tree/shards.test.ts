/** Parts of a tree that several machines make are joined into the release that one machine makes. */
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { owns } from '../../generator/release/tree/read/tree-options.ts';
import { GLOBAL, providerCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { keyIn } from '../support/trees/manifests.ts';
import { dailyLines, readTree, releaseIn } from '../support/trees/trees.ts';

const COUNT = 3;
const FLAGS = ['--date', '2026-01-06', '--bases', 'EUR,PLN,USD', '--since', '2024-01-02'];

let archive: string;
let alone: string;
let parts: readonly string[];

/** Two banks over the turns of four years; on one day a bank contradicts itself by a factor of ten. */
async function archiveOfFourYears(): Promise<string> {
  const folder = freshFolder();
  const spans = ['2022-12-29 2023-01-05', '2023-12-28 2024-01-04', '2024-12-30 2025-01-06', '2025-12-30 2026-01-06'];
  const lines = spans.flatMap((span) => dailyLines(span.slice(0, 10), span.slice(11)));
  await writeLines(folder, 'ECB', lines);
  await writeLines(
    folder,
    'NBP',
    lines.filter((line) => / EUR\/PLN /.test(line)).map((line) => line.replace('2024-01-03 EUR/PLN ', '$&9')),
  );
  return folder;
}

const make = (out: string, ...flags: readonly string[]) =>
  ratetree('generate', '--archive', archive, '--out', out, ...FLAGS, ...flags);
const partsFlags = (dirs: readonly string[]) => dirs.flatMap((dir) => ['--part', dir]);
const join3 = (dirs: readonly string[], from: string, store: string, own = archive) =>
  ratetree('publish', store, '--from', from, '--archive', own, ...partsFlags(dirs));

beforeAll(async () => {
  archive = await archiveOfFourYears();
  alone = freshFolder();
  expect(make(alone).status).toBe(0);
  parts = Array.from({ length: COUNT }, () => freshFolder());
  for (const [index, part] of parts.entries()) expect(make(part, '--shard', `${index}/${COUNT}`).status).toBe(0);
});

describe('generate --shard', () => {
  it('gives every year of every provider to exactly one part, and the years of one provider to parts in turn', () => {
    const codes = ['ECB', 'NBP', 'TCMB', GLOBAL].map((code) => providerCode.parse(code));
    const years = Array.from({ length: 30 }, (_, place) => `${1997 + place}`);
    for (const code of codes) {
      const owners = years.map((year) => [0, 1, 2].filter((index) => owns({ index, count: COUNT }, code, year)));
      expect(owners.every((of) => of.length === 1)).toBe(true);
      expect(owners.slice(3)).toEqual(owners.slice(0, -3));
      expect(new Set(owners.flat()).size).toBe(COUNT);
    }
  });

  it('makes disjoint parts that together hold the dated files, tables, provenance and series of the tree', () => {
    const isOfYear = (path: string) => /^(v1\/(historical|provenance|series)\/\w+|tables\/[^/]+\/\d{4})\//.test(path);
    const whole = [...readTree(alone)].filter(([path]) => isOfYear(path));
    const found = parts.flatMap((part) => [...readTree(part)].filter(([path]) => isOfYear(path)));
    expect(parts.every((part) => [...readTree(part).keys()].some(isOfYear))).toBe(true);
    expect(found.length).toBe(whole.length);
    expect(new Map(found)).toEqual(new Map(whole));
  });

  it('brings a part up to date, and writes nothing where nothing is new', () => {
    expect(make(parts[0] ?? '', '--shard', '0/3').stdout).toMatch(
      /^part 0\/3: 0 fixings made, 0 blended, .* 0 written/,
    );
  });

  it.each([
    ['another part', () => make(parts[0] ?? '', '--shard', '1/3'), 'holds part 0/3 already'],
    ['the whole tree', () => make(parts[0] ?? ''), 'holds part 0/3 already'],
    ['a part over the whole tree', () => make(alone, '--shard', '1/3'), 'holds the whole tree already'],
  ])('refuses to make %s in the folder of a part', (_, run, message) => {
    const { status, stderr } = run();
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });
});

describe('publish --part', () => {
  it('makes the tree and the release that one machine makes, in whatever order the parts are named', () => {
    const [store, other] = [freshFolder(), freshFolder()];
    const [from, untouched] = [freshFolder(), copied(archive)];
    const joined = join3([...parts].reverse(), from, store);
    // The parts have made everything that takes time.
    expect(joined.stderr).toContain('joined 3 parts: 0 fixings made, 0 blended, ');
    expect(joined.status).toBe(0);
    expect(readTree(from)).toEqual(readTree(alone));
    // The first one has noted its release in the archive.
    ratetree('publish', other, '--from', alone, '--archive', untouched);
    const objectsOf = (dir: string) =>
      [...readTree(dir)].filter(([key]) => !/^(current|notes|pointers|v1\/releases)\b/.test(key));
    expect(objectsOf(store).length).toBeGreaterThan(100);
    expect(objectsOf(store)).toEqual(objectsOf(other));
  });

  it('begins again where an earlier join was cut short', () => {
    const from = freshFolder();
    cpSync(parts[1] ?? '', from, { recursive: true });
    writeFileSync(join(from, '.joining'), '');
    expect(join3(parts, from, freshFolder()).status).toBe(0);
    expect(releaseIn(from)).toBe(releaseIn(alone));
  });

  const damaged = async (change: (part: string) => Promise<void>) => {
    const copy = freshFolder();
    cpSync(parts[2] ?? '', copy, { recursive: true });
    await change(copy);
    return [parts[0] ?? '', parts[1] ?? '', copy];
  };
  const otherPart = (...flags: readonly string[]) => {
    const part = freshFolder();
    ratetree('generate', '--archive', archive, '--out', part, '--shard', '2/3', ...flags);
    return [parts[0] ?? '', parts[1] ?? '', part];
  };
  it.each<[string, () => readonly string[] | Promise<readonly string[]>, RegExp]>([
    ['a part that is missing', () => parts.slice(0, 2), /part 2\/3 is missing: name all 3 parts/],
    ['a part that is named twice', () => [...parts, parts[1] ?? ''], /both hold part 1\/3: name each once/],
    ['parts of another day', () => otherPart(...FLAGS, '--date', '2026-01-05'), /differ in --date/],
    ['parts with other bases', () => otherPart(...FLAGS, '--bases', 'EUR'), /differ in --bases/],
    ['parts that begin on other days', () => otherPart(...FLAGS, '--since', '2025-01-01'), /differ in --since/],
    ['a folder that is no part', () => [alone, ...parts], /holds no part of a tree: make it with generate --shard/],
    [
      'a part whose index is damaged',
      () => damaged(async (part) => writeFileSync(join(part, await keyIn(part, 'index/ECB.json')), '{')),
      /objects\/\S+ in \S+ is damaged/,
    ],
    [
      'a part that lost a file',
      () =>
        damaged(async (part) => {
          const [[path = ''] = []] = [...readTree(part)].filter(([own]) => own.startsWith('v1/historical/'));
          rmSync(join(part, await keyIn(part, path)));
        }),
      /v1\/historical\/\S+ is missing/,
    ],
  ])('refuses %s', async (_, dirs, message) => {
    const store = freshFolder();
    const { status, stderr } = join3(await dirs(), freshFolder(), store);
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
    expect(existsSync(join(store, 'current.json'))).toBe(false);
  });

  it('refuses parts of another archive, and a folder that already holds a tree', async () => {
    const other = freshFolder();
    await writeLines(other, 'ECB', dailyLines('2025-12-30', '2026-01-05'));
    expect(join3(parts, freshFolder(), freshFolder(), other).stderr).toContain('is not the archive that the parts');
    expect(join3(parts, alone, freshFolder()).stderr).toContain('is not empty: name another folder');
  });
});
