/**
 * What somebody does who may write to a store and has no key. Every command that signs refuses him by name, or signs what
 * it would have signed without him. The same attacks are tried on a folder and on a bucket, and with the operator's own
 * disk and with an empty one.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeIdOf } from '../../generator/release/pointer/draft.ts';
import { keepSeen } from '../../generator/release/pointer/lost-pointer.ts';
import { readPublished } from '../../generator/release/pointer/published.ts';
import { readSigner, sealed, toPointer, withSignature, writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { openFolderStore } from '../../generator/release/store/folder.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import {
  archiveKey,
  COPIES_KEY,
  DRAFT_KEY,
  POINTER_COPIES,
  pointerCopyKey,
} from '../../generator/wire/release/keys.ts';
import {
  distrustOf,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  parseTrustedKeys,
  pointerText,
  toDraft,
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
  const [own, theirs] = [readSigner(ours.privateFile, {}), readSigner(stranger.privateFile, {})];

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
  });

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
    for (const top of ['objects', 'archive']) {
      for (const name of readdirSync(join(evil.store, top), { recursive: true, withFileTypes: true })) {
        if (!name.isFile()) continue;
        const file = join(name.parentPath, name.name);
        const key = file.slice(evil.store.length + 1);
        if (!existsSync(join(honest.store, key))) await store.create(key, readFileSync(file), FACTS);
      }
    }
    return { ...pointerOf(evil.store), store: pointerOf(honest.store).store };
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

  const first = () => pointerOf(honest.store, pointerCopyKey(1));
  /** A draft upon the pointer in force, or another one, as a night writes it; nobody has signed it. */
  function draftOf(archive: string | null, upon: Pointer = pointerOf(honest.store)) {
    const { store, sequence: above, time } = upon;
    return toDraft({ store, above, archive, next: [], time });
  }
  const putDraft = (store: ObjectStore, draft: ReturnType<typeof toDraft>) => put(store, DRAFT_KEY, pointerText(draft));

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
    ...(
      [
        ['with a hold that keeps it in force', () => ({ hold: { release: 'a'.repeat(16), time: first().time } })],
        ['with the archive of an older one', () => ({ archive: first().archive })],
        ['with the tree of an older one', () => ({ release: first().release, root: first().root })],
        ['with the state of an older one', () => ({ state: first().state })],
        ['with a state of its own', () => ({ state: 'a'.repeat(64) })],
        ['that says of its release that it is older', () => ({ first: 1, published: first().published })],
        ['that never expires', () => ({ expires: '2099-01-01T00:00:00Z' })],
      ] as const
    ).map(([name, change]): (typeof REFUSED)[number] => [
      `the signed pointer ${name}`,
      1,
      /but its signature is wrong: somebody else has changed it/,
      async (store) => putPointer(store, { ...pointerOf(honest.store), ...change() }),
    ]),
    [
      'a pointer that our key signed for another store',
      1,
      /current\.json is of the store [0-9a-f]{16}, and the one before was of [0-9a-f]{16}; nothing is signed/,
      async (store) =>
        putPointer(store, withSignature({ ...(await withFalseTree(store)), store: 'a'.repeat(16), sequence: 3 }, own)),
    ],
    [
      'a signed draft in the place of the pointer',
      4,
      /current\.json is not what publish writes/,
      (store) => put(store, POINTER_KEY, pointerText(sealed(draftOf(null), own))),
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
      'no pointer and a forged draft of a first publication',
      4,
      /current\.json is missing/,
      async (store) => {
        await store.delete([POINTER_KEY, COPIES_KEY]);
        await deleteBelow(store, POINTER_COPIES);
        await putDraft(store, { ...draftOf(null), store: storeIdOf(store, null), above: 1 });
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

    const UNSIGNED = /draft\.json is ignored: nobody signed it; delete it if somebody else wrote it/;
    const IGNORED: [name: string, words: RegExp, attack: Attack][] = [
      [
        'a draft with a false figure',
        UNSIGNED,
        async (store) => putDraft(store, draftOf(await forgedList(store, 'ECB/2026.csv', moreRows))),
      ],
      [
        'a draft with a forged ledger of holds',
        UNSIGNED,
        async (store) => putDraft(store, draftOf(await forgedList(store, 'GLOBAL/holds.csv', () => 'x\n'))),
      ],
      [
        'a draft with a forged ledger of figures that a person accepted',
        UNSIGNED,
        async (store) => putDraft(store, draftOf(await forgedList(store, 'ECB/accepted.csv', () => ACCEPTED))),
      ],
      [
        'a draft with a false figure that its own forged ledger accepts',
        UNSIGNED,
        async (store) => {
          let row: readonly string[] = [];
          const withRow = await forgedList(store, 'ECB/2026.csv', (text) => {
            const more = moreRows(text);
            row = (more.trimEnd().split('\n').at(-1) ?? '').split(',');
            return more;
          });
          const [date, base, quote] = row;
          const accepted = `${HEAD}2026-03-12T20:00:00Z,${date},${base},${quote},${row.at(-2)},${row.at(-1)},right\n`;
          await putDraft(store, draftOf(await forgedList(store, 'ECB/accepted.csv', () => accepted, withRow)));
        },
      ],
      [
        'a draft that names a false release as the next one',
        UNSIGNED,
        async (store) => {
          const { release, root, state, date, method, first, published } = await withFalseTree(store);
          const next = [{ release, root, state, date, method, first, published }];
          await putDraft(store, { ...draftOf(null), next });
        },
      ],
      [
        'a draft that a stranger signed',
        /draft\.json is ignored: it is signed by key [0-9a-f]{16}, which is not trusted/,
        async (store) => putDraft(store, sealed(draftOf(await forgedList(store, 'ECB/2026.csv', moreRows)), theirs)),
      ],
      [
        'a draft that a stranger signed under our name',
        /draft\.json is ignored: its signature is not that of key/,
        async (store) => {
          const draft = sealed(draftOf(await forgedList(store, 'ECB/2026.csv', moreRows)), theirs);
          await putDraft(store, { ...draft, key: ours.id });
        },
      ],
      [
        'a draft with the signature of a pointer of ours',
        /draft\.json is ignored: its signature is not that of key/,
        async (store) => {
          const { key, signature } = pointerOf(honest.store);
          await putDraft(store, { ...draftOf(await forgedList(store, 'ECB/2026.csv', moreRows)), key, signature });
        },
      ],
      [
        'a draft of ours whose archive was changed',
        /draft\.json is ignored: its signature is not that of key/,
        async (store) => {
          const draft = sealed(draftOf(first().archive), own);
          await putDraft(store, { ...draft, archive: await forgedList(store, 'ECB/2026.csv', moreRows) });
        },
      ],
      [
        'a pointer in the place of the draft',
        /draft\.json is ignored: not a draft: /,
        async (store) => put(store, DRAFT_KEY, pointerText(await withFalseTree(store))),
      ],
      [
        'a draft that we signed for another store',
        /draft\.json is ignored: it is of the store [0-9a-f]{16}; delete it/,
        async (store) => {
          const archive = await forgedList(store, 'ECB/2026.csv', moreRows);
          await putDraft(store, sealed(draftOf(archive, pointerOf(evil.store)), own));
        },
      ],
      [
        'a draft of ours whose archive is gone',
        /what the draft has collected is not restored: .*archive\/a{64} is missing/,
        (store) => putDraft(store, sealed(draftOf('a'.repeat(64)), own)),
      ],
      [
        'a draft of ours whose archive is no longer what it was',
        /what the draft has collected is not restored: .*archive\/[0-9a-f]{64} is damaged/,
        async (store) => {
          await putDraft(store, sealed(draftOf('b'.repeat(64)), own));
          await put(store, archiveKey('b'.repeat(64)), { format: 'ratetree-archive-1', files: [] });
        },
      ],
    ];

    const HARMLESS: [name: string, attack: Attack][] = [
      ['an older draft of ours', (store) => putDraft(store, sealed(draftOf(first().archive, first()), own))],
      [
        'a copy of a pointer with a higher sequence that nobody signed',
        async (store) => putPointer(store, { ...(await withFalseTree(store)), sequence: 400 }, pointerCopyKey(400)),
      ],
      [
        'an older pointer of ours as the copy of a higher sequence',
        (store) => putPointer(store, first(), pointerCopyKey(400)),
      ],
      [
        'another state in the place of ours',
        (store) => put(store, archiveKey(pointerOf(honest.store).state ?? ''), 'false\n'),
      ],
      [
        'a list of releases that names a false one',
        async (store) => {
          const { release, root } = await withFalseTree(store);
          const head = 'release,sequence,time,date,method,root,inForce';
          const line = `${release},1,2026-03-11T20:00:00Z,2026-03-11,ratetree-blend-5,${root},true`;
          await put(store, 'v1/releases.csv', [head, line, ''].join('\r\n'));
        },
      ],
      ['no copies of pointers but the newest', (store) => store.delete([pointerCopyKey(1)])],
    ];

    it.each(HARMLESS)('publishes what it would have, although there is %s', async (_, attack) => {
      const { target, store, disk } = await attacked(kind);
      await attack(store, disk);
      const { report, stderr } = nightAt(target, REPLAYS[2]?.() ?? '', disk, SIGNED);
      expect([report.outcome, report.release], stderr).toEqual(['published', next.release]);
      const pointer = (await readPublished(store))?.pointer;
      expect(pointer).toMatchObject({ root: next.pointer.root, key: ours.id, sequence: 3 });
      const listed = `${(await store.get('v1/releases.csv'))?.bytes}`;
      expect(listed).not.toContain(pointerOf(evil.store).release);
      expect(listed).toContain(`${next.release},3,`);
    });

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

  describe('repair', () => {
    /** What our key signed for another store, from its copy of a far sequence, and with it the false tree. */
    async function withOther(store: ObjectStore, key: string) {
      const other = { ...(await withFalseTree(store)), store: 'a'.repeat(16), sequence: 400 };
      await putPointer(store, toPointer(other, own, new Date()), key);
    }
    const repaired = (target: string, disk: Disk | null) => {
      const where = disk === null ? [] : ['--archive', disk.archive, '--from', disk.out];
      return places.run(['repair', target, ...SIGNED, ...where]);
    };

    it.each([
      ['as a copy', [pointerCopyKey(400)]],
      ['as the pointer', [POINTER_KEY]],
      ['as both', [POINTER_KEY, pointerCopyKey(400)]],
    ])('puts nothing into force that our key signed for another store and that lies there %s', async (_, keys) => {
      const { target, store, disk } = await attacked('own');
      for (const key of keys) await withOther(store, key);
      const { status, stdout, stderr } = repaired(target, disk);
      expect(status, stdout + stderr).toBe(0);
      expect((await readPublished(store))?.pointer).toMatchObject({
        store: pointerOf(honest.store).store,
        root: pointerOf(honest.store).root,
      });
    });

    it.each([POINTER_KEY, pointerCopyKey(400)])('does not guess on an empty disk which store %s is of', async (key) => {
      const { target, store } = await attacked('empty');
      await withOther(store, key);
      const before = (await store.get(POINTER_KEY))?.bytes;
      const { status, stderr } = repaired(target, null);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/its pointers are of several stores, [0-9a-f]{16} and/),
      ]);
      expect((await store.get(POINTER_KEY))?.bytes).toEqual(before);
    });

    it('signs with a new key nothing that the replaced one signed for another store', async () => {
      const { target, store } = await attacked('empty');
      await withOther(store, pointerCopyKey(400));
      await store.delete([POINTER_KEY]);
      const before = (await store.get(pointerCopyKey(400)))?.bytes;
      const flags = ['--signing-key', stranger.privateFile, '--replace-key', ours.publicFile];
      const { status, stderr } = places.run(['repair', target, ...flags]);
      expect([status, stderr]).toEqual([1, expect.stringContaining('its pointers are of several stores')]);
      expect((await store.get(pointerCopyKey(400)))?.bytes).toEqual(before);
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
      const other = toPointer({ ...pointerOf(honest.store), state: null }, own, new Date());
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
    it.each<[string, (found: Pointer) => object]>([
      ['names a false root', ({ release, root, archive }) => ({ release, root, archive })],
      ['names a root that claims its id', ({ root }) => ({ root: `${first().release}${root.slice(16)}` })],
      ['names the archive of another one', ({ archive }) => ({ archive })],
    ])('goes to no release whose pointer %s', async (_, change) => {
      const { target, store } = await attacked('own');
      await putPointer(store, { ...first(), ...change(await withFalseTree(store)) }, pointerCopyKey(1));
      const { status, stderr } = places.run(['rollback', target, ...SIGNED]);
      expect([status, stderr]).toEqual([1, expect.stringContaining('no older release is kept')]);
      await expectNothingFalse(store);
    });

    it('goes to no release that our key signed for another store', async () => {
      const { target, store } = await attacked('own');
      const copy = toPointer({ ...first(), store: 'a'.repeat(16) }, own, new Date());
      await putPointer(store, copy, pointerCopyKey(1));
      const { status, stderr } = places.run(['rollback', target, ...SIGNED]);
      expect([status, stderr]).toEqual([1, expect.stringContaining('no older release is kept')]);
    });

    it('holds although every note and copy was deleted, until a person lifts it', async () => {
      const { target, store, disk } = await attacked('own');
      expect(places.run(['rollback', target, ...SIGNED]).status).toBe(0);
      await deleteBelow(store, 'notes/');
      await store.delete([pointerCopyKey(1), pointerCopyKey(2)]);
      const replay = REPLAYS[2]?.() ?? '';
      const held = nightAt(target, replay, disk, SIGNED);
      expect([held.status, held.report.outcome], held.stderr).toEqual([3, 'held']);
      expect((await readPublished(store))?.pointer.root).toBe(
        pointerOf(honest.store, `${POINTER_COPIES}0000000001.json`).root,
      );
      expect(nightAt(target, replay, disk, [...SIGNED, '--lift-hold']).report.outcome).toBe('published');
      expect(nightAt(target, replay, disk, SIGNED).report.outcome).toBe('published');
    });

    it('goes to no release that only an unsigned copy names', async () => {
      const { target, store } = await attacked('own');
      const pointer = await withFalseTree(store);
      await putPointer(store, pointer, pointerCopyKey(pointer.sequence));
      const { status, stderr } = places.run(['rollback', target, ...SIGNED, '--to', pointer.release]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`there is no release ${pointer.release}`)]);
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
