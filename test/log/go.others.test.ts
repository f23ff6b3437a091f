/**
 * Programs of others read our log: `note` and `tlog` of Go's checksum database read checkpoint, tiles and entries, and
 * they and Certificate Transparency's verifier check our proofs.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { consistencyProof, inclusionProof, leafHash, rootOf } from '../../generator/release/log/merkle.ts';
import {
  checkpointText,
  leafText,
  noteKeyText,
  noteText,
  parseCheckpoint,
  toNoteKey,
  withSignatures,
} from '../../generator/release/log/note.ts';
import { newFiles } from '../../generator/release/log/tiles.ts';
import { cosign, parseWitness } from '../../generator/release/log/witness.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { builtGo, hasGo } from '../support/log/go.ts';
import { startWitness } from '../support/servers/witness.ts';
import { ORIGIN } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const { signer } = newKeys();
const entryOf = (place: number) =>
  leafText({
    release: `${place}`.padStart(16, '0'),
    sequence: place + 1,
    time: '2026-03-13T15:00:00Z',
    root: 'ab'.repeat(32),
  });
const entries = Array.from({ length: 600 }, (_, place) => Buffer.from(entryOf(place)));
const leaves = entries.map(leafHash);
let program = '';

/** A log that has grown by one entry each night. @returns its folder, the keys, and how Go is started on it */
async function logOf(size: number) {
  if (signer === null) throw new Error('there is no key');
  const store = freshFolder();
  for (let before = 0; before < size; before++) {
    for (const { key, bytes } of newFiles(before, entries.slice(0, before + 1), leaves.slice(0, before + 1))) {
      mkdirSync(dirname(join(store, key)), { recursive: true });
      writeFileSync(join(store, key), bytes);
    }
  }
  const key = toNoteKey(ORIGIN, signer.publicKey);
  const text = checkpointText(ORIGIN, { size, root: rootOf(leaves.slice(0, size)) });
  const note = noteText({ text, signatures: [{ name: ORIGIN, id: key.id, bytes: signer.sign(text) }] });
  const raw = Buffer.from(signer.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const witness = await startWitness('w.example', new Map([[ORIGIN, raw]]));
  const grown = { checkpoint: parseCheckpoint(note), leaves: leaves.slice(0, size), before: null };
  const { signed } = await cosign([parseWitness(witness.flag)], grown);
  writeFileSync(join(store, 'log/checkpoint'), withSignatures(note, signed));
  const check = (proofs: object) =>
    spawnSync(program, [join(store, 'log'), noteKeyText(key), witness.vkey], {
      input: JSON.stringify({ Inclusions: [], Consistencies: [], ...proofs }),
      encoding: 'utf8',
    });
  return { store, check };
}

const base64 = (bytes: Buffer) => bytes.toString('base64');
const inclusionOf = (First: number, Size: number) => ({
  ...{ First, Size, Root: base64(rootOf(leaves.slice(0, Size))), Own: base64(entries[First] ?? Buffer.of()) },
  Hashes: inclusionProof(First, leaves.slice(0, Size)).map(base64),
});
const consistencyOf = (First: number, Size: number) => ({
  ...{ First, Size, Root: base64(rootOf(leaves.slice(0, Size))), Before: base64(rootOf(leaves.slice(0, First))) },
  Hashes: consistencyProof(First, leaves.slice(0, Size)).map(base64),
});

describe.skipIf(!hasGo)("Go's packages", () => {
  beforeAll(() => {
    program = builtGo('check');
  });

  it.each([1, 2, 255, 256, 257, 600])('read a log of %d entries', async (size) => {
    const { status, stdout } = (await logOf(size)).check({});
    expect([status, stdout]).toEqual([0, `2 signatures, ${size} entries\n0 inclusions, 0 consistencies\n`]);
  });

  it('accept our proofs, and no other hash in them', async () => {
    const { check } = await logOf(1);
    const sizes = Array.from({ length: 40 }, (_, place) => place + 1).concat(255, 256, 257, 600);
    const Inclusions = sizes.flatMap((size) =>
      [...new Set([0, size >> 1, size - 1])].map((at) => inclusionOf(at, size)),
    );
    const Consistencies = sizes.flatMap((size) =>
      sizes.filter((at) => at <= size).map((at) => consistencyOf(at, size)),
    );
    const { status, stdout } = check({ Inclusions, Consistencies });
    expect([status, stdout]).toEqual([
      0,
      `2 signatures, 1 entries\n${Inclusions.length} inclusions, ${Consistencies.length} consistencies\n`,
    ]);
    const wrong = consistencyOf(20, 39);
    wrong.Hashes[1] = wrong.Root;
    expect(check({ Consistencies: [wrong] })).toMatchObject({ status: 1, stdout: expect.stringContaining('fault') });
  });

  it('refuse a log of which one tile is another', async () => {
    const { store, check } = await logOf(300);
    writeFileSync(join(store, 'log/tile/0/001.p/44'), Buffer.alloc(44 * 32));
    expect(check({})).toMatchObject({ status: 1, stdout: expect.stringContaining('downloaded inconsistent tile') });
  });
});
