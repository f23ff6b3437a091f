/** What a reader of a release may rely on, wherever the objects lie and whoever reads them. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { Release } from '../../generator/wire/release/release.ts';
import type { Objects } from '../../generator/wire/release/tree-file.ts';
import { type ObjectReader, readNow } from '../../server/trees/store.ts';
import { copied } from '../support/kit/copied.ts';
import { keyIn } from '../support/trees/manifests.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { generateRelease, publishAll } from '../support/trees/releases.ts';
import { readTree } from '../support/trees/trees.ts';

/** A name, and what opens the objects of a folder in that place. */
export type ReadPlace = readonly [name: string, open: (folder: string) => Promise<Objects>];

export const plainObjects = (reader: ObjectReader): Objects => ({
  name: reader.name,
  read: (key) => readNow(reader, key),
});

const PATH = 'v1/latest/ECB/EUR.json' as TreePath;
const EVERY = 25;

export function readerLaws(places: readonly ReadPlace[]): void {
  let tree: ReadonlyMap<string, string>;
  let folder: ReleaseFolder;
  let [older, newer]: readonly string[] = [];
  beforeAll(async () => {
    const [first, second] = [await generateRelease(2), await generateRelease(1)];
    tree = readTree(second);
    folder = await publishAll([first, second]);
    [older, newer] = folder.manifests.map(({ rootHash }) => rootHash);
  });
  const newest = (objects: Objects) => Release.open(objects, newer ?? '');
  const harmed = (keys: readonly string[], harm: (bytes: Buffer) => Buffer | null) => {
    const dir = copied(folder.dir);
    for (const key of keys) {
      const content = harm(readFileSync(join(dir, key)));
      if (content === null) rmSync(join(dir, key));
      else writeFileSync(join(dir, key), content);
    }
    return dir;
  };

  describe.each(places)('%s', (_, open) => {
    let whole: Objects;
    beforeAll(async () => {
      whole = await open(folder.dir);
    });

    it('has the files of the tree, each by its path and by its place, and no others', async () => {
      const release = await newest(whole);
      expect(release.files).toBe(tree.size);
      for (const [place, [path, text]] of [...tree].entries()) {
        if (place % EVERY !== 0) continue;
        expect((await release.read(path as TreePath))?.toString('latin1'), path).toBe(text);
        expect(tree.has((await release.fileAt(place)).path)).toBe(true);
      }
      expect(await release.read('v1/latest/ECB/XXX.json' as TreePath)).toBeNull();
    });

    it('does not read a file again that the reader holds', async () => {
      const release = await newest(whole);
      const found = await release.file(PATH, null);
      if (found === null || found === 'unchanged') throw new Error(`${PATH} was not read`);
      expect(await release.file(PATH, found.sha256)).toBe('unchanged');
    });

    it.each<[string, (bytes: Buffer) => Buffer | null, 'missing' | 'bad']>([
      ['is missing', () => null, 'missing'],
      ['has a flipped bit', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte))), 'bad'],
      ['is cut off', (bytes) => bytes.subarray(0, -1), 'bad'],
      ['has more at its end', (bytes) => Buffer.concat([bytes, Buffer.from('\n')]), 'bad'],
    ])('says which object %s: a file, and a text', async (_fault, harm, kind) => {
      const [file, text] = [await keyIn(folder.dir, PATH), textKey(older ?? '')];
      const objects = await open(harmed([file, text], harm));
      const spoilt = await newest(objects);
      await expect(spoilt.read(PATH)).rejects.toMatchObject({ name: 'CorruptObject', key: file, kind });
      await expect(Release.open(objects, older ?? '')).rejects.toMatchObject({
        name: 'CorruptObject',
        key: text,
        kind,
      });
    });
  });
}
