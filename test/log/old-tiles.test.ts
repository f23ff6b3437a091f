/** Which tiles of a long log `--keep` deletes. */
import { existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { leafHash } from '../../generator/release/log/merkle.ts';
import { lastBundleKey, newFiles, readEntries, tileKey } from '../../generator/release/log/tiles.ts';
import { prune } from '../../generator/release/publish/prune.ts';
import { makeNights, NOW, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SIZE = 257;
const entries = Array.from({ length: SIZE }, (_, place) => Buffer.from(`${place}`));
const leaves = entries.map(leafHash);

it('deletes tiles that are not full with the release of their night, and only if the full ones are there', async () => {
  const store = await openTestStore();
  const keys = newKeys();
  const nightMs = (place: number) => NOW.getTime() - (SIZE - place) * DAY_MS;
  for (const [place, night] of (await makeNights('2026-03-10', '2026-03-11', '2026-03-12')).entries())
    await publishLogged(store, keys, night, { log: null, now: () => new Date(nightMs(SIZE - 2 + place)) });
  for (let size = 1; size <= SIZE; size++) {
    for (const { key, bytes } of newFiles(size - 1, entries.slice(0, size), leaves.slice(0, size))) {
      const file = join(store.name, key);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      const time = new Date(nightMs(size) + HOUR_MS);
      utimesSync(file, time, time);
    }
  }
  const left = () =>
    Array.from({ length: SIZE }, (_, place) => place + 1).filter((size) =>
      existsSync(join(store.name, lastBundleKey(size))),
    );
  const read = async (key: string) => (await store.get(key))?.bytes ?? null;
  const full = [tileKey('entries', 0, 256), tileKey(0, 0, 256)].map((key) => join(store.name, key));
  for (const file of full) renameSync(file, `${file}-away`);
  await prune(store, { signer: null }, 3);
  expect(left()).toHaveLength(SIZE - 1);
  for (const file of full) renameSync(`${file}-away`, file);
  await prune(store, { signer: null }, 3);
  expect(left()).toEqual([255, 256, 257]);
  expect(existsSync(join(store.name, tileKey(0, 0, 254)))).toBe(false);
  expect(existsSync(join(store.name, tileKey(1, 0, 1)))).toBe(true);
  const { objects } = await prune(store, { signer: null }, 2);
  expect(left()).toEqual([256, 257]);
  expect(objects).toBeGreaterThanOrEqual(2);
  // Who kept an older checkpoint finds its entries in the full bundle.
  for (const size of [1, 200, 255, SIZE]) expect(await readEntries(read, size)).toEqual(entries.slice(0, size));
});
