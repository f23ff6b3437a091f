import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../generator/store/store.ts';
import { isGood } from '../../generator/verify/report.ts';
import { httpSource } from '../../generator/verify/source.ts';
import { verifyTarget } from '../../generator/verify/verify.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { inTurn, listen, ok, status } from '../support/servers/loopback.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { copyOf, LATER, newKeys } from '../support/trees/release-pair.ts';
import {
  AGENT,
  faultsOf,
  type More,
  ours,
  type Pair,
  publishPair,
  usual,
  verifyFolder,
  verifyHttp,
} from '../support/trees/verifying.ts';

const next = newKeys();
const stranger = newKeys();

let pair: Pair;
beforeAll(async () => {
  pair = await publishPair();
});

describe('the pointer is refused, and nothing below is looked at', () => {
  it.each<[string, string, (folder: ReleaseFolder) => void, More]>([
    ['forged: signed by a stranger', 'not trusted', (folder) => folder.point({}, stranger.signer), {}],
    ['unsigned', 'nobody signed', (folder) => folder.point({}, null), {}],
    [
      'forged: another release written in',
      'signature',
      (folder) => folder.write('current.json', `${folder.read('current.json')}`.replace(pair.newer, pair.older)),
      {},
    ],
    ['expired', 'good until', () => {}, { now: LATER(8) }],
    ['expired, and nobody asks who signed', 'good until', () => {}, { now: LATER(9), trusted: null }],
    ['replayed: a lower sequence than was seen', 'an old release', () => {}, { sequenceMin: 3 }],
    ['signed by a key that was dropped', 'not trusted', () => {}, { trusted: next.trusted }],
  ])('%s', async (_, words, spoil, more) => {
    const folder = copyOf(pair.folder);
    spoil(folder);
    const report = await verifyFolder(folder.dir, more);
    expect(faultsOf(report)).toEqual(['refused current.json']);
    expect(report.faults[0]?.why).toContain(words);
    expect(report.counts.filesChecked).toBe(0);
    expect(isGood(report)).toBe(false);
  });

  it.each<[string, (folder: ReleaseFolder) => void, More]>([
    ['signed again over the same release', (folder) => folder.point(), { sequenceMin: 3 }],
    ['the sequence that was seen last', () => {}, { sequenceMin: 2 }],
    ['a second before it ends', () => {}, { now: new Date(LATER(8).getTime() - 1000) }],
    ['by the new of two keys, both trusted', (folder) => folder.point({}, next.signer), bothTrusted()],
    ['by the old of two keys, both trusted', () => {}, bothTrusted()],
    ['unsigned, and no key given', (folder) => folder.point({}, null), { trusted: null }],
  ])('but not: %s', async (_, prepare, more) => {
    const folder = copyOf(pair.folder);
    prepare(folder);
    expect(faultsOf(await verifyFolder(folder.dir, more))).toEqual([]);
  });

  function bothTrusted(): More {
    return { trusted: new Map([...ours.trusted, ...next.trusted]) };
  }
});

describe('what is not finished, or not there', () => {
  it('copies of the release before are named as such', async () => {
    const folder = copyOf(pair.folder);
    const mark = { release: pair.older, root: folder.manifests[0]?.rootHash };
    folder.write('stable.json', JSON.stringify(mark));
    const report = await verifyFolder(folder.dir, { mode: 'stable' });
    expect(faultsOf(report)).toEqual(['bad stable.json']);
    expect(report.faults[0]?.why).toContain('publish again');
  });

  it('a pointer at another root than its release', async () => {
    const folder = copyOf(pair.folder);
    folder.point({ release: pair.older });
    expect((await verifyFolder(folder.dir)).faults[0]?.why).toContain(
      `it is of release ${pair.newer}, not ${pair.older}`,
    );
  });

  it.each<[string, string, More]>([
    ['nothing at all', 'missing current.json', {}],
    ['nothing at all, and no key', 'missing current.json', { trusted: null }],
    ['nothing at stable addresses', 'missing stable.json,missing current.json', { mode: 'stable' }],
  ])('%s', async (_, expected, more) => {
    expect(faultsOf(await verifyFolder(freshFolder(), more)).join()).toBe(expected);
  });

  it('a mirror of the stable copies without a pointer is checked, and proves nothing', async () => {
    const folder = copyOf(pair.folder);
    folder.remove('current.json');
    const report = await verifyFolder(folder.dir, { trusted: null });
    expect(report).toMatchObject({ through: 'stable', pointer: null, key: null, faults: [] });
    expect(faultsOf(await verifyFolder(folder.dir))).toEqual(['missing current.json']);
  });

  it('an archive that is kept from the public is no fault over HTTP, and one in a folder', async () => {
    const folder = copyOf(pair.folder);
    rmSync(join(folder.dir, 'archive'), { recursive: true });
    expect(faultsOf(await verifyHttp(folder.dir))).toEqual([]);
    expect(faultsOf(await verifyFolder(folder.dir))).toEqual([expect.stringMatching(/^missing archive\//)]);
  });

  it('a server in trouble is no verdict: an error of the store, after some patience', async () => {
    const broken = await listen(status(500));
    const source = httpSource(broken.url, AGENT);
    await expect(verifyTarget({ ...usual, source })).rejects.toThrow(StoreError);
    expect(broken.asked.length).toBeGreaterThan(1);
    const page = httpSource((await listen(inTurn(ok))).url, AGENT);
    expect(faultsOf(await verifyTarget({ ...usual, source: page }))).toEqual(['bad current.json']);
    await Promise.all([source.close(), page.close()]);
  });
});
