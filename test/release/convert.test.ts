/** `repair --convert` rewrites a store that version 0.2 published: the same releases, files and notes in format 2. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { manifestReader } from '../../generator/release/pointer/manifest-reader.ts';
import { readPointer } from '../../generator/release/pointer/published.ts';
import { convertStore } from '../../generator/release/steps/convert.ts';
import { publish } from '../../generator/release/steps/publish.ts';
import { rollback } from '../../generator/release/steps/rollback.ts';
import { sweep } from '../../generator/release/steps/sweep.ts';
import { openObjectStore } from '../../generator/store/open.ts';
import { type ObjectStore, StoreError } from '../../generator/store/store.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { readRootNode } from '../../generator/wire/release/manifest-nodes.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { altered } from '../support/kit/altered-store.ts';
import { copied } from '../support/kit/copied.ts';
import { toFormat1 } from '../support/trees/format-1.ts';
import { generateRelease } from '../support/trees/releases.ts';
import { readTree } from '../support/trees/trees.ts';
import { faultsOf, ours, verifyFolder } from '../support/trees/verifying.ts';

const DAY_MS = 86_400_000;
const made = freshFolder();
const older = freshFolder();
const openStore = (dir: string) =>
  openObjectStore(dir, { endpoint: null, region: null, pathStyle: false, socketsMax: 8, willWrite: true });
const signed = freshFolder();
const steps = (store: ObjectStore, signer: typeof ours.signer = null) => {
  return { store, signer, atOnce: 8, onProgress: () => {}, now: () => new Date() };
};
const copyOf = (dir: string) => {
  return copied(dir);
};
/** All but what a new pointer changes. */
const contentOf = (dir: string) =>
  new Map([...readTree(dir)].filter(([key]) => !/^(current\.json|pointers\/|notes\/hold\.json)/.test(key)));

/** Three releases, of which the newest was taken back, so that there is a hold and a pending archive. */
beforeAll(async () => {
  const [store, archiveDir] = [await openStore(made), freshFolder()];
  for (const until of ['2026-03-11', '2026-03-12', '2026-03-13']) {
    await writeLines(archiveDir, 'ECB', [`${until} EUR/USD 1.1`]);
    await publish({
      ...steps(store),
      tree: await openGenerated(await generateRelease(1, { until })),
      archiveDir,
      accepted: [],
    });
  }
  await rollback(steps(store), null);
  copied(made, older);
  toFormat1(older, null);
  copied(made, signed);
  toFormat1(signed, ours.signer);
});

describe('a store of format 1', () => {
  it('is refused by what publishes, with the command that rewrites it', async () => {
    await expect(readPointer(await openStore(older))).rejects.toThrow(/in format 1: "ratetree repair .* --convert"/);
  });

  it('becomes what this version would have published, and after a sweep nothing else', async () => {
    const dir = copyOf(older);
    const store = await openStore(dir);
    const before = await readPointer(await openStore(made));
    const converted = await convertStore(steps(store));
    expect(converted).toMatchObject({ releases: 3, left: [], sequence: (before?.pointer.sequence ?? 0) + 1 });
    expect(await sweep(store, Date.now(), true)).toBe(0);
    expect(faultsOf(await verifyFolder(dir, { now: new Date(), isAll: true, trusted: null }))).toEqual([]);
    await sweep(store, Date.now() + 2 * DAY_MS, true);
    expect(contentOf(dir)).toEqual(contentOf(made));
    expect((await readPointer(store))?.pointer).toMatchObject({
      ...{ root: before?.pointer.root, archive: before?.pointer.archive, release: before?.pointer.release },
      key: null,
    });
    expect(faultsOf(await verifyFolder(dir, { now: new Date(), isAll: true, trusted: null }))).toEqual([]);
    expect(await convertStore(steps(store))).toBeNull();
  });

  it.each([1, 20, 60, 120])('is converted after a kill at write %i, by running it again', async (last) => {
    const dir = copyOf(older);
    const store = await openStore(dir);
    let writes = 0;
    const orDie = <Words extends readonly unknown[], Result>(write: (...words: Words) => Promise<Result>) => {
      return (...words: Words) => (++writes > last ? Promise.reject(new StoreError('killed')) : write(...words));
    };
    const killed = altered(store, {
      create: orDie(store.create.bind(store)),
      copy: orDie(store.copy.bind(store)),
      put: orDie(store.put.bind(store)),
      replace: orDie(store.replace.bind(store)),
    });
    await expect(convertStore(steps(killed))).rejects.toThrow('killed');
    expect(await convertStore(steps(store))).toMatchObject({ releases: 3, left: [] });
    await sweep(store, Date.now() + 2 * DAY_MS, true);
    expect(contentOf(dir)).toEqual(contentOf(made));
  });

  it('is not converted by another key than that of its pointer', async () => {
    const store = await openStore(copyOf(signed));
    await expect(convertStore(steps(store))).rejects.toThrow(/is signed by key/);
  });

  it('that is signed loses its hold and what no release has, which nobody signed, and says so', async () => {
    const store = await openStore(copyOf(signed));
    const { left } = (await convertStore(steps(store, ours.signer))) ?? {};
    expect(left).toEqual([
      'hold.json: nobody signed it',
      expect.stringMatching(/^pending\/[0-9a-f]{64}: nobody signed it$/),
    ]);
    expect((await readPointer(store))?.pointer.key).toBe(ours.id);
  });
});

describe('a sweep', () => {
  it('deletes what a killed publisher left when it is a day old, and nothing that a release or a night needs', async () => {
    const dir = copyOf(made);
    const store = await openStore(dir);
    const facts = { contentType: 'text/plain', cacheControl: '' };
    const stray = `objects/aa/${'a'.repeat(64)}`;
    await store.create(stray, Buffer.from('stray'), facts);
    expect(await sweep(store, Date.now(), true)).toBe(0);
    expect(await sweep(store, Date.now() + 2 * DAY_MS, false)).toBe(1);
    expect(await store.get(stray)).not.toBeNull();
    expect(await sweep(store, Date.now() + 2 * DAY_MS, true)).toBe(1);
    expect(readTree(dir)).toEqual(readTree(made));
  });

  it('is refused, and deletes nothing, where a later version names files that this one would not see', async () => {
    const dir = copyOf(made);
    const store = await openStore(dir);
    const { pointer } = (await readPointer(store)) ?? {};
    const root = `${(await store.get(textKey(pointer?.root ?? '')))?.bytes}`;
    const later = root.replace('{', '{"shelves":{"latest":["d","h",1]},');
    const facts = { contentType: 'application/json', cacheControl: '' };
    await store.put(textKey(hashOf(later)), Buffer.from(later), facts);
    await store.put(
      'current.json',
      Buffer.from(JSON.stringify({ ...pointer, release: hashOf(later).slice(0, 16), root: hashOf(later) })),
      facts,
    );
    const before = contentOf(dir);
    await expect(sweep(store, Date.now() + 2 * DAY_MS, true)).rejects.toThrow(
      /names shelves, which this version does not know: nothing is deleted; run the version that published it/,
    );
    expect(contentOf(dir)).toEqual(before);
    // Whoever only reads passes the member by.
    expect((await readRootNode(hashOf(later), manifestReader(store))).files).toEqual(JSON.parse(root).files);
  });
});
