/** The tree that `generate` has left in a folder: a release that was not published, so nobody has signed it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { partPath, releasePath, type TreePath } from '../../wire/answers/paths.ts';
import { NOTES } from '../../wire/release/keys.ts';
import { POINTER_FORMAT, type Pointer, parsePointer } from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { openFolderStore } from '../store/folder.ts';
import type { ObjectStore } from '../store/store.ts';
import { parseLabel, type Shard, shardText } from '../tree/read/tree-options.ts';
import { type PointerInForce, readPointer } from './published.ts';
import { openReleasedTree, type ReleasedTree } from './released-files.ts';

/** A tree on disk is as old as the archive that it was made from. */
const NEVER = '9999-12-31T23:59:59Z';

/** @param facts of the tree; the id of its release is made from its root */
export function toUnpublished(facts: Pick<Pointer, 'root' | 'memory' | 'sequence'>, now = new Date()): Pointer {
  return {
    format: POINTER_FORMAT,
    release: facts.root.slice(0, 16),
    archive: null,
    ...facts,
    time: toInstant(now),
    expires: NEVER,
    key: null,
    signature: null,
  };
}

export interface GeneratedTree extends ReleasedTree {
  readonly dir: string;
  readonly store: ObjectStore;
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
  const store = rest === null ? folder : overlaid(folder, rest);
  const tree = await openReleasedTree(store, pointer.root);
  const label = await tree.read(partPath);
  if (label !== null)
    throw new InputError(
      `${dir} holds part ${shardText(parseLabel(`${label}`))} of a tree: join all with publish --part`,
    );
  const file = async (path: TreePath) => {
    const bytes = await tree.read(path);
    if (bytes === null) throw new InputError(`the tree in ${dir} has no ${path}: run generate again`);
    return bytes;
  };
  return { ...tree, dir, store, pointer, file };
}

/** The pointer of a tree whose objects lie mostly elsewhere; null if there is none. */
export async function readPartial(folder: ObjectStore): Promise<Pointer | null> {
  const found = await folder.get(NOTES.partial);
  return found === null ? null : parsePointer(found.bytes.toString('utf8'));
}

/** Reads from the folder, and from the other store what the folder lacks. */
function overlaid(folder: ObjectStore, rest: ObjectStore): ObjectStore {
  const { name, capabilities, requests } = folder;
  const refuse = () => Promise.reject(new TypeError('a published tree is read-only'));
  return {
    name,
    capabilities,
    requests,
    now: () => null,
    close: () => folder.close(),
    create: refuse,
    replace: refuse,
    put: refuse,
    copy: refuse,
    delete: refuse,
    get: async (key) => (await folder.get(key)) ?? rest.get(key),
    list: (prefix) => folder.list(prefix),
    listFolders: (prefix) => folder.listFolders(prefix),
  };
}

/** Null for a new folder. @throws InputError if the tree of another version lies there */
export async function openGeneratedIn(store: ObjectStore, dir: string): Promise<PointerInForce | null> {
  if (existsSync(join(dir, releasePath)))
    throw new InputError(
      `${dir} holds a tree of version 0.2 or older: name a fresh folder, and this one may be deleted`,
    );
  return readPointer(store);
}

/** @throws InputError if the folder holds something else than an earlier run of this part, or of the whole tree */
export async function refuseOtherPart(
  store: ObjectStore,
  before: PointerInForce | null,
  shard: Shard | null,
): Promise<void> {
  if (before === null) return;
  const label = await openReleasedTree(store, before.pointer.root)
    .then((tree) => tree.read(partPath))
    .catch(() => null);
  const there = label === null ? null : shardText(parseLabel(`${label}`));
  if (there === (shard === null ? null : shardText(shard))) return;
  const what = there === null ? 'the whole tree' : `part ${there}`;
  throw new InputError(`${store.name.replace(/\/$/, '')} holds ${what} already: name another folder with --out`);
}
