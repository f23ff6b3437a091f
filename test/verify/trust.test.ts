import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../generator/release/store/store.ts';
import { httpSource } from '../../generator/release/verify/address.ts';
import { isGood } from '../../generator/release/verify/report.ts';
import { verifyTarget } from '../../generator/release/verify/verify.ts';
import type { Pointer } from '../../generator/wire/release/pointer.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
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

/** Changes members of the pointer, and not its signature. */
function change(folder: ReleaseFolder, members: Partial<Pointer>): void {
  const whole = JSON.parse(`${folder.read('current.json')}`);
  folder.write('current.json', `${JSON.stringify({ ...whole, ...members })}\n`);
}

describe('the pointer is refused, and nothing below it is checked, if it is', () => {
  it.each<[string, string, (folder: ReleaseFolder) => void, More]>([
    ['forged: signed by a stranger', 'not trusted', (folder) => folder.point({}, stranger.signer), {}],
    ['unsigned', 'nobody signed', (folder) => folder.point({}, null), {}],
    [
      'forged: changed to another release',
      'signature',
      (folder) => change(folder, { release: pair.older, root: folder.manifests[0]?.rootHash ?? '' }),
      {},
    ],
    [
      'forged: the release changed, and not the root',
      'the id of the release is not made from its root',
      (folder) => change(folder, { release: pair.older }),
      {},
    ],
    ['no pointer', 'not JSON', (folder) => folder.write('current.json', 'Sorry'), {}],
    ['expired', 'expired at', () => {}, { now: LATER(8) }],
    ['expired, even if no key is given', 'expired at', () => {}, { now: LATER(9), trusted: null }],
    [
      'replayed: its sequence is lower than one seen before',
      'an old release is being shown again; if you know that the store was made anew, say --sequence 2 once',
      () => {},
      { sequenceMin: 3 },
    ],
    ['signed by a key that is no longer trusted', 'not trusted', () => {}, { trusted: next.trusted }],
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
    ['signed again for the same release', (folder) => folder.point(), { sequenceMin: 3 }],
    ['of the sequence that was seen last', () => {}, { sequenceMin: 2 }],
    ['one second before its expiry', () => {}, { now: new Date(LATER(8).getTime() - 1000) }],
    ['signed by the new one of two trusted keys', (folder) => folder.point({}, next.signer), bothTrusted()],
    ['signed by the old one of two trusted keys', () => {}, bothTrusted()],
    ['unsigned, if no key is given', (folder) => folder.point({}, null), { trusted: null }],
  ])('but not if it is %s', async (_, prepare, more) => {
    const folder = copyOf(pair.folder);
    prepare(folder);
    expect(faultsOf(await verifyFolder(folder.dir, more))).toEqual([]);
  });

  function bothTrusted(): More {
    return { trusted: new Map([...ours.trusted, ...next.trusted]) };
  }
});

describe('verify reports', () => {
  it('stable copies that are still of the release before', async () => {
    const folder = copyOf(pair.folder);
    folder.write('pointers/copies.json', JSON.stringify({ root: folder.manifests[0]?.rootHash }));
    const report = await verifyFolder(folder.dir, { mode: 'stable' });
    expect(faultsOf(report)).toEqual(['bad pointers/copies.json']);
    expect(report.faults[0]?.why).toContain('publish again');
  });

  it.each<[string, string, More]>([
    ['an empty folder', 'missing current.json', {}],
    ['an empty folder, if no key is given', 'missing current.json', { trusted: null }],
    [
      'an empty folder, if the stable addresses are asked for',
      'missing pointers/copies.json,missing current.json',
      { mode: 'stable' },
    ],
  ])('%s', async (_, expected, more) => {
    expect(faultsOf(await verifyFolder(freshFolder(), more)).join()).toBe(expected);
  });

  it('no fault of stable copies without a pointer, but then nothing proves who made them', async () => {
    const folder = copyOf(pair.folder);
    folder.remove('current.json');
    const report = await verifyFolder(folder.dir, { trusted: null });
    expect(report).toMatchObject({ through: 'stable', pointer: null, key: null, faults: [] });
    expect(faultsOf(await verifyFolder(folder.dir))).toEqual(['missing current.json']);
  });

  it('a missing archive in a folder, but not over HTTP, where it may be kept from the public', async () => {
    const folder = copyOf(pair.folder);
    rmSync(join(folder.dir, 'archive'), { recursive: true });
    expect(faultsOf(await verifyHttp(folder.dir))).toEqual([]);
    expect(faultsOf(await verifyFolder(folder.dir))).toEqual([expect.stringMatching(/^missing archive\//)]);
  });

  it('no verdict for a text that is not a URL', () => {
    expect(() => httpSource('http://', AGENT)).toThrow(
      new InputError('not a URL: http://; write http://HOST/PATH or https://HOST/PATH'),
    );
  });

  it('nothing if the server fails, which after some attempts is an error of the store', async () => {
    const broken = await listen(status(500));
    const source = httpSource(broken.url, AGENT);
    await expect(verifyTarget({ ...usual, source })).rejects.toThrow(StoreError);
    expect(broken.asked.length).toBeGreaterThan(1);
    const page = httpSource((await listen(inTurn(ok))).url, AGENT);
    expect(faultsOf(await verifyTarget({ ...usual, source: page }))).toEqual(['refused current.json']);
    await Promise.all([source.close(), page.close()]);
  });
});
