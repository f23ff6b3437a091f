/** The tree that `generate` has left in a folder: a release that was not published, so nobody has signed it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { partPath, releasePath, type TreePath } from '../../wire/answers/paths.ts';
import { releaseOf } from '../../wire/release/manifest.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import type { Release } from '../../wire/release/release.ts';
import { CorruptObject } from '../../wire/release/tree-file.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { TreeReader } from '../gate/stated.ts';
import { openFolderStore } from '../store/folder.ts';
import type { ObjectStore, ReadStore, StoreError } from '../store/store.ts';
import { parseLabel, type Shard, shardText } from '../tree/read/tree-options.ts';
import { readDraft } from './draft.ts';
import { LostPointer } from './lost-pointer.ts';
import { type PointerInForce, readPointer } from './published.ts';
import { openRelease } from './released-files.ts';
import { toPointer } from './signing.ts';

/** A tree on disk is as old as the archive that it was made from. */
const UNPUBLISHED = '0'.repeat(16);
const NEVER = '9999-12-31T23:59:59Z';

/** What a run knows of the tree that it has made. */
export type MadeFacts = Pick<Pointer, 'root' | 'state' | 'date' | 'method'>;

/** A pointer that nobody has signed, to a tree that was not published. */
export function toUnpublished(facts: MadeFacts, sequence: number, now = new Date()): Pointer {
  const [release, time] = [releaseOf(facts.root), toInstant(now)];
  const named = {
    ...facts,
    store: UNPUBLISHED,
    release,
    archive: null,
    hold: null,
    first: sequence,
    published: time,
    sequence,
  };
  return { ...toPointer(named, null, now), expires: NEVER };
}

export interface GeneratedTree extends TreeReader {
  readonly dir: string;
  readonly release: Release;
  /** The folder, and for what it lacks the other store. */
  readonly store: ReadStore;
  readonly pointer: Pointer;
  /** @throws InputError if the tree has no such file; StoreError if it is damaged */
  file(path: TreePath): Promise<Buffer>;
}

/**
 * @param rest where the objects lie that a tree made on an empty disk does not have
 * @throws InputError naming the folder and the fix, if it does not hold a whole tree
 */
export async function openGenerated(dir: string, rest: ObjectStore | null = null): Promise<GeneratedTree> {
  const missing = new InputError(`${dir} holds no tree: name its folder, or run generate first`);
  if (!existsSync(dir)) throw missing;
  const folder = await openFolderStore(dir, false);
  const pointer = (await openGeneratedIn(folder, dir))?.pointer ?? (await readPartial(folder));
  if (pointer === null) throw missing;
  const get = async (key: string) => (await folder.get(key)) ?? rest?.get(key) ?? null;
  const store: ReadStore = { name: folder.name, get };
  const release = await openRelease(store, pointer.root);
  const label = await release.read(partPath);
  if (label !== null)
    throw new InputError(
      `${dir} holds part ${shardText(parseLabel(`${label}`))} of a tree: join all with publish --part`,
    );
  const file = async (path: TreePath) => {
    const bytes = await release.read(path);
    if (bytes === null) throw new InputError(`the tree in ${dir} has no ${path}: run generate again`);
    return bytes;
  };
  const reader: TreeReader = {
    read: (path) => release.read(path),
    provider: (code) => release.provider(code),
    year: (reference) => release.year(reference),
  };
  return { ...reader, dir, release, store, pointer, file };
}

/** Of a tree whose objects lie mostly elsewhere its folder has a draft, and no pointer that a reader could follow. */
export async function readPartial(folder: ObjectStore): Promise<Pointer | null> {
  const next = (await readDraft(folder, null, { signer: null })).draft?.next.at(-1);
  return next === undefined ? null : toUnpublished(next, next.first);
}

/** Null for a new folder. @throws InputError if the tree there is of another version, or has lost its pointer */
export async function openGeneratedIn(store: ObjectStore, dir: string): Promise<PointerInForce | null> {
  if (existsSync(join(dir, releasePath)))
    throw new InputError(
      `${dir} holds a tree of version 0.2 or older: name a fresh folder, and this one may be deleted`,
    );
  return readPointer(store).catch((error: unknown) => {
    throw error instanceof LostPointer ? damagedTree(dir, error) : error;
  });
}

/** The error that names the fix, where one is of the tree in the folder: nobody needs to mend that. */
export function ofOwnTree(dir: string, error: unknown): unknown {
  return error instanceof CorruptObject && error.message.startsWith(`${dir}/`) ? damagedTree(dir, error) : error;
}

function damagedTree(dir: string, cause: StoreError): InputError {
  return new InputError(`${cause.message.split('. ')[0]}: delete ${dir}, and generate makes it again`, { cause });
}

/** @throws InputError if the folder holds something else than an earlier run of this part, or of the whole tree */
export async function refuseOtherPart(
  store: ObjectStore,
  before: PointerInForce | null,
  shard: Shard | null,
): Promise<void> {
  if (before === null) return;
  const label = await openRelease(store, before.pointer.root)
    .then((tree) => tree.read(partPath))
    .catch(() => null);
  const there = label === null ? null : shardText(parseLabel(`${label}`));
  if (there === (shard === null ? null : shardText(shard))) return;
  const what = there === null ? 'the whole tree' : `part ${there}`;
  throw new InputError(`${store.name.replace(/\/$/, '')} holds ${what} already: name another folder with --out`);
}
