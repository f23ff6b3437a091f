/**
 * A witness on another maker's packages: `note` of Go's checksum database reads our checkpoints and signs them, and its
 * `tlog` checks our proofs of consistency. No released witness is among Debian's packages, so this program is of the
 * test; what it decides by is not.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consistencyProof, leafHash, rootOf } from '../../generator/release/log/merkle.ts';
import {
  type Checkpoint,
  checkpointText,
  noteKeyText,
  noteText,
  parseCheckpoint,
  parseNoteKey,
  signersOf,
  toNoteKey,
} from '../../generator/release/log/note.ts';
import { LogForked } from '../../generator/release/log/tiles.ts';
import { cosign, parseWitness } from '../../generator/release/log/witness.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { altered } from '../support/kit/altered-store.ts';
import { builtGo, type GoWitness, hasGo, startGoWitness } from '../support/log/go.ts';
import {
  LOG,
  type LoggedNight,
  makeNights,
  ORIGIN,
  openTestStore,
  publishLogged,
  readLogOf,
  withOwnArchive,
} from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const keys = newKeys();
const { signer } = keys;
if (signer === null) throw new Error('there is no key');
const logKey = toNoteKey(ORIGIN, signer.publicKey);
const leaves = Array.from({ length: 600 }, (_, place) => leafHash(Buffer.from(`${place}`)));

/** The log of the first leaves, signed. */
function grownTo(size: number, all = leaves) {
  const own = all.slice(0, size);
  const text = checkpointText(ORIGIN, { size, root: rootOf(own) });
  const signatures = [{ name: ORIGIN, id: logKey.id, bytes: signer?.sign(text) ?? Buffer.of() }];
  return { checkpoint: parseCheckpoint(noteText({ text, signatures })), leaves: own };
}

let [program, file] = ['', ''];
let made: readonly LoggedNight[] = [];
const start = (of = noteKeyText(logKey)) => startGoWitness(program, { name: 'w.example/go', logKey: of, file });
const ask = (witness: GoWitness, size: number, before: Checkpoint | null = null, all = leaves) =>
  cosign([parseWitness(witness.flag)], { ...grownTo(size, all), before });
const publishTo = (store: ObjectStore, place: number, witness: GoWitness, by = keys) => {
  const log = { ...LOG, witnesses: [parseWitness(witness.flag)], quorum: 1 };
  return publishLogged(store, by, withOwnArchive(made[place] ?? { tree: '', archive: '' }), { log });
};
const statusesOf = async (witness: GoWitness) => (await witness.stop()).map(([status]) => status);

describe.skipIf(!hasGo)("a witness on Go's packages", () => {
  beforeAll(async () => {
    program = builtGo('witness');
    made = await makeNights('2026-03-10', '2026-03-11', '2026-03-12');
  });
  beforeEach(() => {
    file = join(freshFolder(), 'state.json');
  });

  it('signs each night, and after a night without it is asked from where it is', async () => {
    const store = await openTestStore();
    const witness = await start();
    const startMs = Date.now();
    await publishTo(store, 0, witness);
    await publishLogged(store, keys, withOwnArchive(made[1] ?? { tree: '', archive: '' }));
    const { log } = await publishTo(store, 2, witness);
    expect(log).toMatchObject({ size: 3, failures: [] });
    const key = parseNoteKey(witness.vkey);
    const { time } = signersOf((await readLogOf(store)).checkpoint.note, [key]).get(key) ?? {};
    expect(Number(time)).toBeGreaterThanOrEqual(Math.floor(startMs / 1000));
    expect(await statusesOf(witness)).toEqual([200, 409, 200]);
  });

  it('accepts our proofs from each size to each larger one, and goes on after it was killed', async () => {
    const sizes = [1, 2, 3, 4, 7, 8, 13, 255, 256, 257, 511, 600];
    let witness = await start();
    let before: Checkpoint | null = null;
    for (const size of sizes) {
      const { signed, failures } = await ask(witness, size, before);
      expect([size, signed.length, failures]).toEqual([size, 1, []]);
      // The same again, as after an answer that was lost: it signs once more.
      expect((await ask(witness, size, grownTo(size).checkpoint)).failures).toEqual([]);
      const asked = await statusesOf(witness);
      // It is told from where only with a signature of its own, which these checkpoints do not carry.
      expect(asked).toEqual(before === null ? [200, 409, 200] : [409, 200, 409, 200]);
      before = grownTo(size).checkpoint;
      witness = await start();
    }
  });

  it('signs again from the beginning when it has lost what it knew', async () => {
    const store = await openTestStore();
    const first = await start();
    await publishTo(store, 0, first);
    await first.stop();
    const { Seed, Root } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ Seed, Root, Size: 0 }));
    const second = await start();
    expect((await publishTo(store, 1, second)).log).toMatchObject({ size: 2, failures: [] });
    expect(await statusesOf(second)).toEqual([409, 200]);
  });

  it('has signed what a killed publisher did not publish, and the next night goes on from there', async () => {
    const store = await openTestStore();
    const witness = await start();
    await publishTo(store, 0, witness);
    const replace: ObjectStore['replace'] = async (key, ...more) => {
      if (key === 'log/checkpoint') throw new Error('killed');
      return store.replace(key, ...more);
    };
    await expect(publishTo(altered(store, { replace }), 1, witness)).rejects.toThrow('killed');
    expect((await publishTo(store, 2, witness)).log).toMatchObject({ size: 3, failures: [] });
    expect(await statusesOf(witness)).toEqual([200, 200, 409, 200]);
  });

  it('signs no second log of the name, neither a shorter one nor one of the same size nor a longer one', async () => {
    const witness = await start();
    await ask(witness, 300);
    const other = leaves.with(7, leafHash(Buffer.from('another')));
    const failuresOf = async (size: number) => (await ask(witness, size, null, other)).failures.join();
    expect(await failuresOf(299)).toBe(
      'witness w.example/go: it has signed 300 entries of rates.example/log, and here are 299',
    );
    expect(await failuresOf(300)).toBe('witness w.example/go: it answers with status 409');
    expect(await failuresOf(301)).toBe('witness w.example/go: it answers with status 422');
    const statuses = await statusesOf(witness);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 422]);
  });

  it('does not let a store go on that was rolled back to an older log', async () => {
    const store = await openTestStore();
    const witness = await start();
    await publishTo(store, 0, witness);
    await publishTo(store, 1, witness);
    await expect(publishTo(await openTestStore(), 2, witness)).rejects.toBeInstanceOf(LogForked);
    expect(await statusesOf(witness)).toEqual([200, 200, 409]);
  });

  it('refuses logs that it does not know, other keys, and proofs with another hash', async () => {
    const stranger = await start(noteKeyText(toNoteKey('other.example/log', signer.publicKey)));
    expect((await ask(stranger, 5)).failures).toEqual(['witness w.example/go: it answers with status 404']);
    await stranger.stop();
    const witness = await start();
    await expect(publishTo(await openTestStore(), 0, witness, newKeys())).rejects.toThrow(/answers with status 403/);
    await ask(witness, 5);
    const hashes = consistencyProof(5, leaves.slice(0, 9)).map((hash) => hash.toString('base64'));
    const url = `${parseWitness(witness.flag).url}/add-checkpoint`;
    const statusOf = async (lines: readonly string[]) => {
      const body = `old 5\n${lines.map((line) => `${line}\n`).join('')}\n${grownTo(9).checkpoint.note}`;
      const answer = await request(url, { method: 'POST', body });
      await answer.body.dump();
      return answer.statusCode;
    };
    expect(await statusOf(hashes.with(1, hashes[0] ?? ''))).toBe(422);
    expect(await statusOf(hashes)).toBe(200);
    await witness.stop();
  });
});
