/**
 * Lists the objects of a folder on disk in the order of their keys. The manifests of a release are one folder with
 * 700,000 names, of which nothing is held but the names.
 */
import type { ListedObject } from './store.ts';

/** So many files of a folder are looked at together. */
const STATS_AT_ONCE = 64;

/** A folder whose objects are being listed. */
interface OpenFolder {
  /** '' or ends in '/'. */
  readonly path: string;
  readonly names: readonly string[];
  /** Place of the next name. */
  next: number;
}

/**
 * One generator for all folders: an object would else be handed up through one for each level.
 * @param namesIn returns the names in a folder, in the order of keys; those of folders end in '/'
 * @param sizeOf returns null for an object that is gone meanwhile
 */
export async function* listBelow(
  prefix: string,
  namesIn: (folder: string) => Promise<readonly string[]>,
  sizeOf: (key: string) => Promise<ListedObject | null>,
): AsyncGenerator<ListedObject> {
  const opened = async (path: string): Promise<OpenFolder> => ({ path, names: await namesIn(path), next: 0 });
  const open = [await opened(prefix.slice(0, prefix.lastIndexOf('/') + 1))];
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const keys = takeFiles(folder).filter((key) => key.startsWith(prefix));
    const found = await Promise.all(keys.map(sizeOf));
    yield* found.filter((object) => object !== null);
    const next = folder.names[folder.next];
    if (next === undefined) open.pop();
    if (next === undefined || isFile(next)) continue;
    folder.next++;
    const below = `${folder.path}${next}`;
    if (below.startsWith(prefix) || prefix.startsWith(below)) open.push(await opened(below));
  }
}

/** The keys of the next files, up to a folder. */
function takeFiles(folder: OpenFolder): readonly string[] {
  const keys: string[] = [];
  for (; keys.length < STATS_AT_ONCE && isFile(folder.names[folder.next]); folder.next++)
    keys.push(`${folder.path}${folder.names[folder.next]}`);
  return keys;
}

function isFile(name: string | undefined): boolean {
  return name !== undefined && !name.endsWith('/');
}
