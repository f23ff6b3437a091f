/** The id of a release, made from the files that cover all others: indexes, notes of providers, lists in `v1/`, the page. */
import { hashOf } from '../wire/hash.ts';
import { compareTexts } from '../wire/order.ts';
import { isPageFile } from '../wire/page.ts';
import {
  averagesNotePath,
  fileIn,
  INDEX_FOLDER,
  inputsPath,
  LISTS_FOLDER,
  providersIn,
  TABLES_FOLDER,
  type TreePath,
} from '../wire/paths.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { Change, TreeInPlace } from './change.ts';
import { isNaming, toReleaseId } from './inputs.ts';

/** By path, of each naming file: its signature in the tree, and its SHA-256. */
export type Names = Readonly<Record<string, readonly [signature: string, sha256: string]>>;

export class ReleaseName {
  /** SHA-256 of each naming file in the stream; null for a file that is removed. */
  readonly #hashes = new Map<string, string | null>();

  note({ path, bytes }: Change): void {
    if (isNaming(path)) this.#hashes.set(path, bytes === null ? null : hashOf(bytes));
  }

  /**
   * @param inPlace its naming files that were not in the stream stay in the tree, and count as well
   * @param known of the run before; a file with the same signature is not read
   */
  of(date: IsoDate, inPlace: TreeInPlace, known: Names = {}): string {
    return toReleaseId(date, this.#all(inPlace, known));
  }

  /** What the next run need not read. @param after the tree with the stream's files */
  names(inPlace: TreeInPlace, after: TreeInPlace): Names {
    const all = [...this.#all(inPlace, {})].sort(([left], [right]) => compareTexts(left, right));
    return Object.fromEntries(all.map(([path, hash]) => [path, [after.signature(path as TreePath) ?? '', hash]]));
  }

  #all(inPlace: TreeInPlace, known: Names): ReadonlyMap<string, string> {
    const hashes = new Map(hashesIn(inPlace, known));
    for (const [path, hash] of this.#hashes) {
      if (hash === null) hashes.delete(path);
      else hashes.set(path, hash);
    }
    return hashes;
  }
}

/** A tree does not change while it is in place, and its name is asked for at the beginning of a run and at the end. */
const HASHES = new WeakMap<TreeInPlace, ReadonlyMap<string, string>>();

function hashesIn(inPlace: TreeInPlace, known: Names): ReadonlyMap<string, string> {
  const held = HASHES.get(inPlace);
  if (held !== undefined) return held;
  const hashes = new Map<string, string>();
  for (const path of namingPaths(inPlace)) {
    const [signature, sha256] = known[path] ?? [];
    const hash = sha256 !== undefined && signature === inPlace.signature(path) ? sha256 : hashIn(inPlace, path);
    if (hash !== null) hashes.set(path, hash);
  }
  HASHES.set(inPlace, hashes);
  return hashes;
}

function hashIn(inPlace: TreeInPlace, path: TreePath): string | null {
  const bytes = inPlace.read(path);
  return bytes === null ? null : hashOf(bytes);
}

function namingPaths(inPlace: TreeInPlace) {
  const indexes = inPlace.list(INDEX_FOLDER);
  const lists = inPlace.list(LISTS_FOLDER).filter((name) => name.includes('.'));
  return [
    ...indexes.map((name) => fileIn(INDEX_FOLDER, name)),
    ...providersIn(inPlace.list(TABLES_FOLDER)).flatMap((code) => [inputsPath(code), averagesNotePath(code)]),
    ...lists.map((name) => fileIn(LISTS_FOLDER, name)),
    ...inPlace.list('').filter(isPageFile),
  ].filter(isNaming);
}
