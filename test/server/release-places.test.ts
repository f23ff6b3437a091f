import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Origin, openStore } from '../../server/trees/open.ts';
import { copied } from '../support/kit/copied.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { listen, status } from '../support/servers/loopback.ts';
import { ours } from '../support/trees/releases.ts';
import { releaseIn } from '../support/trees/trees.ts';
import { directory, type Place, placeLaws, publishTwo } from './place-laws.ts';

const published = await publishTwo();
const { tree, folder } = published;

const http = (url: string): Origin => ({ kind: 'http', url });
const PLACES: readonly Place[] = [
  ['a tree behind HTTP', async () => http((await serveFolder(tree)).url), false],
  ['a release in a folder', async () => directory(folder.dir), true],
  ['a release behind HTTP', async () => http((await serveFolder(folder.dir)).url), true],
  [
    'a release behind HTTP, below a prefix',
    async () => http(`${(await serveFolder(join(folder.dir, '..'))).url}/${folder.dir.split('/').at(-1)}`),
    true,
  ],
];

placeLaws(published, PLACES);

describe('an origin without a pointer', () => {
  const hidden = copied(folder.dir);
  rmSync(join(hidden, 'current.json'));

  it.each([
    ['in a directory', async () => directory(hidden)],
    ['behind HTTP', async () => http((await serveFolder(hidden)).url)],
  ])('%s is no release, with keys or without, so that hiding the pointer helps nobody', async (_, open) => {
    for (const trusted of [ours.trusted, null])
      expect(await (await openStore(await open(), { timeoutMs: 5000, trusted })).current()).toBeNull();
  });

  it('behind HTTP is none where all reading is refused', async () => {
    const { url } = await listen(status(403));
    expect(await (await openStore(http(url), { timeoutMs: 5000, trusted: null })).current()).toBeNull();
  });
});

describe('a generated tree, which nobody has signed,', () => {
  it.each([
    ['in a directory', async () => directory(tree)],
    ['behind HTTP', async () => http((await serveFolder(tree)).url)],
  ])('is refused %s with keys, and served without', async (_, open) => {
    const guarded = await openStore(await open(), { timeoutMs: 5000, trusted: ours.trusted });
    await expect(guarded.current()).rejects.toThrow('is refused: nobody signed it');
    const unguarded = await openStore(await open(), { timeoutMs: 5000, trusted: null });
    expect((await unguarded.current())?.release.release).toBe(releaseIn(tree));
  });
});
