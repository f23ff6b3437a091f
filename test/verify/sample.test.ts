import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpSource } from '../../generator/release/verify/address.ts';
import { verifyLines } from '../../generator/release/verify/report.ts';
import { verifyTarget } from '../../generator/release/verify/verify.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { copied } from '../support/kit/copied.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { FILE_KEY, keyIn } from '../support/trees/manifests.ts';
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
    const dir = copied(pair.trees[1]);
    spoil(dir);
    return verifyFolder(dir, { trusted: null, ...more });
  };

  const STABLE: More = { mode: 'stable' };

  it('is compared with the hashes in its manifest', async () => {
    const report = await verifyCopy(() => {});
    expect(report).toMatchObject({ through: 'pointer', release: pair.newer, faults: [], key: null });
    expect(report.counts.filesChecked).toBe(readTree(pair.trees[1]).size);
  });

  it('is also compared where its files lie for readers of plain files', async () => {
    const report = await verifyCopy(() => {}, STABLE);
    expect(report).toMatchObject({ through: 'stable', release: pair.newer, faults: [], key: null });
    const copies = [...readTree(pair.trees[1]).keys()].filter((path) => /^(v1|ecb)\//.test(path));
    expect(report.counts.filesChecked).toBe(copies.length);
  });

  it.each<[string, string]>([
    ['a dated file', 'v1/historical/GLOBAL/2026/03/12/EUR.csv'],
    ['a list', 'v1/status.json'],
    ['an index', 'index/ECB.json'],
    ['a table', 'tables/GLOBAL/2026/2026-03-12.csv'],
  ])('is not good if it is changed in %s', async (_, path) => {
    const key = await keyIn(pair.trees[1], path);
    const { faults } = await verifyCopy((dir) => writeFileSync(join(dir, key), '{}'));
    // What no gateway could read is named a second time.
    expect(faults.filter(({ kind }) => kind !== 'unreadable')).toMatchObject([{ kind: 'bad', key, path }]);
    if (!/^(v1|ecb)\//.test(path)) return;
    expect(faultsOf(await verifyCopy((dir) => writeFileSync(join(dir, path), '{}'), STABLE))).toEqual([`bad ${path}`]);
  });

  it('is not good if a file lies beside those that readers of plain files are given', async () => {
    const spoil = (dir: string) => writeFileSync(join(dir, 'v1/README'), 'hello');
    expect(faultsOf(await verifyCopy(spoil, STABLE))).toEqual(['extra v1/README']);
  });

  it('is not good if a signature is asked for', async () => {
    expect(faultsOf(await verifyCopy(() => {}, { trusted: ours.trusted }))).toEqual(['refused current.json']);
  });
});
