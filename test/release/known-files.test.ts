import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { HASHES_FILE, KnownFiles } from '../../generator/kit/known-files.ts';
import { publishArchive } from '../../generator/release/archive/archive-in-store.ts';
import { readArchiveOf } from '../../generator/release/archive/archive-list.ts';
import { openFolderStore } from '../../generator/release/store/folder.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';

const [PATH, WRONG] = ['ECB/2026.csv', 'f'.repeat(64)];
/** A year without a figure yet. */
const TEXT = 'date,base,quote,per,unit,mid,bid,ask,seen,document\n';
const later = () => Date.now() + 10_000;

let dir: string;
const file = () => join(dir, PATH);
beforeEach(() => {
  dir = freshFolder();
  mkdirSync(join(dir, 'ECB'));
  writeFileSync(file(), TEXT);
});

/** Asks as a run does, and remembers. */
async function ask(now: () => number): Promise<string> {
  const hashes = new KnownFiles(dir, now);
  const [, sha256] = hashes.of(PATH);
  await hashes.save();
  return sha256;
}

/** As a run puts a file in place. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.partial`, text);
  renameSync(`${path}.partial`, path);
}

/** A wrong hash shows whether it is believed. */
function rememberWrongly(): void {
  const list = join(dir, HASHES_FILE);
  writeFileSync(list, readFileSync(list, 'utf8').replace(hashOf(TEXT), WRONG));
}

describe('the hashes of an archive’s files', () => {
  it('are not made again while size, times and inode are the same', async () => {
    expect(await ask(later)).toBe(hashOf(TEXT));
    rememberWrongly();
    expect(await ask(later)).toBe(WRONG);
  });

  it.each([
    ['another size', () => writeFileSync(file(), `${TEXT} and April`)],
    ['the same size and another text', () => writeFileSync(file(), TEXT.toUpperCase())],
    [
      'the same size and time of writing and another text',
      () => {
        const { atime, mtime } = statSync(file());
        writeFileSync(file(), TEXT.toUpperCase());
        utimesSync(file(), atime, mtime);
      },
    ],
  ])('are made again for a file with %s', async (_, change) => {
    await ask(later);
    rememberWrongly();
    change();
    expect(await ask(later)).toBe(hashOf(readFileSync(file())));
  });

  it('are not remembered of a file that was written a moment ago, because its times may stay the same', async () => {
    await ask(() => statSync(file()).ctimeMs + 1000);
    expect(existsSync(join(dir, HASHES_FILE))).toBe(false);
  });

  it.each(['', 'nonsense\n', `${PATH} 1 2 3 ${WRONG}\n`])('are made again where the list is %j', async (text) => {
    await ask(later);
    writeFileSync(join(dir, HASHES_FILE), text);
    expect(await ask(later)).toBe(hashOf(TEXT));
  });

  it.each<[string, () => void]>([
    ['replaced', () => replace(file(), TEXT.toUpperCase())],
    ['added', () => replace(join(dir, 'ECB', '2025.csv'), 'figures of the year before')],
    ['deleted', () => rmSync(file())],
  ])('are of the files as they are after the same run has %s one', async (_, change) => {
    const hashes = new KnownFiles(dir, later);
    const before = await readArchiveOf(dir, hashes);
    // The times of a folder have a grain of some milliseconds.
    await setTimeout(50);
    change();
    const { hash } = await readArchiveOf(dir, hashes);
    expect(hash).not.toBe(before.hash);
    expect(hash).toBe((await readArchiveOf(dir)).hash);
  });

  it('are made again in the same run for a file that was written over', async () => {
    const hashes = new KnownFiles(dir, later);
    const before = await readArchiveOf(dir, hashes);
    writeFileSync(file(), `${TEXT} and April`);
    expect((await readArchiveOf(dir, hashes)).hash).not.toBe(before.hash);
  });

  it('are checked before a file is uploaded', async () => {
    await ask(later);
    rememberWrongly();
    const local = await readArchiveOf(dir);
    await expect(publishArchive(await openFolderStore(freshFolder(), true), dir, local, [])).rejects.toThrow(
      `${file()} is not the file that was listed: publish again, and if that fails too, remove ${join(dir, HASHES_FILE)}`,
    );
  });
});
