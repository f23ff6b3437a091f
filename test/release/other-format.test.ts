/** A store, or a tree on a disk, that another version wrote is refused by name, with the road from the archive. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { type ByCommand, byCommand, ratetree } from '../support/trees/by-command.ts';
import { readTree } from '../support/trees/trees.ts';

const ROAD = 'every version reads the archive, so publish from it into a fresh prefix';

let published: ByCommand;
beforeAll(async () => {
  published = await byCommand();
  for (const night of [0, 1]) published.publish(night, published.store);
});

/** A copy whose pointer has the format of that version. */
function ofFormat(number: string, folder = published.store): string {
  const copy = copied(folder);
  const file = join(copy, 'current.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('ratetree-pointer-3', `ratetree-pointer-${number}`));
  return copy;
}

const night = () => published.nights[1] ?? { tree: '', archive: '' };
const where = () => ['--archive', join(freshFolder(), 'archive'), '--out', join(freshFolder(), 'dist')];

describe.each(['1', '2', '4'])('a store of format %s', (number) => {
  it.each<[string, (dir: string) => ReturnType<typeof ratetree>]>([
    ['publish', (dir) => published.publish(1, dir)],
    ['publish --dry-run', (dir) => published.publish(1, dir, '--dry-run')],
    ['nightly', (dir) => ratetree('nightly', dir, ...where(), '--replay', freshFolder(), '--provider', 'ECB')],
    ['check', (dir) => ratetree('check', dir, '--from', night().tree)],
    ['rollback', (dir) => ratetree('rollback', dir)],
    ['repair --sweep', (dir) => ratetree('repair', dir, '--sweep')],
    ['verify', (dir) => ratetree('verify', dir)],
  ])('is refused by name, and nothing is written to it: %s', (_, run) => {
    const dir = ofFormat(number);
    const before = readTree(dir);
    const { status, stdout, stderr } = run(dir);
    expect(status, stderr).toBe(1);
    const said = `${stdout}${stderr}`;
    expect(said).toContain(`the pointer has the format ratetree-pointer-${number}, and this version has`);
    expect(said).toContain(ROAD);
    expect(readTree(dir)).toEqual(before);
  });

  it('is not called damaged by repair, which would take it over', () => {
    const dir = ofFormat(number);
    for (const [path, text] of readTree(dir))
      if (path.startsWith('pointers/'))
        writeFileSync(join(dir, path), text.replace('ratetree-pointer-3', `ratetree-pointer-${number}`));
    const { status, stdout, stderr } = ratetree('repair', dir);
    expect([status, stdout], stderr).toEqual([1, '']);
    expect(stderr).toContain(ROAD);
  });

  it('is refused by a gateway', async () => {
    const store = new ReleaseStore(folderObjects(ofFormat(number)), null);
    await expect(store.current()).rejects.toThrow(ROAD);
  });

  it('is published anew from its archive', () => {
    const { archive, tree } = night();
    const { status, stderr } = ratetree('publish', freshFolder(), '--from', tree, '--archive', copied(archive));
    expect(status, stderr).toBe(0);
  });
});

describe('the folder of generate', () => {
  const generate = (out: string) => ratetree('generate', '--archive', night().archive, '--out', out, '--bases', 'EUR');

  it('with a tree of format 2 is left alone', () => {
    const out = ofFormat('2', night().tree);
    const { status, stderr } = generate(out);
    expect([status, stderr]).toEqual([1, expect.stringContaining('or generate into a fresh folder')]);
  });

  it('with a tree that has lost its pointer is told to be deleted', () => {
    const out = copied(night().tree);
    writeFileSync(join(out, 'current.json'), '');
    const { status, stderr } = generate(out);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`delete ${out}, and generate makes it again`)]);
  });

  it('with a tree of version 0.2 is left alone', () => {
    const out = freshFolder();
    mkdirSync(join(out, 'index'));
    writeFileSync(join(out, 'index', 'release.json'), '{}\n');
    const { status, stderr } = generate(out);
    expect([status, stderr]).toEqual([1, expect.stringContaining('holds a tree of version 0.2 or older')]);
    expect([...readTree(out).keys()]).toEqual(['index/release.json']);
  });
});
