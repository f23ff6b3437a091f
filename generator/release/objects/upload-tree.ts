/** Copies a tree into a store: the objects that the release in force does not name. */
import { concurrently } from '../../kit/items.ts';
import { remembering, type Texts, textsIn } from '../../wire/release/manifest-nodes.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { FACTS_OF_TEXT, factsOfImmutable } from '../pointer/caching.ts';
import type { GeneratedTree } from '../pointer/generated.ts';
import type { PointerInForce } from '../pointer/published.ts';
import { type ObjectStore, objectsOf, REQUESTS_AT_ONCE, type ReadStore, StoreError } from '../store/store.ts';
import { below, type NamedObject } from './below.ts';

export interface UploadOptions {
  readonly store: ObjectStore;
  readonly tree: GeneratedTree;
  /** Of the tree and of what is in the store: see `nearestTexts`. */
  readonly texts: Texts;
  readonly onProgress: (part: string, done: number, total: number) => void;
}

/** What the tree names and the release in force does not. */
export function newObjects(
  texts: Texts,
  tree: GeneratedTree,
  before: PointerInForce | null,
): AsyncGenerator<NamedObject> {
  const except = before === null ? [] : [before.pointer.root];
  return below([tree.pointer.root], texts, { except });
}

export const textsOf = (store: ReadStore): Texts => remembering(textsIn(objectsOf(store)));

/** The texts of a tree and of the release before it are mostly the same, and the folder is nearer. */
export function nearestTexts(tree: GeneratedTree, store: ObjectStore): Texts {
  const [own, released] = [textsOf(tree.store), textsOf(store)];
  const orReleased = (sha256: string) => (error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    return released.read(sha256).catch(() => Promise.reject(error));
  };
  return { read: (sha256) => own.read(sha256).catch(orReleased(sha256)) };
}

/** The root comes last, after everything that it leads to. */
export async function uploadObjects(
  { store, tree, texts, onProgress }: UploadOptions,
  before: PointerInForce | null,
): Promise<{ readonly objects: number; readonly bytes: number }> {
  // Of a later night nobody knows the number before the texts are read, so that no file is called the last one.
  const total = before === null ? tree.release.files : 0;
  let [done, objects, written] = [0, 0, 0];
  const upload = async ({ key, sha256, path }: NamedObject) => {
    const bytes = await objectOf(tree, key, sha256, path ?? key);
    // An object that exists stays as it is: its key stands for its content.
    if ((await store.create(key, bytes, path === null ? FACTS_OF_TEXT : factsOfImmutable(path))) === 'created') {
      objects++;
      written += bytes.length;
    }
    if (path !== null) onProgress('files', ++done, Math.max(total, done + 1));
  };
  const last: NamedObject[] = [];
  await concurrently(newObjects(texts, tree, before), REQUESTS_AT_ONCE, async (one) => {
    if (one.sha256 === tree.pointer.root) last.push(one);
    else await upload(one);
  });
  for (const one of last) await upload(one);
  if (done > 0) onProgress('files', done, done);
  return { objects, bytes: written };
}

export async function objectOf(
  { store, dir }: GeneratedTree,
  key: string,
  sha256: string,
  name: string,
): Promise<Buffer> {
  const found = await store.get(key);
  if (found !== null && hashOf(found.bytes) === sha256) return found.bytes;
  const what = found === null ? 'is missing' : 'is not what was generated';
  throw new InputError(`${dir}: ${name} ${what}: build the tree from scratch in an empty --out`);
}
