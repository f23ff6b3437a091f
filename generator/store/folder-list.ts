/**
 * Lists the objects of a folder on disk in the order of their keys. The manifests of a hundred banks with 27 years are
 * one folder with 700,000 names, which take 140 MB, so that the names of a large folder are read in portions.
 */
import { openFolder } from '../kit/files.ts';
import type { ListedObject } from './store.ts';

/** So many files of a folder are looked at together. */
const STATS_AT_ONCE = 64;
/** More names than these are not held together: the folder is read again for each first character. */
const NAMES_MAX = 100_000;

/** A folder whose objects are being listed. */
interface OpenFolder {
  /** '' or ends in '/'. */
  readonly path: string;
  readonly portions: Portions;
  names: readonly string[];
  /** Place of the next name. */
  next: number;
}

type Portions = AsyncIterator<readonly string[]>;

/**
 * One generator for all folders: an object would else be handed up through one for each level.
 * @param namesIn returns the names in a folder, as `namesInOrder` does
 * @param listed returns null for an object that is gone meanwhile
 */
export async function* listBelow(
  prefix: string,
  namesIn: (folder: string) => Portions,
  listed: (key: string) => Promise<ListedObject | null>,
): AsyncGenerator<ListedObject> {
  const opened = (path: string): OpenFolder => ({ path, portions: namesIn(path), names: [], next: 0 });
  const open = [opened(prefix.slice(0, prefix.lastIndexOf('/') + 1))];
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const keys = takeFiles(folder).filter((key) => key.startsWith(prefix));
    const found = await Promise.all(keys.map(listed));
    yield* found.filter((object) => object !== null);
    const next = folder.names[folder.next];
    if (next === undefined && !(await hasMore(folder))) open.pop();
    if (next === undefined || isFile(next)) continue;
    folder.next++;
    const below = `${folder.path}${next}`;
    if (below.startsWith(prefix) || prefix.startsWith(below)) open.push(opened(below));
  }
}

/** Goes on to the next portion of names. Returns false if there is none. */
async function hasMore(folder: OpenFolder): Promise<boolean> {
  const portion = await folder.portions.next();
  folder.names = portion.done ? [] : portion.value;
  folder.next = 0;
  return !portion.done;
}

/**
 * The names in a folder, in the order of keys; none where there is no such folder. Those of folders end in '/', so that
 * the order of names is that of keys: `a-b` comes before `a/…`.
 * @param most so many names are held together, if they do not all begin with the same character
 */
export async function* namesInOrder(path: string, most = NAMES_MAX): AsyncGenerator<readonly string[]> {
  const firsts = new Set<string>();
  let names: string[] | null = [];
  for await (const name of namesOf(path)) {
    firsts.add(name.slice(0, 1));
    names = names !== null && names.length < most ? names : null;
    names?.push(name);
  }
  if (names !== null) yield names.sort();
  for (const first of names === null ? [...firsts].sort() : []) {
    const own: string[] = [];
    for await (const name of namesOf(path)) if (name.startsWith(first)) own.push(name);
    yield own.sort();
  }
}

async function* namesOf(path: string): AsyncGenerator<string> {
  for await (const entry of (await openFolder(path)) ?? []) yield entry.isDirectory() ? `${entry.name}/` : entry.name;
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
