/** Publishing with a log: what is written and in which order, who was killed, what was lost, and what would fork. */

import { createPublicKey } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { leafHash, rootOf } from '../../generator/release/log/merkle.ts';
import { signersOf, toNoteKey } from '../../generator/release/log/note.ts';
import { LogForked, newFiles } from '../../generator/release/log/tiles.ts';
import { readPointer } from '../../generator/release/pointer/published.ts';
import { rollback } from '../../generator/release/publish/rollback.ts';
import { type ObjectStore, StoreError } from '../../generator/release/store/store.ts';
import { altered } from '../support/kit/altered-store.ts';
import { copied } from '../support/kit/copied.ts';
import {
  LOG,
  type LoggedNight,
  makeNights,
  NOW,
  ORIGIN,
  openTestStore,
  publishLogged,
  readLogOf,
  withOwnArchive,
} from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const keys = newKeys();
const NO_FACTS = { contentType: '', cacheControl: '' };
let made: readonly LoggedNight[] = [];
beforeAll(async () => {
  made = await makeNights('2026-03-10', '2026-03-11', '2026-03-12');
});

/** The same nights, on a disk of the test's own. */
function ownNights(): readonly [LoggedNight, LoggedNight, LoggedNight] {
  const own = made.map(withOwnArchive);
  return own as unknown as readonly [LoggedNight, LoggedNight, LoggedNight];
}

/** The store, and the keys that are written. It fails at the first write whose key has that in it. */
function dyingAt(store: ObjectStore, part: string | null) {
  const writes: string[] = [];
  const note = (key: string) => {
    if (part !== null && key.includes(part)) throw new StoreError(`killed at ${key}`);
    writes.push(key);
  };
  const spy = altered(store, {
    create: async (key, bytes, facts) => {
      note(key);
      return store.create(key, bytes, facts);
    },
    replace: async (key, bytes, facts, etag) => {
      note(key);
      return store.replace(key, bytes, facts, etag);
    },
  });
  return { spy, writes };
}

describe('a night with a log', () => {
  it('begins with the release that is in force, and writes entries, tiles and checkpoint before the pointer', async () => {
    const [first, second] = ownNights();
    const store = await openTestStore();
    const unlogged = await publishLogged(store, keys, first, { log: null });
    expect(unlogged.log).toBe(null);
    expect(await store.get('log/checkpoint')).toBe(null);
    const begun = await publishLogged(store, keys, first);
    expect(begun).toMatchObject({ isNew: false, log: { size: 1, position: 0, failures: [] } });
    expect(begun.log?.begun).toMatch(/^rates\.example\/log\+[0-9a-f]{8}\+A/);
    const { spy, writes } = dyingAt(store, null);
    const next = await publishLogged(spy, keys, second, { log: null });
    expect(next.log).toMatchObject({ origin: ORIGIN, size: 2, position: 1, begun: null });
    const own = writes.filter((key) => key.startsWith('log/') || key === 'current.json');
    expect(own).toEqual(['log/tile/entries/000.p/2', 'log/tile/0/000.p/2', 'log/checkpoint', 'current.json']);
    const { checkpoint, leaves } = await readLogOf(store);
    const { pointer } = (await readPointer(store)) ?? {};
    expect(leaves[1]).toBe(`ratetree-release-1 ${next.release} 3 2026-03-14T02:30:01Z ${pointer?.root}`);
    expect(Buffer.from(checkpoint.root)).toEqual(rootOf(leaves.map((leaf) => leafHash(Buffer.from(`${leaf}\n`)))));
    const key = keys.signer === null ? [] : [toNoteKey(ORIGIN, keys.signer.publicKey)];
    expect(signersOf(checkpoint.note, key).size).toBe(1);
  });

  it('with nothing new writes nothing into the log', async () => {
    const [first] = ownNights();
    const store = await openTestStore();
    await publishLogged(store, keys, first);
    const { spy, writes } = dyingAt(store, 'log/');
    expect((await publishLogged(spy, keys, first)).log).toMatchObject({ size: 1, position: 0 });
    expect(writes).toContain('current.json');
  });

  it.each([
    ['entries', 'log/tile/entries', 2],
    ['tiles', 'log/tile/0', 3],
    ['checkpoint', 'log/checkpoint', 3],
    ['pointer', 'current.json', 3],
  ])('goes on where a publisher was killed before the %s', async (_, part, size) => {
    const [first, second, third] = ownNights();
    const store = await openTestStore();
    await publishLogged(store, keys, first);
    await expect(publishLogged(dyingAt(store, part).spy, keys, second)).rejects.toThrow('killed');
    // Another night finds the entry that was left, because a witness may have signed it.
    const later = copied(store.name);
    expect((await publishLogged(await openTestStore(later), keys, third)).log).toMatchObject({ size });
    // The same night again does not log the same release twice.
    expect((await publishLogged(store, keys, second)).log).toMatchObject({ size: 2, position: 1 });
    expect(new Set((await readLogOf(store)).leaves).size).toBe(2);
  });

  it('writes a lost checkpoint again from the entries, and says so if it is not told the name', async () => {
    const [first, second, third] = ownNights();
    const store = await openTestStore();
    await publishLogged(store, keys, first);
    await publishLogged(store, keys, second);
    const before = await readLogOf(store);
    await store.delete(['log/checkpoint']);
    await expect(publishLogged(store, keys, { ...third, archive: second.archive }, { log: null })).rejects.toThrow(
      '"--log rates.example/log" writes it again',
    );
    // A machine that knows nothing of it.
    expect((await publishLogged(store, keys, second)).log).toMatchObject({ size: 2, position: 1 });
    expect(await readLogOf(store)).toEqual(before);
  });

  it('logs no release twice when a rollback takes one back', async () => {
    const [first, second] = ownNights();
    const store = await openTestStore();
    await publishLogged(store, keys, first);
    await publishLogged(store, keys, second);
    const steps = { store, signer: keys.signer, now: () => NOW, onProgress: () => {}, log: LOG };
    expect((await rollback(steps, null)).log).toMatchObject({ size: 2, position: 0 });
  });

  it('needs the name and the key that the log has', async () => {
    const [first] = ownNights();
    const store = await openTestStore();
    await publishLogged(store, keys, first);
    const other = { log: { ...LOG, origin: 'other.example/log' } };
    await expect(publishLogged(store, keys, first, other)).rejects.toThrow(
      'is of the log rates.example/log, not other',
    );
    const stranger = newKeys();
    const replaceKey = { id: keys.id, publicKey: createPublicKey(keys.pem) };
    await expect(publishLogged(store, stranger, first, { replaceKey })).resolves.toMatchObject({
      log: { size: 1 },
    });
    await expect(publishLogged(await openTestStore(), { ...keys, signer: null }, first)).rejects.toThrow(
      '--signing-key',
    );
  });
});

describe('an entry that no checkpoint covers', () => {
  const forged = Buffer.from(`ratetree-release-1 ${'a'.repeat(16)} 9 2026-03-13T02:30:00Z ${'a'.repeat(64)}\n`);

  it.each([
    ['after the others', false],
    ['of a log without a checkpoint', true],
  ])('is not signed, %s, if no release has that record', async (_, isLost) => {
    const [first, second] = ownNights();
    const store = await openTestStore();
    await publishLogged(store, keys, first);
    const { leaves } = await readLogOf(store);
    const entries = [...leaves.map((leaf) => Buffer.from(`${leaf}\n`)), forged];
    for (const { key, bytes } of newFiles(1, entries, entries.map(leafHash))) await store.put(key, bytes, NO_FACTS);
    if (isLost) await store.delete(['log/checkpoint']);
    // A disk that does not know the log.
    const again = publishLogged(store, keys, { ...second, archive: second.archive });
    await expect(again).rejects.toThrow('entry 1 is of no release that was signed here');
  });
});

describe('a log that would fork', () => {
  const spoil: readonly (readonly [string, (dir: string, store: ObjectStore) => void | Promise<void>, string])[] = [
    ['an entry is another', (dir) => flip(dir, 'log/tile/entries/000.p/2'), 'other entries'],
    ['entries are missing', (dir) => rmSync(join(dir, 'log/tile/entries/000.p/2')), 'is missing'],
    ['an entry is cut off', (dir) => writeFileSync(join(dir, 'log/tile/entries/000.p/2'), 'x'), 'is damaged'],
    ['the checkpoint is forged', (dir) => flip(dir, 'log/checkpoint'), 'somebody else has changed it'],
    [
      'the whole log is an older one',
      async (dir, store) => {
        rmSync(join(dir, 'log/tile'), { recursive: true });
        copied(join(`${store.name}`, 'log'), join(dir, 'log'));
      },
      'only 1 entries than the 2',
    ],
    ['a later entry is of another log', (dir) => other(dir, 'log/tile/entries/000.p/3'), 'does not go on'],
    ['a tile is there with other bytes', (dir) => other(dir, 'log/tile/0/000.p/3'), 'has other bytes already'],
  ];

  it.each(spoil)('is refused: %s', async (_, act, words) => {
    const [first, second, third] = ownNights();
    const store = await openTestStore();
    await publishLogged(store, keys, first);
    const older = await openTestStore(copied(store.name));
    await publishLogged(store, keys, second);
    const before = await readPointer(store);
    await act(store.name, older);
    const night = { ...third, archive: second.archive };
    const failed = await publishLogged(store, keys, night).catch((error: unknown) => error);
    expect(`${failed}`).toContain(words);
    expect(failed).toBeInstanceOf(LogForked);
    expect((await readPointer(store))?.pointer).toEqual(before?.pointer);
  });
});

function flip(dir: string, key: string): void {
  const file = join(dir, key);
  const bytes = Buffer.from(readFileSync(file));
  const at = key.endsWith('checkpoint') ? bytes.length - 10 : 40;
  bytes.writeUInt8(bytes.readUInt8(at) === 65 ? 66 : 65, at);
  rmSync(file);
  writeFileSync(file, bytes);
}

function other(dir: string, key: string): void {
  writeFileSync(join(dir, key), Buffer.from('\0\x01a\0\x01b\0\x01c'));
}
