/**
 * Where a file is staged: at its path, or in the folder above its own as `FOLDER~NAME` if the tree has its own already.
 * A night writes 6,000 files of series into 3,000 folders of the tree, and to make the same folders below the staging
 * area, look through them and remove them took a second. Folders that are new are staged as folders, and moved as such.
 */
import { basename, dirname, join } from 'node:path';
import { namesIn } from '../../kit/files.ts';
import type { TreePath } from '../../wire/answers/paths.ts';

/** No path of the tree has this character. */
const JOINT = '~';
/** Files of fewer parts lie in folders that are moved in a certain order. */
const JOINED_PARTS_MIN = 5;

/** @param hasFolder whether the tree has the file's folder */
export function stagedPath(path: TreePath, hasFolder: boolean): string {
  const isJoined = hasFolder && path.split('/').length >= JOINED_PARTS_MIN;
  return isJoined ? `${dirname(path)}${JOINT}${basename(path)}` : path;
}

/** The path in the tree of what is staged by that name, beside the other names of its folder. */
export function placeOf(name: string): string {
  return name.replace(JOINT, '/');
}

/** The names of the files that are staged for a folder. */
export function stagedNames(staged: string, folder: string): readonly string[] {
  const own = namesIn(join(staged, folder)).filter((name) => !name.includes(JOINT));
  const start = `${basename(folder)}${JOINT}`;
  const joined = namesIn(join(staged, dirname(folder))).filter((name) => name.startsWith(start));
  return [...own, ...joined.map((name) => name.slice(start.length))];
}
