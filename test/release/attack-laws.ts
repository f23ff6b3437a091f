/**
 * What somebody does who may write to a store and has no key. Every command that signs refuses him by name, or signs what
 * it would have signed without him. The same attacks are tried on a folder and on a bucket, and with the operator's own
 * disk and with an empty one.
 */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepSeen } from '../../generator/release/pointer/lost-pointer.ts';
import { readPublished } from '../../generator/release/pointer/published.ts';
import { readSigner, toPointer, writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { openFolderStore } from '../../generator/release/store/folder.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { archiveKey, NOTES, POINTER_COPIES, recordKey, textKey } from '../../generator/wire/release/keys.ts';
import {
  distrustOf,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  parseTrustedKeys,
  pointerText,
} from '../../generator/wire/release/pointer.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { calm, DAYS, type Disk, flagsOf, newDisk, recordings } from '../support/trees/nights-by-command.ts';
import { CODES } from '../support/trees/trees.ts';

export interface AttackedPlace {
  readonly target: string;
  readonly store: ObjectStore;
}

export interface Places {
  /** A store of the test's own with what lies in the folder. */
  from(folder: string): Promise<AttackedPlace>;
  /** Runs the program. */
  run(words: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string };
}

const FACTS = { contentType: 'application/json', cacheControl: '' };
const REPLAYS = [2, 3, 4].map((count) => () => recordings(DAYS.slice(0, count), calm));
const falsely = (code: string, day: string) => (code === CODES[3] ? '9.9999' : calm(code, day));

export function attackLaws(places: Places): void {
  const folder = mkdtempSync(join(freshFolder(), 'keys-'));
  const ours = writeKeyPair(join(folder, 'ours.pem'));
  const stranger = writeKeyPair(join(folder, 'stranger.pem'));
  const SIGNED = ['--signing-key', ours.privateFile];
  const trusted = parseTrustedKeys([readFileSync(ours.publicFile, 'utf8')]);
  const theirs = readSigner(stranger.privateFile, {});

  const honest = { store: freshFolder(), disk: newDisk() };
  const evil = { store: freshFolder(), disk: newDisk() };
  let next: { readonly release: string; readonly pointer: Pointer };
  const pointerOf = (dir: string, key = POINTER_KEY) => parsePointer(readFileSync(join(dir, key), 'utf8'));

  function nightAt(target: string, replay: string, disk: Disk, flags: readonly string[]) {
    const { status, stdout, stderr } = places.run(flagsOf(target, replay, disk, flags));
    return { status, stderr, report: JSON.parse(stdout.trim().split('\n').at(-1) || 'null') };
  }

  beforeAll(() => {
    for (const replay of REPLAYS.slice(0, 2))
      expect(nightAt(honest.store, replay(), honest.disk, SIGNED).status).toBe(0);
    expect(nightAt(evil.store, recordings(DAYS.slice(0, 3), falsely), evil.disk, []).status).toBe(0);
    const after = copied(honest.store);
    const disk = { archive: copied(honest.disk.archive), out: copied(honest.disk.out) };
    expect(nightAt(after, REPLAYS[2]?.() ?? '', disk, SIGNED).status).toBe(0);
    next = { release: pointerOf(after).release, pointer: pointerOf(after) };
  }, 120_000);

  /** A store after two honest nights, and the disk of whoever goes on. */
  async function attacked(kind: 'own' | 'empty') {
    const { target, store } = await places.from(honest.store);
    if (kind === 'empty') return { target, store, disk: newDisk() };
    const disk = { archive: copied(honest.disk.archive), out: copied(honest.disk.out) };
    await keepSeen(disk.archive, store, pointerOf(honest.store));
    return { target, store, disk };
  }

  /** Puts all objects of the false tree beside the true ones. Returns its pointer. */
  async function withFalseTree(store: ObjectStore): Promise<Pointer> {
    for (const top of ['objects', 'archive', 'memory']) {
      for (const name of readdirSync(join(evil.store, top), { recursive: true, withFileTypes: true })) {
        if (!name.isFile()) continue;
        const file = join(name.parentPath, name.name);
        await store.create(file.slice(evil.store.length + 1), readFileSync(file), FACTS);
      }
    }
    return pointerOf(evil.store);
  }

  const put = (store: ObjectStore, key: string, content: unknown) =>
    store.put(key, Buffer.from(typeof content === 'string' ? content : `${JSON.stringify(content)}\n`), FACTS);
  const putPointer = (store: ObjectStore, pointer: Pointer, key = POINTER_KEY) => put(store, key, pointerText(pointer));
  const deleteBelow = async (store: ObjectStore, prefix: string) => {
    const keys: string[] = [];
    for await (const { key } of store.list(prefix)) keys.push(key);
    await store.delete(keys);
  };

  /** What is signed by our key names a tree of ours, whatever else happened. */
  async function expectNothingFalse(store: ObjectStore): Promise<void> {
    const found = await store.get(POINTER_KEY);
    if (found === null) return;
    const pointer = parsePointer(`${found.bytes}`);
    if (distrustOf(pointer, trusted) !== null) return;
    const roots = [pointerOf(honest.store).root, pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`).root];
    expect([...roots, next.pointer.root]).toContain(pointer.root);
  }

  const forgeHold = async (store: ObjectStore) => {
    const { release, sequence } = pointerOf(honest.store);
    const hold = { format: 'ratetree-hold-1', release: 'a'.repeat(16), to: release, sequence, time: DAYS[0] };
    await put(store, NOTES.hold, hold);
  };

  /** A list of an archive as the honest one is, with a file added or replaced. */
  async function forgedList(
    store: ObjectStore,
    path: string,
    edit: (text: string) => string,
    of = pointerOf(honest.store).archive ?? '',
  ): Promise<string> {
    const list = JSON.parse(`${(await store.get(archiveKey(of)))?.bytes}`);
    const old = list.files.find(([one]: readonly string[]) => one === path)?.[1];
    const text = edit(old === undefined ? '' : `${(await store.get(archiveKey(old)))?.bytes}`);
    await put(store, archiveKey(hashOf(text)), text);
    const files = [...list.files.filter(([one]: readonly string[]) => one !== path), [path, hashOf(text), text.length]];
    const forged = `${JSON.stringify({ ...list, files: files.sort() })}\n`;
    await put(store, archiveKey(hashOf(forged)), forged);
    return hashOf(forged);
  }
  const moreRows = (text: string) =>
    `${text}${(text.trimEnd().split('\n').at(-1) ?? '').replace(/\d+\.\d+/, '3.3333').replace(/T\d\d:/, 'T23:')}\n`;
  const NOTE = { format: 'ratetree-pending-1', release: null };
  const HEAD = 'accepted,date,base,quote,seen,document,note\n';
  const ACCEPTED = `${HEAD}2026-03-12T20:00:00Z,2026-03-13,EUR,USD,2026-03-13T20:00:00Z,0123456789ab,right\n`;

  type Attack = (store: ObjectStore, disk: Disk) => Promise<void>;
  const REFUSED: [name: string, code: number, words: RegExp, attack: Attack, flags?: readonly string[]][] = [
    [
      'an unsigned pointer to a false tree',
      1,
      /current\.json is not signed, and the key given is/,
      async (store) => putPointer(store, { ...(await withFalseTree(store)), sequence: 3 }),
    ],
    [
      'the same with a hold that keeps it in force',
      1,
      /current\.json is not signed/,
      async (store) => {
        const pointer = { ...(await withFalseTree(store)), sequence: 3 };
        await putPointer(store, pointer);
        const hold = { format: 'ratetree-hold-1', release: 'a'.repeat(16), to: pointer.release, sequence: 3, time: '' };
        await put(store, NOTES.hold, hold);
      },
    ],
    [
      'an unsigned pointer with a sequence near the largest number, taken over',
      1,
      /has sequence 9007199254740990, and none above 9999999999 is signed/,
      async (store) => putPointer(store, { ...(await withFalseTree(store)), sequence: 9_007_199_254_740_990 }),
      ['--replace-key', 'none'],
    ],
    [
      'an unsigned pointer whose sequence leaps, taken over',
      1,
      /has sequence 90000000, and the one before was 2/,
      async (store) => putPointer(store, { ...(await withFalseTree(store)), sequence: 90_000_000 }),
      ['--replace-key', 'none'],
    ],
    [
      'a pointer that a stranger signed',
      1,
      /is signed by key [0-9a-f]{16}, and the key given is/,
      async (store) =>
        putPointer(store, toPointer({ ...(await withFalseTree(store)), sequence: 3 }, theirs, new Date())),
    ],
    [
      'a pointer that claims the key which is replaced',
      1,
      /but its signature is wrong/,
      async (store) => {
        const claim = { key: stranger.id, signature: 'AAAA' };
        await putPointer(store, { ...(await withFalseTree(store)), sequence: 3, ...claim });
      },
      ['--replace-key', stranger.publicFile],
    ],
    [
      'an older signed pointer that is put back',
      1,
      /is an older one that was put back: sequence 1, and .* has 2/,
      async (store) => putPointer(store, pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`)),
    ],
    [
      'no pointer, although copies are there',
      4,
      /current\.json is missing, but the store has .*"ratetree repair"/,
      (store) => store.delete([POINTER_KEY]),
    ],
    [
      'no pointer and a forged note of a first publication',
      4,
      /current\.json is missing/,
      async (store) => {
        await store.delete([POINTER_KEY, NOTES.stable]);
        await deleteBelow(store, POINTER_COPIES);
        await put(store, NOTES.first, { format: 'ratetree-first-1', sequence: 1 });
      },
    ],
  ];

  describe.each(['own', 'empty'] as const)('a night on its %s disk', (kind) => {
    it.each(REFUSED)('refuses %s', async (_, code, words, attack, more = []) => {
      const { target, store, disk } = await attacked(kind);
      // A sequence leaps from one that is known, and a disk that is empty knows the signed copies.
      await attack(store, disk);
      const before = (await store.get(POINTER_KEY))?.bytes.toString();
      const { status, report, stderr } = nightAt(target, REPLAYS[2]?.() ?? '', disk, [...SIGNED, ...more]);
      expect([status, report.error], stderr).toEqual([code, expect.stringMatching(words)]);
      expect((await store.get(POINTER_KEY))?.bytes.toString()).toBe(before);
    });

    const IGNORED: [name: string, words: RegExp, attack: Attack][] = [
      ['a forged hold', /notes\/hold\.json is not signed by key/, forgeHold],
      [
        'a pending archive with a false figure',
        /notes\/pending\/[0-9a-f]{64} is not signed by key/,
        async (store) => put(store, `${NOTES.pending}${await forgedList(store, 'ECB/2026.csv', moreRows)}`, NOTE),
      ],
      [
        'a pending archive with a forged ledger of holds',
        /notes\/pending\/[0-9a-f]{64} is not signed by key/,
        async (store) =>
          put(store, `${NOTES.pending}${await forgedList(store, 'GLOBAL/holds.csv', () => 'x\n')}`, NOTE),
      ],
      [
        'a pending archive with a forged ledger of figures that a person accepted',
        /notes\/pending\/[0-9a-f]{64} is not signed by key/,
        async (store) => {
          const list = await forgedList(store, 'ECB/accepted.csv', () => ACCEPTED);
          await put(store, `${NOTES.pending}${list}`, NOTE);
        },
      ],
      [
        'a pending archive with a false figure that its own forged ledger accepts',
        /notes\/pending\/[0-9a-f]{64} is not signed by key/,
        async (store) => {
          let row: readonly string[] = [];
          const withRow = await forgedList(store, 'ECB/2026.csv', (text) => {
            const more = moreRows(text);
            row = (more.trimEnd().split('\n').at(-1) ?? '').split(',');
            return more;
          });
          const [date, base, quote] = row;
          const accepted = `${HEAD}2026-03-12T20:00:00Z,${date},${base},${quote},${row.at(-2)},${row.at(-1)},right\n`;
          const list = await forgedList(store, 'ECB/accepted.csv', () => accepted, withRow);
          await put(store, `${NOTES.pending}${list}`, NOTE);
        },
      ],
      [
        'a pending archive that a stranger signed',
        /notes\/pending\/[0-9a-f]{64} is not signed by key/,
        async (store) => {
          const key = `${NOTES.pending}${await forgedList(store, 'ECB/2026.csv', moreRows)}`;
          const text = `ratetree-note-1 ${key} ${JSON.stringify(NOTE)}`;
          const signature = theirs?.sign(text).toString('base64');
          await put(store, key, { ...NOTE, key: ours.id, signature });
        },
      ],
      [
        'a pending archive with the signature of another note of ours',
        /notes\/pending\/[0-9a-f]{64} is not signed by key/,
        async (store) => {
          const { key, signature } = JSON.parse(
            `${(await store.get(recordKey(pointerOf(honest.store).release)))?.bytes}`,
          );
          const list = await forgedList(store, 'ECB/2026.csv', moreRows);
          await put(store, `${NOTES.pending}${list}`, { ...NOTE, key, signature });
        },
      ],
      [
        'a record of the release in force that states a false root',
        /notes\/releases\/[0-9a-f]{16}\.json is not signed by key/,
        async (store) => {
          const key = recordKey(pointerOf(honest.store).release);
          const { root, archive } = await withFalseTree(store);
          await put(store, key, { ...JSON.parse(`${(await store.get(key))?.bytes}`), root, archive });
        },
      ],
    ];

    it.each(IGNORED)('names %s, and publishes as if it were not there', async (_, words, attack) => {
      const { target, store, disk } = await attacked(kind);
      await attack(store, disk);
      const { status, report, stderr } = nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED);
      expect([status, report.outcome, report.failures], stderr).toEqual([
        2,
        'published',
        [expect.stringMatching(words)],
      ]);
      expect(report.release).toBe(next.release);
      expect((await readPublished(store))?.pointer).toMatchObject({ root: next.pointer.root, key: ours.id });
    });

    it('repairs a store whose pointers are gone, not from an unsigned copy', async () => {
      const { target, store, disk } = await attacked(kind);
      const pointer = await withFalseTree(store);
      await store.delete([POINTER_KEY]);
      await deleteBelow(store, POINTER_COPIES);
      await putPointer(store, { ...pointer, sequence: 400 }, `${POINTER_COPIES}0000000400.json`);
      const where = ['--archive', disk.archive, '--from', disk.out];
      const words = ['repair', target, ...SIGNED, ...(kind === 'own' ? where : []), '--sequence', '412'];
      const { status, stdout, stderr } = places.run(words);
      expect(status, stdout + stderr).toBe(0);
      await expectNothingFalse(store);
      const found = (await store.get(POINTER_KEY))?.bytes;
      // The disk remembers the last pointer; without it the night publishes anew from what it has.
      if (kind === 'own') expect(parsePointer(`${found}`)).toMatchObject({ sequence: 413, key: ours.id });
      else expect([found, stdout]).toEqual([undefined, expect.stringContaining('as the first one, above 412')]);
      const after = nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED);
      expect(after.status, after.stderr).toBe(0);
      expect(after.report.published.sequence).toBe(kind === 'own' ? 414 : 413);
      // An empty disk has only what the night collects.
      if (kind === 'own') await expectNothingFalse(store);
      else expect((await readPublished(store))?.pointer.root).not.toBe(pointer.root);
    });
  });

  describe('a night on its own disk', () => {
    it('finds an older pointer that is put back although every copy was deleted, and repair restores the newest', async () => {
      const { target, store, disk } = await attacked('own');
      await putPointer(store, pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`));
      await deleteBelow(store, POINTER_COPIES);
      const { status, report } = nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED);
      expect([status, report.error]).toEqual([1, expect.stringMatching(/put back: sequence 1, .*repair --sequence 2/)]);
      const where = ['--archive', disk.archive, '--from', disk.out];
      expect(places.run(['repair', target, ...SIGNED, ...where, '--sequence', '2']).status).toBe(0);
      const { release } = pointerOf(honest.store);
      expect((await readPublished(store))?.pointer).toMatchObject({ sequence: 3, release });
      expect(nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED).status).toBe(0);
    });

    it('finds other content under the sequence that it has seen', async () => {
      const { target, store, disk } = await attacked('own');
      const other = toPointer(
        { ...pointerOf(honest.store), memory: null },
        readSigner(ours.privateFile, {}),
        new Date(),
      );
      await putPointer(store, other);
      await deleteBelow(store, POINTER_COPIES);
      const { status, report } = nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED);
      expect([status, report.error]).toEqual([1, expect.stringMatching(/has sequence 2, which .* other content/)]);
    });

    it('does not take an emptied store for a new one, and goes on above its sequence once a person says so', async () => {
      const { target, store, disk } = await attacked('own');
      await deleteBelow(store, '');
      const { status, report } = nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED);
      expect([status, report.error]).toEqual([
        4,
        expect.stringMatching(/is empty, and .* knows sequence 2 of it.*"ratetree repair --sequence 2"/),
      ]);
      const said = places.run(['repair', target, ...SIGNED, '--archive', disk.archive, '--sequence', '2']);
      expect(said.status, said.stderr).toBe(0);
      const after = nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED);
      expect([after.status, after.report.published?.sequence], after.stderr).toEqual([0, 3]);
      expect((await readPublished(store))?.pointer.root).toBe(next.pointer.root);
    });
  });

  describe('a rollback', () => {
    it.each<[string, (store: ObjectStore) => Promise<void>]>([
      [
        'names a false root',
        async (store) => {
          const { release } = pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`);
          const { root, archive } = await withFalseTree(store);
          const record = JSON.parse(`${(await store.get(recordKey(release)))?.bytes}`);
          await put(store, recordKey(release), { ...record, root, archive });
        },
      ],
      [
        'names a root that claims its id',
        async (store) => {
          const { release } = pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`);
          const { root, archive } = await withFalseTree(store);
          const node = JSON.parse(`${(await store.get(textKey(root)))?.bytes}`);
          const text = JSON.stringify({ ...node, release });
          await put(store, textKey(hashOf(text)), text);
          const record = JSON.parse(`${(await store.get(recordKey(release)))?.bytes}`);
          await put(store, recordKey(release), { ...record, root: hashOf(text), archive });
        },
      ],
    ])('goes to what was signed, although its record %s', async (_, attack) => {
      const { target, store } = await attacked('own');
      await attack(store);
      const { status, stderr } = places.run(['rollback', target, ...SIGNED]);
      expect(status, stderr).toBe(0);
      const { root, archive } = pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`);
      expect((await readPublished(store))?.pointer).toMatchObject({ root, archive, key: ours.id, sequence: 3 });
    });

    it('holds although its note was deleted, until a person lifts it', async () => {
      const { target, store, disk } = await attacked('own');
      expect(places.run(['rollback', target, ...SIGNED]).status).toBe(0);
      await store.delete([NOTES.hold]);
      const replay = REPLAYS[2]?.() ?? '';
      const held = nightAt(target, replay, disk, SIGNED);
      expect([held.status, held.report.outcome], held.stderr).toEqual([3, 'held']);
      expect((await readPublished(store))?.pointer.root).toBe(
        pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`).root,
      );
      expect(nightAt(target, replay, disk, [...SIGNED, '--lift-hold']).report.outcome).toBe('published');
      expect(nightAt(target, replay, disk, SIGNED).report.outcome).toBe('published');
    });

    it('goes to no release that only a record names', async () => {
      const { target, store } = await attacked('own');
      const { release, root, archive } = await withFalseTree(store);
      const old = pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`).release;
      const record = JSON.parse(`${(await store.get(recordKey(old)))?.bytes}`);
      await put(store, recordKey(release), { ...record, release, root, archive });
      const { status, stderr } = places.run(['rollback', target, ...SIGNED, '--to', release]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`there is no release ${release}`)]);
    });
  });

  it('a store that nobody signed is taken over once, by word', async () => {
    const unsigned = await places.from(evil.store);
    const disk = newDisk();
    const words = (more: readonly string[]) =>
      nightAt(unsigned.target, REPLAYS[2]?.() ?? '', disk, [...SIGNED, ...more]);
    expect(words([])).toMatchObject({ status: 1, report: { error: expect.stringContaining('"--replace-key none"') } });
    expect(words(['--replace-key', 'none']).report.published?.sequence).toBe(2);
    expect(words([]).report.failures).toEqual([]);
  });
}

export const folderPlaces = {
  from: async (folder: string): Promise<AttackedPlace> => {
    const target = copied(folder);
    return { target, store: await openFolderStore(target, true) };
  },
};
