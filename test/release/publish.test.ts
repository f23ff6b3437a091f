/** Releases in a folder as a store: what is uploaded and in which order, what is restored, and what is pruned. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReleases } from '../../generator/rates/corrections/release-ledger.ts';
import { publishArchive } from '../../generator/release/archive/archive-in-store.ts';
import { readArchiveOf } from '../../generator/release/archive/archive-list.ts';
import { restoreArchive } from '../../generator/release/archive/restore-archive.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { readPointer } from '../../generator/release/pointer/published.ts';
import { compareWithStore, planRelease } from '../../generator/release/publish/plan.ts';
import { prune } from '../../generator/release/publish/prune.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { rollback } from '../../generator/release/publish/rollback.ts';
import { type ObjectStore, StoreError } from '../../generator/release/store/store.ts';
import { storeSource } from '../../generator/release/verify/source.ts';
import { verifyTarget } from '../../generator/release/verify/verify.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { altered } from '../support/kit/altered-store.ts';
import { copied } from '../support/kit/copied.ts';
import { threeNights } from '../support/trees/by-command.ts';
import { openTestStore } from '../support/trees/logged.ts';
import { FILE_KEY, keyIn, keysIn, TEXT_KEY } from '../support/trees/manifests.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';

const BASES = new Set([currencyCode.parse('EUR'), currencyCode.parse('USD')]);
const { signer, trusted } = newKeys();
const NOW = new Date('2026-03-14T02:30:00Z');

/** The trees of three consecutive nights, and the archives that they were made from. */
const nights = await threeNights();

async function publishNight(store: ObjectStore, night: number, more: Partial<Parameters<typeof publish>[0]> = {}) {
  const { tree = '', archive = '' } = nights[night] ?? {};
  const steps = { store, signer, now: () => NOW, onProgress: () => {} };
  // A copy, because publish notes releases in the archive, and the next test must not see them.
  const archiveDir = copied(archive);
  return publish({ ...steps, tree: await openGenerated(tree), archiveDir, ...more });
}

const steps = (store: ObjectStore) => ({ store, signer, now: () => NOW, onProgress: () => {} });

async function faultsOf(store: ObjectStore, mode: 'pointer' | 'stable'): Promise<readonly string[]> {
  const options = { trusted, sequenceMin: null, now: NOW, sample: null };
  const { faults } = await verifyTarget({ ...options, source: storeSource(store), mode });
  return faults.map(({ kind, key }) => `${kind} ${key}`);
}

/** The store, with the keys that are written and copied, the prefixes that are listed, and the keys that are read. */
function watched(store: ObjectStore) {
  const [writes, listed, reads]: [string[], string[], string[]] = [[], [], []];
  const note = <Args extends [string, ...unknown[]], Result>(verb: string, act: (...args: Args) => Promise<Result>) => {
    return (...args: Args) => {
      writes.push(`${verb} ${verb === 'copy' ? args[1] : args[0]}`);
      return act.apply(store, args);
    };
  };
  const spy = altered(store, {
    get: (key) => {
      reads.push(key);
      return store.get(key);
    },
    create: note('create', store.create),
    put: note('put', store.put),
    copy: note('copy', store.copy),
    replace: note('point', store.replace),
    list: (prefix) => {
      listed.push(prefix);
      return store.list(prefix);
    },
  });
  return { store: spy, writes, listed, reads };
}

describe('publish', () => {
  it('puts a complete signed release into the store, with copies at the stable addresses', async () => {
    const store = await openTestStore();
    const summary = await publishNight(store, 0);
    expect(summary).toMatchObject({ sequence: 1, isNew: true, removed: 0 });
    expect(await faultsOf(store, 'pointer')).toEqual([]);
    expect(await faultsOf(store, 'stable')).toEqual([]);
    const tree = readTree(nights[0]?.tree ?? '');
    expect(summary.copied).toBe([...tree.keys()].filter((path) => /^(v1|ecb)\//.test(path)).length);
  });

  it('writes files and texts, the root, the state, the draft, pointer, the list of releases, and copies, the latest last', async () => {
    const { store, writes } = watched(await openTestStore());
    await publishNight(store, 0);
    const root = textKey((await readPointer(store))?.pointer.root ?? '');
    const partOf = (write: string) => {
      if (write.startsWith('create archive/')) return 'archive or state';
      if (write === `create ${root}`) return 'root of the manifest';
      if (FILE_KEY.test(write.replace('create ', ''))) return 'files and texts';
      if (TEXT_KEY.test(write.replace('create ', ''))) return 'files and texts';
      if (write === 'point current.json') return 'pointer';
      if (write === 'point v1/releases.csv') return 'list of releases';
      if (write.startsWith('put pointers/0')) return 'copy of the pointer';
      if (/^copy v1\/(historical|provenance|series)\/\w+\//.test(write)) return 'dated copies';
      if (/^copy v1\/(latest|status)/.test(write)) return 'latest copies';
      return write.startsWith('copy ') ? 'list copies' : write;
    };
    const order = writes.map(partOf).filter((part, place, parts) => part !== parts[place - 1]);
    expect(order).toEqual([
      'point notes/draft.json',
      'archive or state',
      'files and texts',
      'root of the manifest',
      'archive or state',
      'point notes/draft.json',
      'pointer',
      'copy of the pointer',
      'list of releases',
      'dated copies',
      'list copies',
      'latest copies',
      'put pointers/copies.json',
    ]);
  });

  it('only signs the pointer again if nothing is new', async () => {
    const { store, writes } = watched(await openTestStore());
    const first = await publishNight(store, 0);
    writes.length = 0;
    const second = await publishNight(store, 0);
    expect(writes).toEqual(['point current.json', 'put pointers/0000000002.json']);
    expect(second).toMatchObject({ release: first.release, sequence: 2, isNew: false, objects: 1, copied: 0 });
  });

  it('uploads the files of a new day, and none of the days before', async () => {
    const dir = freshFolder();
    const { store, writes } = watched(await openTestStore(dir));
    await publishNight(store, 0);
    writes.length = 0;
    await publishNight(store, 1);
    const created = writes.map((write) => write.replace('create ', '')).filter((key) => FILE_KEY.test(key));
    const uploaded = [...(await keysIn(dir))].filter(([, key]) => created.includes(key)).map(([path]) => path);
    expect(uploaded).toHaveLength(created.length);
    expect(uploaded).toContain('v1/historical/ECB/2026/03/11/EUR.json');
    expect(uploaded.filter((path) => /2026[/-]03[/-](0\d|10)/.test(path) && !path.includes('series'))).toEqual([]);
    expect(await faultsOf(store, 'pointer')).toEqual([]);
    expect(await faultsOf(store, 'stable')).toEqual([]);
  });

  it('uploads exactly what the plan says beforehand', async () => {
    const store = await openTestStore();
    await publishNight(store, 0);
    const plan = await planRelease(store, await compareWithStore(store, nights[1]?.tree ?? ''));
    const { store: spy, writes } = watched(store);
    await publishNight(spy, 1);
    expect(plan.objects).toBe(writes.filter((write) => write.startsWith('create objects/')).length);
  });

  it('lets one of two simultaneous publishers win, and tells the other', async () => {
    const dir = freshFolder();
    const [first, second] = [await openTestStore(dir), await openTestStore(dir)];
    const results = await Promise.allSettled([publishNight(first, 0), publishNight(second, 1)]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toBeInstanceOf(StoreError);
    expect(`${lost[0]?.reason}`).toContain('another publisher moved the pointer');
    expect(await faultsOf(first, 'pointer')).toEqual([]);
  });

  it('points at an earlier release if its content comes back, and uploads nothing', async () => {
    const { store, writes } = watched(await openTestStore());
    const first = await publishNight(store, 0);
    await publishNight(store, 1);
    writes.length = 0;
    expect(await publishNight(store, 0)).toMatchObject({ release: first.release, sequence: 3 });
    expect(writes.filter((write) => write.startsWith('create objects/'))).toEqual([]);
    expect(await faultsOf(store, 'stable')).toEqual([]);
  });

  it('notes each release after the one before, within a second and by a clock that was set back', async () => {
    const [store, archiveDir] = [await openTestStore(), freshFolder()];
    const clocks = ['02:30:00.100', '02:30:00.900', '02:20:00.000'];
    for (const [night, clock] of clocks.entries()) {
      const now = () => new Date(`2026-03-14T${clock}Z`);
      await publishNight(store, night, { archiveDir, now });
    }
    const releases = await readReleases(archiveDir, null);
    expect(releases.map(({ time }) => time.slice(11))).toEqual(['02:30:00Z', '02:30:01Z', '02:30:02Z']);
    expect(releases.at(-1)?.release).toBe((await readPointer(store))?.pointer.release);
  });

  it('refuses an archive folder that does not exist, also if a release is in force', async () => {
    const store = await openTestStore();
    const archiveDir = `${freshFolder()}/nowhere`;
    await expect(publishNight(store, 0, { archiveDir })).rejects.toThrow(InputError);
    await publishNight(store, 0);
    await expect(publishNight(store, 1, { archiveDir })).rejects.toThrow(`${archiveDir}: there is no archive here`);
  });

  it.each<[string, RegExp, string | RegExp]>([
    ['current.json', /^current\.json$/, 'current.json is not what publish writes'],
    [
      'pointers/copies.json',
      /^pointers\/copies\.json$/,
      /copies\.json is not what publish writes .*; "ratetree repair" writes it again$/,
    ],
    ['texts of the manifest', TEXT_KEY, /manifest [0-9a-f]{64} does not have that hash$/],
  ])('names a damaged object of the store as the fault of the store: %s', async (_, keys, words) => {
    const dir = freshFolder();
    const store = await openTestStore(dir);
    await publishNight(store, 0);
    for (const path of readTree(dir).keys()) if (keys.test(path)) writeFileSync(join(dir, path), '[]\n');
    const published = publishNight(store, 1);
    await expect(published).rejects.toThrow(StoreError);
    await expect(published).rejects.toThrow(words);
  });
});

describe('rollback', () => {
  it('points at the release before, under a new sequence, and restores its stable copies', async () => {
    const store = await openTestStore();
    const [first, second] = [await publishNight(store, 0), await publishNight(store, 1)];
    expect(await rollback(steps(store), null)).toMatchObject({ release: first.release, sequence: 3 });
    expect(await faultsOf(store, 'pointer')).toEqual([]);
    expect(await faultsOf(store, 'stable')).toEqual([]);
    expect(await rollback(steps(store), second.release)).toMatchObject({ release: second.release, sequence: 4 });
    expect(await faultsOf(store, 'stable')).toEqual([]);
  });

  it('refuses a release that the store does not have, and lists those that it has', async () => {
    const store = await openTestStore();
    await expect(rollback(steps(store), null)).rejects.toThrow(/nothing has been published/);
    const { release, time } = await publishNight(store, 0);
    await expect(rollback(steps(store), null)).rejects.toThrow(/no older release is kept/);
    await expect(rollback(steps(store), '0123456789abcdef')).rejects.toThrow(
      new InputError(
        `${store.name}: there is no release 0123456789abcdef; the store has: release ${release} (sequence 1, ${time})`,
      ),
    );
  });
});

describe('prune', () => {
  it('deletes the objects of dropped releases that no kept release names, and no others', async () => {
    const dir = freshFolder();
    const store = await openTestStore(dir);
    const summaries = [await publishNight(store, 0), await publishNight(store, 1), await publishNight(store, 2)];
    const before = readTree(dir).size;
    const { releases, objects } = await prune(store, { signer: null }, 1);
    expect(releases).toHaveLength(2);
    const copies = 2;
    expect(readTree(dir).size).toBe(before - objects - copies);
    expect(await faultsOf(store, 'pointer')).toEqual([]);
    expect(await faultsOf(store, 'stable')).toEqual([]);
    expect((await prune(store, { signer: null }, 1)).releases).toEqual([]);
    const empty = freshFolder();
    await restoreArchive(store, (await readPointer(store))?.pointer.archive ?? '', empty);
    const restored = readTree(empty);
    expect(restored.get('releases.csv')).toContain(`,${summaries[1]?.release},`);
    restored.delete('releases.csv');
    expect(restored).toEqual(readTree(nights[2]?.archive ?? ''));
  });

  it('deletes an object of a release that was dropped before, once the last release that names it is dropped', async () => {
    const dir = freshFolder();
    const store = await openTestStore(dir);
    const othersOf = async () => {
      const options = { trusted, sequenceMin: null, now: NOW, sample: null, mode: 'pointer' as const };
      return (await verifyTarget({ ...options, source: storeSource(store) })).others;
    };
    await publishNight(store, 0);
    const first = new Set((await keysIn(dir)).values());
    await publishNight(store, 1);
    await prune(store, { signer: null }, 1);
    expect(await othersOf()).toEqual([]);
    const [tree, archiveDir] = [freshFolder(), freshFolder()];
    const lines = dailyLines('2026-03-04', '2026-03-11').map((line) =>
      line.replace(/^(2026-03-05 EUR\/USD) .*/, '$1 1.5'),
    );
    await writeLines(archiveDir, 'ECB', lines);
    await generateFrom({ ECB: lines }, tree, { bases: BASES, historyBases: BASES });
    await publishNight(store, 1, { tree: await openGenerated(tree), archiveDir });
    expect((await othersOf()).filter((key) => first.has(key))).not.toEqual([]);
    await prune(store, { signer: null }, 1);
    expect(await othersOf()).toEqual([]);
    expect(await faultsOf(store, 'pointer')).toEqual([]);
  });

  it('keeps a file whose bytes a dropped release has at another path', async () => {
    const dir = freshFolder();
    const store = await openTestStore(dir);
    await publishNight(store, 0);
    const [latest, dated] = ['v1/latest/ECB/EUR.json', 'v1/historical/ECB/2026/03/10/EUR.json'] as const;
    const [gone, kept] = [await keyIn(dir, latest), await keyIn(dir, dated)];
    expect(readFileSync(join(dir, gone))).toEqual(readFileSync(join(dir, kept)));
    await publishNight(store, 1);
    await prune(store, { signer: null }, 1);
    expect([existsSync(join(dir, gone)), await keyIn(dir, dated)]).toEqual([false, kept]);
    expect(readFileSync(join(dir, kept), 'latin1')).toBe(readTree(nights[1]?.tree ?? '').get(dated));
    expect(await faultsOf(store, 'pointer')).toEqual([]);
  });

  it('lists no objects, and reads only the texts in which a dropped release differs', async () => {
    const { store, listed, reads } = watched(await openTestStore());
    for (const night of [0, 1, 2]) await publishNight(store, night);
    listed.length = 0;
    reads.length = 0;
    await prune(store, { signer: null }, 2);
    expect(listed.filter((prefix) => prefix.startsWith('objects/'))).toEqual([]);
    const texts = reads.filter((key) => TEXT_KEY.test(key));
    expect(texts.length).toBe(new Set(texts).size);
    // No fixing before the tenth changes, so that no leaf of such a day is read. A year names them all.
    const read = await Promise.all(texts.map(async (key) => `${(await store.get(key))?.bytes}`));
    expect(read.filter((text) => text.startsWith('{"files":[[') && /historical\/\w+\/2026\/03\/0/.test(text))).toEqual(
      [],
    );
    expect(texts.length).toBeGreaterThan(3);
  });

  it('keeps the release in force, even if enough newer ones are kept', async () => {
    const store = await openTestStore();
    const first = await publishNight(store, 0);
    await publishNight(store, 1);
    await rollback(steps(store), first.release);
    await prune(store, { signer: null }, 1);
    expect(await faultsOf(store, 'pointer')).toEqual([]);
    expect(await rollback(steps(store), null).catch(({ message }) => message)).toContain('no older release');
  });

  it('deletes nothing if it keeps more releases than there are', async () => {
    const store = await openTestStore();
    await publishNight(store, 0);
    expect(await prune(store, { signer: null }, 30)).toEqual({ releases: [], objects: 0, left: [] });
  });
});

describe('the archive in the store', () => {
  it('is restored byte for byte on an empty disk, and only differing files are fetched', async () => {
    const store = await openTestStore();
    await publishNight(store, 0);
    const archive = (await readPointer(store))?.pointer.archive ?? '';
    const disk = freshFolder();
    expect(await restoreArchive(store, archive, disk)).toBe(2);
    expect(readTree(disk)).toEqual(readTree(nights[0]?.archive ?? ''));
    expect(await restoreArchive(store, archive, disk)).toBe(0);
  });

  it('leaves a file as it is that has all its rows and more', async () => {
    const store = await openTestStore();
    const [here, there] = [freshFolder(), freshFolder()];
    await writeLines(there, 'ECB', ['2026-03-10 EUR/USD 1.1']);
    await writeLines(here, 'ECB', ['2026-03-10 EUR/USD 1.1', '2026-03-11 EUR/USD 1.2']);
    const local = await readArchiveOf(there);
    await publishArchive(store, there, local, []);
    const year = join(here, 'ECB/2026.csv');
    const before = [statSync(year).ino, readFileSync(year, 'utf8')];
    await restoreArchive(store, local.hash, here);
    expect([statSync(year).ino, readFileSync(year, 'utf8')]).toEqual(before);
  });

  it('adds its rows to an archive on disk, which keeps its own, and names each document once', async () => {
    const store = await openTestStore();
    const [here, there, both] = [freshFolder(), freshFolder(), freshFolder()];
    const [old, own, other] = ['2025-12-30 EUR/USD 1.05', '2026-03-10 EUR/USD 1.1', '2026-03-11 EUR/USD 1.2'];
    await writeLines(here, 'ECB', [own]);
    await writeLines(there, 'ECB', [old, other]);
    await writeLines(both, 'ECB', [old, own, other]);
    const local = await readArchiveOf(there);
    await publishArchive(store, there, local, []);
    await restoreArchive(store, local.hash, here);
    expect(readTree(here)).toEqual(readTree(both));
  });

  it('with one list of documents for all years, as it was written before, is restored with lists by year', async () => {
    const store = await openTestStore();
    const [there, disk, both] = [freshFolder(), freshFolder(), freshFolder()];
    const [old, own, later] = ['2025-12-30 EUR/USD 1.05', '2026-03-10 EUR/USD 1.1', '2026-03-11 EUR/USD 1.2'];
    await writeLines(there, 'ECB', [old, own]);
    await writeLines(disk, 'ECB', [own, later]);
    await writeLines(both, 'ECB', [old, own, later]);
    const names = ['documents-2025.csv', 'documents-2026.csv'].map((name) => join(there, 'ECB', name));
    const [first = '', second = ''] = names.map((name) => readFileSync(name, 'utf8'));
    writeFileSync(join(there, 'ECB', 'documents.csv'), `${first}${second.slice(second.indexOf('\n') + 1)}`);
    for (const name of names) rmSync(name);
    const local = await readArchiveOf(there);
    await publishArchive(store, there, local, []);
    await restoreArchive(store, local.hash, disk);
    expect(readTree(disk)).toEqual(readTree(both));
  });

  it('receives only files that have changed', async () => {
    const store = await openTestStore();
    const first = await readArchiveOf(nights[0]?.archive ?? '');
    expect((await publishArchive(store, nights[0]?.archive ?? '', first, [])).objects).toBe(3);
    expect((await publishArchive(store, nights[0]?.archive ?? '', first, [first.hash])).objects).toBe(0);
    const second = await readArchiveOf(nights[1]?.archive ?? '');
    expect((await publishArchive(store, nights[1]?.archive ?? '', second, [first.hash])).objects).toBe(3);
  });

  it('is not restored if a file differs from what the list says', async () => {
    const dir = freshFolder();
    const store = await openTestStore(dir);
    await publishNight(store, 0);
    const archive = (await readPointer(store))?.pointer.archive ?? '';
    for (const path of readTree(dir).keys())
      if (path.startsWith('archive/') && !path.endsWith(archive)) writeFileSync(`${dir}/${path}`, 'x');
    const disk = freshFolder();
    await expect(restoreArchive(store, archive, disk)).rejects.toThrow(/is damaged/);
    expect(readTree(disk).size).toBe(0);
  });
});
