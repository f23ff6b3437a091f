import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyLines } from '../../generator/verify/report.ts';
import { httpSource } from '../../generator/verify/source.ts';
import { verifyTarget } from '../../generator/verify/verify.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { FILE_KEY } from '../support/trees/manifests.ts';
import { copyOf } from '../support/trees/release-pair.ts';
import { readTree } from '../support/trees/trees.ts';
import {
  AGENT,
  faultsOf,
  type More,
  ours,
  type Pair,
  publishPair,
  usual,
  verifyFolder,
} from '../support/trees/verifying.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await publishPair();
});

describe('a sample', () => {
  const sample = { files: 20, seed: 'a seed' };

  it('reads only that many files, and the same ones for the same seed', async () => {
    const asked = async (seed: string) => {
      const server = await serveFolder(pair.folder.dir);
      const source = httpSource(server.url, AGENT);
      const report = await verifyTarget({ ...usual, source, sample: { files: 20, seed } });
      await source.close();
      expect(report).toMatchObject({ seed, faults: [], counts: { filesChecked: 20 } });
      expect(verifyLines(report).join('\n')).toContain(`--seed ${seed}`);
      return server.asked.filter((line) => FILE_KEY.test(line.split(' /')[1] ?? '')).sort();
    };
    const [one, again, other] = [await asked('a'), await asked('a'), await asked('b')];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(new Set(one).size).toBe(20);
  });

  it('names every bad file that it reads, and always reads the root', async () => {
    const folder = copyOf(pair.folder);
    const bad = [...readTree(folder.dir).keys()].filter((key) => FILE_KEY.test(key));
    for (const key of bad) folder.flip(key);
    expect((await verifyFolder(folder.dir, { sample })).faults).toHaveLength(20);
    folder.flip(textKey(folder.manifests[1]?.rootHash ?? ''));
    expect(faultsOf(await verifyFolder(folder.dir, { sample }))).toHaveLength(1);
  });

  it('reads only copies at the stable addresses', async () => {
    const report = await verifyFolder(pair.folder.dir, { sample, mode: 'stable' });
    expect(report).toMatchObject({ through: 'stable', faults: [], counts: { filesChecked: 20 } });
  });

  it('larger than the release reads all of it', async () => {
    const report = await verifyFolder(pair.folder.dir, { sample: { files: 100_000, seed: 'x' } });
    expect(report.counts.filesChecked).toBe(readTree(pair.trees[1]).size);
    expect(report.seed).toBeNull();
  });
});

describe('a generated tree that is not published', () => {
  const verifyCopy = (spoil: (dir: string) => void, more: More = {}) => {
    const dir = freshFolder();
    cpSync(pair.trees[1], dir, { recursive: true });
    spoil(dir);
    return verifyFolder(dir, { trusted: null, ...more });
  };

  it('is compared with the digests that the generator wrote', async () => {
    const report = await verifyCopy(() => {});
    expect(report).toMatchObject({ through: 'tree', release: pair.newer, faults: [], key: null });
    expect(report.counts.filesChecked).toBe(readTree(pair.trees[1]).size);
  });

  it.each<[string, string, (dir: string) => void]>([
    [
      'a dated file',
      'bad GLOBAL 2026-03-12',
      (dir) => writeFileSync(join(dir, 'v1/historical/GLOBAL/2026/03/12/EUR.csv'), ''),
    ],
    ['a list', 'bad index/release.json', (dir) => writeFileSync(join(dir, 'v1/status.json'), '{}')],
    ['an index', 'bad index/release.json', (dir) => writeFileSync(join(dir, 'index/ECB.json'), '{}')],
    [
      'a file that belongs to no unit',
      'extra tables/README',
      (dir) => writeFileSync(join(dir, 'tables/README'), 'hello'),
    ],
  ])('is not good if it is changed in %s', async (_, expected, spoil) => {
    expect(faultsOf(await verifyCopy(spoil))).toContain(expected);
  });

  it('is not good if a signature is asked for', async () => {
    expect(faultsOf(await verifyCopy(() => {}, { trusted: ours.trusted }))).toEqual(['missing current.json']);
  });
});
