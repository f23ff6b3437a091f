/** `v1/releases.csv`: what the public sees of the releases that a store holds, whatever happens to them. */
import { cpSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { listReleases } from '../../generator/release/pointer/list-releases.ts';
import { readKept, readPointer, readPublished } from '../../generator/release/pointer/published.ts';
import { prune } from '../../generator/release/publish/prune.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { rollback } from '../../generator/release/publish/rollback.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { type ObjectFacts, type ObjectStore, objectsOf } from '../../generator/release/store/store.ts';
import { storeSource } from '../../generator/release/verify/source.ts';
import { repairRelease, verifyTarget } from '../../generator/release/verify/verify.ts';
import { textsIn } from '../../generator/wire/release/manifest-nodes.ts';
import { POINTER_KEY } from '../../generator/wire/release/pointer.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { altered } from '../support/kit/altered-store.ts';
import { entriesOf } from '../support/trees/manifests.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { dailyLines, generateFrom } from '../support/trees/trees.ts';

const LIST = 'v1/releases.csv';
const FACTS: ObjectFacts = { contentType: 'text/csv', cacheControl: 'no-store' };
const NOBODY = '0123456789abcdef';
const HEADER = 'release,sequence,time,date,method,root,inForce';
const DAYS = ['2026-03-10', '2026-03-11', '2026-03-12'] as const;
const BASES = new Set([currencyCode.parse('EUR')]);
/** Each test publishes the nights anew, and a real store is slow to take each file. */
const FEW = / EUR\/(GBP|JPY|USD) /;
const { signer, trusted } = newKeys();

/** The trees of three consecutive nights, and the archives that they were made from: of the test file that runs. */
let nights: { readonly tree: string; readonly archive: string }[] = [];

/** Half past two in the night after the day. */
const morningAfter = (night: number) => new Date(Date.parse(`${DAYS[night]}T02:30:00Z`) + 86_400_000);
function steps(store: ObjectStore, night: number) {
  const now = () => morningAfter(night);
  store.now = now;
  return { store, signer, now, onProgress: () => {} };
}

async function publishNight(
  store: ObjectStore,
  night: number,
  more: { readonly liftHold?: true } = {},
): Promise<string> {
  const { tree = '', archive = '' } = nights[night] ?? {};
  const archiveDir = freshFolder();
  cpSync(archive, archiveDir, { recursive: true });
  const { release } = await publish({
    ...{ ...steps(store, night), tree: await openGenerated(tree), archiveDir, ...more },
  });
  return release;
}

async function publishAll(store: ObjectStore): Promise<readonly string[]> {
  const releases: string[] = [];
  for (const night of nights.keys()) releases.push(await publishNight(store, night));
  return releases;
}

const textOf = async (store: ObjectStore) => (await store.get(LIST))?.bytes.toString('utf8') ?? 'no list';

/** `a in force` for the release of the first night, `b` for that of the second. */
async function listed(store: ObjectStore, releases: readonly string[]): Promise<readonly string[]> {
  const [header, ...lines] = (await textOf(store)).split('\r\n').slice(0, -1);
  expect(header).toBe(HEADER);
  return lines.map((line) => {
    const [release = ''] = line.split(',');
    return `${'abc'[releases.indexOf(release)]}${line.endsWith(',true') ? ' in force' : ''}`;
  });
}

async function faultsOf(store: ObjectStore): Promise<readonly string[]> {
  const options = { trusted, sequenceMin: null, now: morningAfter(2), sample: null };
  const { faults } = await verifyTarget({ ...options, source: storeSource(store), mode: 'stable' });
  return faults.map(({ kind, key, why }) => `${kind} ${key}: ${why}`);
}

/** Where the stores of a test lie: a fresh folder or bucket each time it is asked. */
export type Place = () => Promise<{ readonly target: string; readonly connection: Connection }>;
type Connection = Omit<Parameters<typeof openObjectStore>[1], 'willWrite'>;

export function releaseListLaws(place: Place): void {
  beforeAll(async () => {
    // Two test files use this module, and a worker that runs both loads it once.
    nights = [];
    for (const last of DAYS) {
      const [tree, archive] = [freshFolder(), freshFolder()];
      const lines = dailyLines('2026-03-09', last).filter((line) => FEW.test(line));
      await writeLines(archive, 'ECB', lines);
      await generateFrom({ ECB: lines }, tree, { bases: BASES, historyBases: BASES });
      nights.push({ tree, archive });
    }
  });
  const openStore = async () => {
    const { target, connection } = await place();
    const again = () => openObjectStore(target, { ...connection, willWrite: true });
    return { store: await again(), again };
  };

  describe('the list of releases', () => {
    it('says of each release what its pointer says, the oldest first', async () => {
      const { store } = await openStore();
      const releases = await publishAll(store);
      const records = (await readKept(store, null)).toReversed();
      expect(records.map(({ release }) => release)).toEqual(releases);
      expect((await textOf(store)).split('\r\n')).toEqual([
        HEADER,
        ...records.map(({ release, first: sequence, published: time, date, method, root }, night) => {
          expect([sequence, time, date]).toEqual([
            night + 1,
            `${morningAfter(night).toISOString().slice(0, 19)}Z`,
            DAYS[night],
          ]);
          return [release, sequence, time, date, method, root, night === 2].join();
        }),
        '',
      ]);
      expect(await faultsOf(store)).toEqual([]);
    });

    it('is written after the pointer and before the stable copies, for a minute, and only when it changes', async () => {
      const { store } = await openStore();
      const writes: (readonly [string, ObjectFacts])[] = [];
      const noted = altered(store, {
        put: (key, bytes, facts) => {
          writes.push([key, facts]);
          return store.put(key, bytes, facts);
        },
        replace: (key, bytes, facts, etag) => {
          writes.push([key, facts]);
          return store.replace(key, bytes, facts, etag);
        },
      });
      await publishNight(noted, 0);
      const drafts = ['notes/draft.json', 'notes/draft.json'];
      const after = ['current.json', 'pointers/0000000001.json', LIST, 'pointers/copies.json'];
      expect(writes.map(([key]) => key)).toEqual([...drafts, ...after]);
      expect(writes.at(-2)?.[1]).toEqual({
        contentType: 'text/csv; charset=utf-8; header=present',
        cacheControl: 'public, max-age=60',
      });
      writes.length = 0;
      await publishNight(noted, 0);
      expect(writes.map(([key]) => key)).toEqual(['current.json', 'pointers/0000000002.json']);
    });

    it('names what was just put into force, although the store still answers with the pointer before', async () => {
      const { store } = await openStore();
      const first = await publishNight(store, 0);
      const stale = await store.get(POINTER_KEY);
      let isFlipped = false;
      const behind = altered(store, {
        get: async (key) => (isFlipped && key === POINTER_KEY ? stale : store.get(key)),
        replace: (key, ...written) => {
          isFlipped ||= key === POINTER_KEY;
          return store.replace(key, ...written);
        },
      });
      const second = await publishNight(behind, 1);
      expect(await listed(store, [first, second])).toEqual(['a', 'b in force']);
    });

    it('is in no tree and in no release, so that it makes no night a new release', async () => {
      const { store } = await openStore();
      const first = await publishNight(store, 0);
      expect(await publishNight(store, 0)).toBe(first);
      const { root } = (await readPointer(store))?.pointer ?? { root: '' };
      const held = [...(await entriesOf(root, textsIn(objectsOf(store)))).keys()];
      expect(held.length).toBeGreaterThan(10);
      expect(held.filter((path) => path.includes('releases.csv'))).toEqual([]);
    });

    it('follows a rollback, and what comes after it', async () => {
      const { store } = await openStore();
      const releases = await publishAll(store);
      expect(await listed(store, releases)).toEqual(['a', 'b', 'c in force']);
      await rollback(steps(store, 2), null);
      expect(await listed(store, releases)).toEqual(['a', 'b in force', 'c']);
      expect(await faultsOf(store)).toEqual([]);
      await rollback(steps(store, 2), releases[0] ?? '');
      expect(await listed(store, releases)).toEqual(['a in force', 'b', 'c']);
      await publishNight(store, 2, { liftHold: true });
      expect(await listed(store, releases)).toEqual(['a', 'b', 'c in force']);
      expect(await faultsOf(store)).toEqual([]);
    });

    it('names no release that was deleted', async () => {
      const { store } = await openStore();
      const releases = await publishAll(store);
      await prune(store, { signer: null }, 2);
      expect(await listed(store, releases)).toEqual(['b', 'c in force']);
      await rollback(steps(store, 2), null);
      await prune(store, { signer: null }, 1);
      // The newest is kept, and so is the one in force.
      expect(await listed(store, releases)).toEqual(['b in force', 'c']);
      expect(await faultsOf(store)).toEqual([]);
    });

    it('loses a release before the release is deleted, so that a killed prune leaves no line too many', async () => {
      const { store } = await openStore();
      const releases = await publishAll(store);
      const killed = altered(store, { delete: () => Promise.reject(new Error('killed')) });
      await expect(prune(killed, { signer: null }, 1)).rejects.toThrow('killed');
      expect(await listed(store, releases)).toEqual(['c in force']);
      expect((await readKept(store, null)).length).toBe(3);
      await prune(store, { signer: null }, 1);
      expect(await listed(store, releases)).toEqual(['c in force']);
      expect(await faultsOf(store)).toEqual([]);
    });

    it.each<[string, (store: ObjectStore) => Promise<void>]>([
      ['of a store from before there were lists', (store) => store.delete([LIST])],
      ['that is damaged', (store) => store.put(LIST, Buffer.from('release\r\n<html>'), FACTS)],
      ['of a publisher that was killed before it', (store) => store.put(LIST, Buffer.from(`${HEADER}\r\n`), FACTS)],
    ])('%s is true again after the next night', async (_, harm) => {
      const { store } = await openStore();
      const first = await publishNight(store, 0);
      await harm(store);
      expect(await listed(store, [first, await publishNight(store, 0)])).toEqual(['a in force']);
    });

    it('has the release of a publisher that was killed before it wrote the list, also a night later', async () => {
      const { store } = await openStore();
      const releases = [await publishNight(store, 0)];
      const killed = altered(store, {
        replace: (key, bytes, facts, etag) =>
          key === LIST ? Promise.reject(new Error('killed')) : store.replace(key, bytes, facts, etag),
      });
      await expect(publishNight(killed, 1)).rejects.toThrow('killed');
      releases[1] = (await readPointer(store))?.pointer.release ?? '';
      expect(await listed(store, releases)).toEqual(['a in force']);
      releases[2] = await publishNight(store, 2);
      expect(await listed(store, releases)).toEqual(['a', 'b', 'c in force']);
      expect(await faultsOf(store)).toEqual([]);
    });

    it('is true after two publishers at once, whoever writes it last', async () => {
      const { store, again } = await openStore();
      const other = await again();
      const releases = [await publishNight(store, 0)];
      let isFirst = true;
      // Between this publisher's reading of the list and its writing, the other one publishes the next night.
      const slow = altered(store, {
        replace: async (key, bytes, facts, etag) => {
          if (key === LIST && isFirst) {
            isFirst = false;
            releases[2] = await publishNight(other, 2);
          }
          return store.replace(key, bytes, facts, etag);
        },
      });
      releases[1] = await publishNight(slow, 1);
      expect(isFirst).toBe(false);
      expect(await listed(store, releases)).toEqual(['a', 'b', 'c in force']);
    });
  });

  describe('a list of releases that is wrong', () => {
    let store: ObjectStore;
    let good = '';
    beforeAll(async () => {
      store = (await openStore()).store;
      await publishAll(store);
      good = await textOf(store);
    });
    beforeEach(() => store.put(LIST, Buffer.from(good), FACTS));

    it.each<[string, (text: string) => string | null, RegExp]>([
      ['is missing', () => null, /^missing v1\/releases\.csv: the next publish or repair writes it$/],
      ['is cut off', (text) => text.slice(0, -9), /^bad v1\/releases\.csv: it is not a list of releases/],
      [
        'names a release that is not there',
        (text) => text.replace(/^[0-9a-f]{16}/m, NOBODY),
        /says about release 0123456789abcdef differs from its pointer$/,
      ],
      ['tells another root', (text) => text.replace(/[0-9a-f]{64}/, 'f'.repeat(64)), /differs from its pointer$/],
      ['tells another day', (text) => text.replace(DAYS[0], '2026-03-08'), /differs from its pointer$/],
      [
        'says that another one is in force',
        (text) => text.replaceAll('true', 'false'),
        /says that release none is in force/,
      ],
    ])('that %s is found by verify and mended by repair', async (_, edit, fault) => {
      const bad = edit(good);
      expect(bad).not.toBe(good);
      if (bad === null) await store.delete([LIST]);
      else await store.put(LIST, Buffer.from(bad), FACTS);
      expect(await faultsOf(store)).toEqual([expect.stringMatching(fault)]);
      const pointer = (await readPublished(store))?.pointer;
      if (pointer === undefined) throw new Error('no pointer');
      const replacing = { store, pointer, from: null, archiveDir: freshFolder(), trust: { signer } };
      const { mended, left } = await repairRelease({ ...replacing, mode: 'stable', sample: null });
      expect([mended, left]).toEqual([[LIST], []]);
      expect(await textOf(store)).toBe(good);
    });

    it('is not made for a store without a pointer', async () => {
      const { store: empty } = await openStore();
      await listReleases(empty, { signer: null });
      expect(await textOf(empty)).toBe('no list');
    });
  });
}
