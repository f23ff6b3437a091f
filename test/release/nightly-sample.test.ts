/** Each night checks a sample of the release in force, writes again what it can, and does not hide what it cannot. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ratetree } from '../support/trees/by-command.ts';
import { keysIn } from '../support/trees/manifests.ts';
import { afterNights, calm, DAYS, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { readTree } from '../support/trees/trees.ts';

const FOUR = recordings(DAYS.slice(0, 4), calm);
const FIVE = recordings(DAYS, calm);

let whole: ReadonlyMap<string, string>;
/** Of its files, by path. */
let keys: ReadonlyMap<string, string>;
beforeAll(async () => {
  const { store, ended } = afterNights(4);
  expect(ended[0]?.status).toBe(0);
  whole = readTree(store);
  keys = await keysIn(store);
});

/** Damages so many files of the release that any sample finds some, and returns how they are named. */
function damageFiles(store: string, pattern: RegExp): readonly string[] {
  const damaged = [...keys].filter(([path]) => pattern.test(path));
  expect(damaged.length).toBeGreaterThan(100);
  for (const [, key] of damaged) writeFileSync(join(store, key), 'x');
  return damaged.map(([path, key]) => `${path} (${key})`).sort();
}

describe('a night', () => {
  it('says how many files it checked, and by which seed', () => {
    const { store, disk } = afterNights(4);
    const [one, two] = [night(store, FOUR, disk).summary.checked, night(store, FOUR, disk).summary.checked];
    expect(one).toMatchObject({ files: 100, mended: [], left: [] });
    expect(one.seed).not.toBe(two.seed);
  });

  it('writes damaged files of its sample again from the tree of the night before, and publishes', () => {
    const { store, disk } = afterNights(4);
    const damaged = damageFiles(store, /^(v1|tables|index)\//);
    const { status, summary, stderr } = night(store, FIVE, disk);
    expect(status, stderr).toBe(0);
    expect(summary).toMatchObject({ outcome: 'published', checked: { left: [] } });
    expect([...summary.checked.mended].sort()).toEqual(damaged);
    expect(stderr).toContain(`${summary.checked.mended[0]} was missing or damaged: written again`);
    const after = readTree(store);
    expect([...keys.values()].filter((key) => after.get(key) !== whole.get(key))).toEqual([]);
  });

  it('on an empty disk writes them again from the tree that it generates', () => {
    const { store } = afterNights(4);
    const damaged = damageFiles(store, /^v1\/(historical|series)\//);
    rmSync(join(store, 'v1'), { recursive: true });
    const { status, summary, stderr } = night(store, FOUR, newDisk());
    expect(status, stderr).toBe(0);
    expect(summary.checked).toMatchObject({ left: [] });
    expect([...summary.checked.mended].sort()).toEqual(damaged);
  });

  it('writes a lost archive again before it restores it', () => {
    const { store, disk } = afterNights(4);
    // A document that is lost nobody can write again: the disk has handed it over.
    const archive = [...whole].filter(([key]) => /^archive\/[^/]+$/.test(key));
    for (const [key] of archive) rmSync(join(store, key));
    const { status, stderr } = night(store, FOUR, disk);
    expect(status, stderr).toBe(0);
    for (const [key, text] of archive) expect(readTree(store).get(key)).toBe(text);
  });

  it('that cannot write everything again publishes, names what is left, and ends with 4', () => {
    const { store, disk } = afterNights(4);
    // These change every night, so a tree of a later night does not have them, and the gate does not read them.
    for (const path of ['v1/latest', 'v1/series/ECB']) {
      for (const [file, key] of keys) if (file.startsWith(`${path}/`)) rmSync(join(store, key));
      rmSync(join(store, path), { recursive: true });
    }
    rmSync(disk.out, { recursive: true });
    const { status, summary, stderr } = night(store, FIVE, disk);
    expect(status, stderr).toBe(4);
    expect(summary.checked.left.length).toBeGreaterThan(0);
    expect(stderr).toContain(`${summary.checked.left[0]}: cannot be written again; see repair`);
    expect(summary.outcome).toBe('published');
  });
});

describe('a sample that the store does not give', () => {
  it('does not stop the night: it collects and publishes, says so, and ends with 4', () => {
    const { store, disk } = afterNights(4);
    // A link to itself can neither be read nor is it missing: the disk has a fault. The gate does not read these files.
    for (const [path, key] of keys) {
      if (!path.startsWith('v1/historical/')) continue;
      rmSync(join(store, key));
      symlinkSync(basename(key), join(store, key));
    }
    const { status, summary, stderr } = night(store, FIVE, disk);
    expect(stderr).toContain(`no sample of the release in force could be read: ${store}/: GET objects/`);
    const failures = ['no sample of the release in force could be read'];
    expect(summary).toMatchObject({ outcome: 'published', checked: null, failures, published: { sequence: 2 } });
    expect(readFileSync(join(disk.archive, 'ECB', '2026.csv'), 'utf8')).toContain('2026-03-13');
    expect(status).toBe(4);
  });
});

describe('verify --sample', () => {
  it('reads the list of the archive and no more of its files than of the release', () => {
    const { store } = afterNights(4);
    const { stdout } = ratetree('verify', store, '--sample', '1');
    expect(stdout).toMatch(/checked 1 of \d+ files .*, \d objects of the archive/);
  });
});
