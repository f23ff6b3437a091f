/**
 * A night with nothing but the store goes on from the release there: it publishes what a night on a warm disk would have
 * published, and fetches only what it needs.
 */

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { objectsIn } from '../../generator/kit/memory.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { diskStore } from '../support/servers/stores.ts';
import { calm, DAYS, type Disk, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { dailyLines, readFolder, readTree, releaseIn } from '../support/trees/trees.ts';

const [older, newest] = [recordings(DAYS.slice(0, 4), calm), recordings(DAYS, calm)];
const ELSEWHERE = /^ratetree-elsewhere [0-9a-f]{64} \d+\n$/;

/** After a night with five years of two banks, of which one is collected. */
const before = { store: freshFolder(), disk: newDisk() };
let warm: { readonly store: string; readonly disk: Disk; readonly ended: ReturnType<typeof night> };

const copyOf = (folder: string) => {
  return copied(folder);
};
/** What a store has of releases: everything but the pointers, which have the time, and the record, which has it as well. */
const contentOf = (store: string) =>
  new Map(
    [...readFolder(store)].filter(([key]) => !/^(current\.json|pointers\/|notes\/releases\/|v1\/releases)/.test(key)),
  );

beforeAll(async () => {
  const { archive } = before.disk;
  // Each year has figures of its own: a list that is one of the year before would be a notice, and end the night with 2.
  for (const [place, year] of [2022, 2023, 2024, 2025].entries())
    await writeLines(archive, 'ECB', dailyLines(`${year}-03-02`, `${year}-03-20`, 100 + place));
  await writeLines(archive, 'NBP', ['2024-03-05 USD/PLN 3.9~4.1', '2025-03-05 USD/PLN 3.8~4.0']);
  const first = night(before.store, older, before.disk);
  expect(first.status, first.stderr).toBe(0);
  const disk = { archive: copyOf(archive), out: copyOf(before.disk.out) };
  const store = copyOf(before.store);
  warm = { store, disk, ended: night(store, newest, disk) };
  expect(warm.ended.status, warm.ended.stderr).toBe(0);
});

describe('a night on an empty disk', () => {
  const cold = { store: '', disk: newDisk() };
  let ended: ReturnType<typeof night>;
  beforeAll(() => {
    cold.store = copyOf(before.store);
    ended = night(cold.store, newest, cold.disk);
  });

  it('publishes what a night on a warm disk publishes, object by object', () => {
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.summary.release).toBe(warm.ended.summary.release);
    expect(ended.summary.published).toMatchObject({ isNew: true, sequence: 2 });
    expect(contentOf(cold.store)).toEqual(contentOf(warm.store));
  });

  it('makes only what is new, and says what it fetched', () => {
    expect(ended.summary.fetched.objects).toBeGreaterThan(0);
    const own = readdirSync(join(cold.disk.out, 'objects')).length;
    expect(own).toBeLessThan(readdirSync(join(warm.disk.out, 'objects')).length);
    expect(existsSync(join(cold.disk.out, 'v1'))).toBe(false);
  });

  it('leaves lines in place of the files of old years that it did not read', () => {
    const lines = [...readFolder(cold.disk.archive)].filter(([, text]) => ELSEWHERE.test(text)).map(([path]) => path);
    expect(lines).toContain('ECB/2023.csv');
    expect(lines.every((path) => /\/(documents-)?20\d\d\.csv$/.test(path))).toBe(true);
  });

  it('leaves no tree that a gateway would follow', async () => {
    expect(await diskStore(cold.disk.out).current()).toBeNull();
  });

  it('is followed by another one that has nothing new', () => {
    const again = night(cold.store, newest, cold.disk);
    expect(again.status, again.stderr).toBe(0);
    expect(again.summary.published).toMatchObject({ release: ended.summary.release, isNew: false });
  });

  it('is followed by generate, which makes the whole tree once the archive is whole', () => {
    const whole = night(cold.store, newest, cold.disk, '--whole');
    expect(whole.status, whole.stderr).toBe(0);
    expect(releaseIn(cold.disk.out)).toBe(ended.summary.release);
    expect(readTree(cold.disk.out)).toEqual(readTree(warm.disk.out));
    expect([...readFolder(cold.disk.archive).values()].filter((text) => ELSEWHERE.test(text))).toEqual([]);
    expect(existsSync(join(cold.disk.out, 'notes', 'partial.json'))).toBe(false);
  });
});

describe('without the store, an archive of which most lies elsewhere', () => {
  it('is refused by name, with the command that fetches it', () => {
    const [store, disk] = [copyOf(before.store), newDisk()];
    expect(night(store, newest, disk).status).toBe(0);
    const { status, stderr } = runProgram([
      'generate',
      '--archive',
      disk.archive,
      '--out',
      join(freshFolder(), 'dist'),
    ]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/\d{4}\.csv lies only in the store: "ratetree nightly/),
    ]);
  });
});

describe('what the store has lost', () => {
  it.each<[string, (store: string) => void]>([
    [
      'all of the state',
      (store) => {
        const index = join(store, 'archive', pointerIn(store).state);
        for (const sha256 of objectsIn(readFileSync(index, 'utf8'))) rmSync(join(store, 'archive', sha256));
        rmSync(index);
      },
    ],
    ['the index of the state', (store) => rmSync(join(store, 'archive', pointerIn(store).state))],
  ])('is made again: %s', (_, lose) => {
    const [store, disk] = [copyOf(before.store), newDisk()];
    lose(store);
    const { status, stderr, summary } = night(store, newest, disk);
    expect(status, stderr).toBe(0);
    expect(summary.release).toBe(warm.ended.summary.release);
  });
});

function pointerIn(store: string): { readonly state: string } {
  return JSON.parse(readFileSync(join(store, 'current.json'), 'utf8'));
}
