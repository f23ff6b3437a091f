/** The thread of a fetcher: writes the objects that it is sent, many at a time, and wakes the caller after each list. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import { concurrently } from '../../kit/items.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { FetchAnswer, FetcherPlace, WantedObject } from './fetcher.ts';
import { openObjectStore } from './open.ts';
import { REQUESTS_AT_ONCE } from './store.ts';

const { target, connection, signal, port }: FetcherPlace = workerData;
const opening = openObjectStore(target, { ...connection, willWrite: false });

port.on('message', async (wanted: readonly WantedObject[]) => {
  const answer = await fetchAll(wanted).catch((error: unknown): FetchAnswer => ({ error: `${messageOf(error)}` }));
  port.postMessage(answer);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
});

async function fetchAll(wanted: readonly WantedObject[]): Promise<FetchAnswer> {
  const store = await opening;
  let [objects, bytes] = [0, 0];
  await concurrently(wanted, REQUESTS_AT_ONCE, async ({ key, file, sha256 }) => {
    const found = await store.get(key);
    if (found === null || hashOf(found.bytes) !== sha256) return;
    mkdirSync(dirname(file), { recursive: true });
    const partial = `${file}.${process.pid}.partial`;
    writeFileSync(partial, found.bytes);
    renameSync(partial, file);
    objects++;
    bytes += found.bytes.length;
  });
  return { objects, bytes };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : `${error}`;
}
