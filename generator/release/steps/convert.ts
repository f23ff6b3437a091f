import { type ObjectStore, StoreError } from '../../store/store.ts';
import { NOTES } from '../../wire/release/keys.ts';
import { ManifestFault } from '../../wire/release/manifest-nodes.ts';
import { POINTER_FORMAT_1, POINTER_KEY, parsePointer } from '../../wire/release/pointer.ts';
import { ManifestConverter } from '../objects/manifest-converter.ts';
import { copyStable } from '../objects/stable-copies.ts';
import { FACTS_OF_ARCHIVE, FACTS_OF_POINTER } from '../pointer/caching.ts';
import { flip, refuseToSign, type Signing } from '../pointer/flip.ts';
import { listReleases } from '../pointer/list-releases.ts';
import {
  parsedFrom,
  readNote,
  recordOfEitherFormat,
  stableMark,
  writeRecord,
  writeStableMark,
} from '../pointer/published.ts';
import type { PublishOptions } from './publish.ts';

export type ConvertOptions = Signing & Pick<PublishOptions, 'atOnce' | 'onProgress'>;

export interface Converted {
  readonly sequence: number;
  readonly releases: number;
  readonly files: number;
  readonly texts: number;
  /** One line for each kept release that cannot be read whole, and each note that nobody signed: they are left behind. */
  readonly left: readonly string[];
}

/**
 * Returns null if the store is of format 2 already.
 * @throws StoreError if the release in force cannot be read whole; InputError as `refuseToSign` does
 */
export async function convertStore(options: ConvertOptions): Promise<Converted | null> {
  const { store } = options;
  const found = await store.get(POINTER_KEY);
  if (found === null) throw new StoreError(`${store.name}: there is no ${POINTER_KEY}, so there is nothing to convert`);
  const pointer = parsedFrom(store, POINTER_KEY, found.bytes, parsePointer);
  if (pointer.format !== POINTER_FORMAT_1) return null;
  refuseToSign(options, pointer);
  const converter = new ManifestConverter(options);
  const root = await converter.root(pointer.root);
  const release = root.slice(0, 16);
  const { ids, left } = await convertKept(converter, pointer.release);
  // Version 0.2 signed no note, so with a key neither a hold nor a pending archive is believed.
  if (options.signer === null) await moveNotes(store, ids);
  else left.push(...(await unsignedNotes(store)));
  const { archive } = pointer;
  const { sequence } = await flip(options, { pointer, etag: found.etag }, { release, root, archive });
  await convertMark(converter);
  await copyStable(store, { release, root }, options.atOnce, (done, total) =>
    options.onProgress('stable addresses', done, total),
  );
  await listReleases(store, { anew: true });
  const { files, texts, releases } = converter;
  return { sequence, files: files.size, texts, releases, left };
}

/** The releases that a record names. One that cannot be read whole stays behind, because nobody could roll back to it. */
async function convertKept(converter: ManifestConverter, inForce: string) {
  const { store } = converter.options;
  const left: string[] = [];
  /** By the id of format 1: the id of format 2, which is made from the root. */
  const ids = new Map<string, string>();
  for (const id of await store.listFolders('releases/')) {
    const key = `releases/${id}/release.json`;
    const found = await store.get(key);
    if (found === null) continue;
    try {
      const record = parsedFrom(store, key, found.bytes, (text) => recordOfEitherFormat.parse(JSON.parse(text)));
      const root = await converter.root(record.root);
      ids.set(id, root.slice(0, 16));
      await writeRecord(store, { ...record, release: root.slice(0, 16), root });
    } catch (error) {
      if (id === inForce || !(error instanceof StoreError || error instanceof ManifestFault)) throw error;
      left.push(`release ${id}: ${error.message}`);
    }
  }
  return { ids, left };
}

async function unsignedNotes(store: ObjectStore): Promise<readonly string[]> {
  const found: string[] = [];
  for (const prefix of ['hold.json', 'pending/']) {
    for await (const { key } of store.list(prefix))
      if (!key.includes('superseded-')) found.push(`${key}: nobody signed it`);
  }
  return found;
}

/** @param ids the new id of each release, which a rollback that holds and a pending archive may name */
async function moveNotes(store: ObjectStore, ids: ReadonlyMap<string, string>): Promise<void> {
  const renamed = (bytes: Buffer) => Buffer.from(`${bytes}`.replace(/\b[0-9a-f]{16}\b/g, (id) => ids.get(id) ?? id));
  const hold = await store.get('hold.json');
  if (hold !== null) await store.put(NOTES.hold, renamed(hold.bytes), FACTS_OF_POINTER);
  for await (const { key } of store.list('pending/')) {
    const [, name = ''] = key.split('/');
    const to = name.startsWith('superseded-') ? `${NOTES.superseded}${name.slice(11)}` : `${NOTES.pending}${name}`;
    const found = await store.get(key);
    if (found !== null) await store.create(to, renamed(found.bytes), FACTS_OF_ARCHIVE);
  }
}

/** The copies at the stable addresses stay as they are. */
async function convertMark(converter: ManifestConverter): Promise<void> {
  const { store } = converter.options;
  const mark = await readNote(store, 'stable.json', stableMark);
  if (mark === null) return;
  const root = await converter.root(mark.root);
  await writeStableMark(store, { release: root.slice(0, 16), root });
}
