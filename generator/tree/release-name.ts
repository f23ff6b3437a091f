/** The id of a release, made from the files that cover all others: indexes, notes of providers, lists in `v1/`, the page. */
import { hashOf } from '../wire/hash.ts';
import { isPageFile } from '../wire/page.ts';
import {
  averagesNotePath,
  fileIn,
  INDEX_FOLDER,
  inputsPath,
  LISTS_FOLDER,
  providersIn,
  TABLES_FOLDER,
} from '../wire/paths.ts';
import type { IsoDate } from '../wire/schemas.ts';
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
    const hashes = new Map<string, string>();
    for (const [path, hash] of this.#hashes) if (hash !== null) hashes.set(path, hash);
    for (const path of namingPaths(inPlace)) {
      const bytes = this.#hashes.has(path) ? null : inPlace.read(path);
      if (bytes !== null) hashes.set(path, hashOf(bytes));
    }
    return toReleaseId(date, hashes);
  }
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
