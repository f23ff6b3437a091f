/** What a store has of releases, read so that damage to one object hides no other: for repair, and for people. */

import { POINTER_COPIES } from '../../wire/release/keys.ts';
import { POINTER_KEY, type Pointer, parsePointer } from '../../wire/release/pointer.ts';
import { listPending } from '../archive/pending.ts';
import { type Hold, readHold } from '../pointer/hold.ts';
import { leftWithoutPointer } from '../pointer/lost-pointer.ts';
import {
  inOneLine,
  listRecords,
  type ReleaseRecord,
  readRecord,
  readStableMark,
  releaseWords,
  type StableMark,
} from '../pointer/published.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

export interface Inventory {
  /** The pointer; null if it is missing or cannot be read. */
  readonly pointer: Pointer | null;
  /** The tag of the object at the pointer's address, readable or not; null if there is none. */
  readonly etag: string | null;
  /** Copies of pointers that can be read, by rising sequence. */
  readonly copies: readonly Pointer[];
  /** Records of releases that can be read, newest first. */
  readonly records: readonly ReleaseRecord[];
  readonly stable: StableMark | null;
  readonly hold: Hold | null;
  /** Lists of archives that no release has yet. */
  readonly pending: readonly string[];
  /** What lies here if there is no pointer; empty for a new store. */
  readonly left: readonly string[];
  /** One line for each object that cannot be read. */
  readonly damaged: readonly string[];
}

export async function readInventory(store: ObjectStore): Promise<Inventory> {
  const damaged: string[] = [];
  const tried = async <Value>(read: () => Promise<Value>): Promise<Value | null> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      damaged.push(error.message);
      return null;
    }
  };
  const found = await store.get(POINTER_KEY);
  const pointer = found === null ? null : parsed(POINTER_KEY, found.bytes, damaged);
  const copies: Pointer[] = [];
  for await (const { key } of store.list(POINTER_COPIES)) {
    const copy = await store.get(key);
    const whole = copy === null ? null : parsed(key, copy.bytes, damaged);
    if (whole !== null) copies.push(whole);
  }
  const records: ReleaseRecord[] = [];
  for (const release of await listRecords(store)) {
    const record = await tried(() => readRecord(store, release));
    if (record !== null) records.push(record);
  }
  return {
    pointer,
    etag: found?.etag ?? null,
    copies: copies.sort((left, right) => left.sequence - right.sequence),
    records: records.sort((left, right) => right.sequence - left.sequence),
    stable: await tried(() => readStableMark(store)),
    hold: await tried(() => readHold(store)),
    pending: await listPending(store),
    left: found === null ? await leftWithoutPointer(store) : [],
    damaged,
  };
}

function parsed(key: string, bytes: Buffer, damaged: string[]): Pointer | null {
  try {
    return parsePointer(bytes.toString('utf8'));
  } catch (error) {
    damaged.push(`${key}: ${inOneLine(error)}`);
    return null;
  }
}

export function inventoryLines(inventory: Inventory): readonly string[] {
  const { pointer, copies, records, stable, hold, pending, damaged } = inventory;
  const newest = copies.at(-1);
  const named = (id: string) => {
    const record = records.find(({ release }) => release === id);
    return record === undefined ? `release ${id}` : releaseWords(record);
  };
  return [
    pointer === null ? `pointer: none readable` : `pointer: ${pointerWords(pointer)}`,
    `copies of pointers: ${copies.length}${newest === undefined ? '' : `, the newest: ${pointerWords(newest)}`}`,
    `releases: ${records.length}`,
    ...records.map((record) => `  ${releaseWords(record)}, rates of ${record.date}`),
    `stable addresses: ${stable === null ? 'nothing says which release they are of' : named(stable.release)}`,
    ...(hold === null ? [] : [`rollback from ${named(hold.release)} to ${named(hold.to)} at ${hold.time}`]),
    ...(pending.length === 0 ? [] : [`archives without a release: ${pending.length}`]),
    ...damaged.map((line) => `damaged: ${line}`),
  ];
}

function pointerWords(pointer: Pointer): string {
  const { key } = pointer;
  return `${releaseWords(pointer)}, ${key === null ? 'unsigned' : `signed by key ${key}`}`;
}
