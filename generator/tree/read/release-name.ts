/** The id of a release, made from the files that cover all others: indexes, notes of providers, lists in `v1/`, the page. */

import { isPageFile } from '../../wire/answers/page.ts';
import {
  averagesNotePath,
  fileIn,
  INDEX_FOLDER,
  inputsPath,
  LISTS_FOLDER,
  providersIn,
  releasePath,
  TABLES_FOLDER,
} from '../../wire/answers/paths.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import type { Change, TreeInPlace } from './change.ts';
import { isNaming, toReleaseId } from './inputs.ts';

export class ReleaseName {
  /** SHA-256 of each naming file in the stream; null for a file that is removed. */
  readonly #hashes = new Map<string, string | null>();

  note({ path, bytes }: Change): void {
    if (isNaming(path)) this.#hashes.set(path, bytes === null ? null : hashOf(bytes));
  }

  /** @param inPlace its naming files that were not in the stream stay in the tree, and count as well */
  of(date: IsoDate, inPlace: TreeInPlace): string {
    const hashes = new Map(hashesIn(inPlace));
    for (const [path, hash] of this.#hashes) {
      if (hash === null) hashes.delete(path);
      else hashes.set(path, hash);
    }
    return toReleaseId(date, hashes);
  }
}

/** The release that the tree's naming files make up, which is another one if any of them was changed; '' for no tree. */
export function releaseInPlace(inPlace: TreeInPlace): string {
  const text = inPlace.read(releasePath)?.toString('utf8') ?? '';
  const date = isoDate.safeParse(/"date":"([^"]*)"/.exec(text)?.[1]).data;
  return date === undefined ? '' : new ReleaseName().of(date, inPlace);
}

/** A tree does not change while it is in place, and its name is asked for at the beginning of a run and at the end. */
const HASHES = new WeakMap<TreeInPlace, ReadonlyMap<string, string>>();

function hashesIn(inPlace: TreeInPlace): ReadonlyMap<string, string> {
  const held = HASHES.get(inPlace);
  if (held !== undefined) return held;
  const hashes = new Map<string, string>();
  for (const path of namingPaths(inPlace)) {
    const bytes = inPlace.read(path);
    if (bytes !== null) hashes.set(path, hashOf(bytes));
  }
  HASHES.set(inPlace, hashes);
  return hashes;
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
