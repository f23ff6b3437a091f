/** One flipped digit in an archive: it is named, nothing damaged gets into the store, and no store stays unusable. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseDamaged } from '../../generator/release/archive/archive-list.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { afterNights, calm, DAYS, type Disk, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { readTree } from '../support/trees/trees.ts';

const FOUR = recordings(DAYS.slice(0, 4), calm);
const FIVE = recordings(DAYS, calm);
const YEAR = join('ECB', '2026.csv');
const [FIGURE, FLIPPED] = [',2.103,', ',2.113,'] as const;

const good = afterNights(4);

/** A store and an archive after one good night; the tree of that night is in `good` alone. */
function afterGoodNight(): { readonly store: string; readonly disk: Disk } {
  const { store, disk } = afterNights(4);
  return { store, disk: { ...newDisk(), archive: disk.archive } };
}

/** Writes one figure otherwise, in place, and leaves the size and the time of the file as they were. */
function flip({ archive }: Disk): void {
  const file = join(archive, YEAR);
  const [{ atime, mtime }, text] = [statSync(file), readFileSync(file, 'utf8')];
  expect(text.split(FIGURE)).toHaveLength(2);
  writeFileSync(file, text.replace(FIGURE, FLIPPED));
  utimesSync(file, atime, mtime);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Keeps an archive in which a row has both figures, and a draft that names it for all. Returns its damaged file. */
function poison(store: string): string {
  const keep = (text: string) => {
    writeFileSync(join(store, 'archive', hashOf(text)), text);
    return hashOf(text);
  };
  const { archive } = JSON.parse(readFileSync(join(store, 'current.json'), 'utf8'));
  const list = JSON.parse(readFileSync(join(store, 'archive', archive), 'utf8'));
  const [, sha256] = list.files.find(([path]: readonly string[]) => path === YEAR);
  const row = new RegExp(`^.*${FIGURE}.*\n`, 'm');
  const text = readFileSync(join(store, 'archive', sha256), 'utf8').replace(row, (one) => {
    return `${one}${one.replace(FIGURE, FLIPPED)}`;
  });
  const object = keep(text);
  const files = list.files.map((file: readonly string[]) => (file[0] === YEAR ? [YEAR, object, text.length] : file));
  const note = keep(`${JSON.stringify({ ...list, files })}\n`);
  const { store: of } = JSON.parse(pointerIn(store));
  const draft = {
    format: 'ratetree-draft-3',
    store: of,
    above: 1,
    archive: note,
    next: [],
    time: '2026-03-13T20:00:00Z',
  };
  mkdirSync(join(store, 'notes'));
  writeFileSync(join(store, 'notes', 'draft.json'), JSON.stringify({ ...draft, key: null, signature: null }));
  return object;
}

const pointerIn = (store: string) => readFileSync(join(store, 'current.json'), 'utf8');
const kept = (store: string) => [...readTree(store)].filter(([key]) => /^(archive|notes)\//.test(key));

describe('a flipped digit on disk', () => {
  it('ends the night with 1, names file, figures and fix, and nothing of it gets into the store', () => {
    const { store, disk } = afterGoodNight();
    const [before, pointer] = [kept(store), pointerIn(store)];
    flip(disk);
    const { status, summary } = night(store, FIVE, disk);
    expect(summary.error).toMatch(
      new RegExp(
        `^${join(disk.archive, YEAR)}: 2026-03-12 EUR/[A-Z]{3} seen \\S+ is 2.113 here, ` +
          `and 2.103 in ${store}/archive/[0-9a-f]{64}: restore the file from a copy, or remove it`,
      ),
    );
    expect([status, summary.outcome, pointerIn(store), kept(store)]).toEqual([1, 'input', pointer, before]);

    // Every other machine publishes meanwhile, and this one does once the file is removed.
    expect(night(store, FOUR, newDisk()).status).toBe(0);
    rmSync(join(disk.archive, YEAR));
    const mended = night(store, FIVE, disk);
    expect([mended.status, mended.summary.outcome], mended.stderr).toEqual([0, 'published']);
    expect(readFileSync(join(disk.archive, YEAR), 'utf8')).toContain(FIGURE);
  });

  it('in a list that has it beside the right one is found before anything is kept', () => {
    const { store, disk } = afterGoodNight();
    const file = join(disk.archive, YEAR);
    const before = kept(store);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(new RegExp(`^.*${FIGURE}.*\n`, 'm'), (row) => row + row.replace(FIGURE, FLIPPED)),
    );
    for (const words of [
      night(store, FOUR, disk).stderr,
      ratetree('publish', store, '--from', good.disk.out, '--archive', disk.archive).stderr,
    ])
      expect(words).toMatch(new RegExp(`ratetree: ${file}, line \\d+: not in order: .*; restore the file from a copy`));
    expect(kept(store)).toEqual(before);
  });
});

describe('a store in which a draft has a flipped digit', () => {
  it.each([
    ['the disk of the night before', () => afterGoodNight().disk],
    ['an empty disk', newDisk],
  ])('is published to from %s; the night names the object and ends with 2, the next one with 0', (_, diskOf) => {
    const { store } = afterGoodNight();
    const object = poison(store);
    const disk = diskOf();
    const { status, summary, stderr } = night(store, FIVE, disk);
    expect([status, summary.outcome], stderr).toEqual([2, 'published']);
    expect(summary.failures).toEqual([
      expect.stringMatching(
        new RegExp(
          `^what the draft has collected is not restored: ${store}/: archive/${object}, ` +
            'which is ECB/2026.csv, line \\d+: not in order: ',
        ),
      ),
    ]);
    expect(readFileSync(join(disk.archive, YEAR), 'utf8')).not.toContain(FLIPPED);
    expect(ratetree('verify', store).status).toBe(0);
    expect(night(store, FIVE, newDisk()).status).toBe(0);
  });
});

it('a figure that the draft has and that has another value on disk ends the night: nobody can say which one is right', () => {
  const { store, disk } = afterGoodNight();
  // A night that cannot generate has collected the fifth day, and no release has it.
  writeFileSync(disk.out, 'a file where the tree should be');
  night(store, FIVE, disk);
  const file = join(disk.archive, YEAR);
  writeFileSync(file, readFileSync(file, 'utf8').replace(',2.104,', ',2.114,'));
  const { status, summary } = night(store, FIVE, { ...newDisk(), archive: disk.archive });
  expect(status).toBe(1);
  expect(summary.error).toContain('if the file is right, delete the draft');
});

it('the list of redenominations is read before it is kept, like every other file', async () => {
  const dir = freshFolder();
  mkdirSync(join(dir, 'GLOBAL'));
  writeFileSync(join(dir, 'GLOBAL', 'redenominations.csv'), 'at,change,code\n');
  await expect(refuseDamaged(dir, ['GLOBAL/redenominations.csv'])).rejects.toThrow('redenominations.csv');
});
