/**
 * Finds one file in a manifest, all files, or those in which two manifests differ, and reads only the texts it must.
 */
import type { FileEntry, RootNode } from './manifest.ts';
import { placeOf } from './manifest.ts';
import {
  type Child,
  countOf,
  ManifestFault,
  type ManifestReader,
  type NodeContent,
  readChild,
  rootChildren,
  trailOf,
} from './manifest-nodes.ts';
import type { TreePath } from './paths.ts';

/** The entry of the file, or null when the release has no such file. */
export async function findEntry(root: RootNode, path: TreePath, reader: ManifestReader): Promise<FileEntry | null> {
  let content: NodeContent = { kind: 'children', children: rootChildren(root) };
  for (const name of trailOf(placeOf(path))) {
    const child: Child | undefined = content.kind === 'children' ? named(content.children, name) : undefined;
    if (child === undefined) return null;
    content = await readChild(child, reader);
  }
  return content.kind === 'entries' ? (content.entries.find((entry) => entry.path === path) ?? null) : null;
}

/**
 * Yields every file of the release.
 * @param onFault is called for each text that is missing or damaged, whose files are then left out; without it the
 * first such fault is thrown
 */
export async function* walk(
  root: RootNode,
  reader: ManifestReader,
  onFault?: (fault: ManifestFault) => void,
): AsyncGenerator<FileEntry> {
  const open = [...rootChildren(root)].reverse();
  for (let child = open.pop(); child !== undefined; child = open.pop()) {
    try {
      const content = await readChild(child, reader);
      if (content.kind === 'entries') yield* content.entries;
      else open.push(...[...content.children].reverse());
    } catch (error) {
      if (!(error instanceof ManifestFault) || onFault === undefined) throw error;
      onFault(error);
    }
  }
}

interface Difference {
  readonly path: TreePath;
  readonly before: FileEntry | null;
  readonly after: FileEntry | null;
}

/**
 * Yields files that only one of the two releases has, that differ in content, or that are held by another release.
 * Null stands for a release without files.
 */
export async function* differences(
  from: RootNode | null,
  to: RootNode | null,
  reader: ManifestReader,
): AsyncGenerator<Difference> {
  const childrenOf = (root: RootNode | null) => (root === null ? [] : rootChildren(root));
  const toOpen = (pairs: readonly Pair[]): OpenPair[] => pairs.map((pair) => ({ pair, contents: null })).reverse();
  const open = toOpen(toPairs(childrenOf(from), childrenOf(to)));
  while (open.length > 0) {
    for (const next of open.slice(-AHEAD)) next.contents ??= readPair(next.pair, reader);
    const [before, after] = (await open.pop()?.contents) ?? [NOTHING, NOTHING];
    yield* toDifferences(entriesIn(before), entriesIn(after));
    open.push(...toOpen(toPairs(childrenIn(before), childrenIn(after))));
  }
}

/** So many pairs of texts are asked for before they are needed: each takes a round trip to the store. */
const AHEAD = 16;

interface OpenPair {
  readonly pair: Pair;
  contents: Promise<readonly [NodeContent, NodeContent]> | null;
}

function readPair([older, newer]: Pair, reader: ManifestReader): Promise<readonly [NodeContent, NodeContent]> {
  const contents = Promise.all([readOrNothing(older, reader), readOrNothing(newer, reader)]);
  // A text that cannot be read is a fault once it is needed, and not while it only waits for its turn.
  contents.catch(() => {});
  return contents;
}

/** How many files the release has, known from the root alone. */
export function filesIn(root: RootNode): number {
  return countOf(rootChildren(root));
}

/**
 * The file at that place, from 0, in the order of `walk`. Reads three or four texts.
 * @throws RangeError past the end
 */
export async function entryAt(root: RootNode, place: number, reader: ManifestReader): Promise<FileEntry> {
  let content: NodeContent = { kind: 'children', children: rootChildren(root) };
  let left = place;
  while (content.kind === 'children') {
    const child: Child | undefined = content.children.find(({ files }) => {
      if (left < files) return true;
      left -= files;
      return false;
    });
    if (child === undefined) break;
    content = await readChild(child, reader);
  }
  const found = content.kind === 'entries' ? content.entries[left] : undefined;
  if (found === undefined)
    throw new RangeError(`there is no file at place ${place}: the release has ${filesIn(root)} files`);
  return found;
}

const NOTHING: NodeContent = { kind: 'children', children: [] };

const childrenIn = (content: NodeContent) => (content.kind === 'children' ? content.children : []);
const entriesIn = (content: NodeContent) => (content.kind === 'entries' ? content.entries : []);

async function readOrNothing(child: Child | null, reader: ManifestReader): Promise<NodeContent> {
  return child === null ? NOTHING : readChild(child, reader);
}

type Pair = readonly [Child | null, Child | null];

/** Pairs of children of the same name, in the order of names, without those whose texts are the same. */
function toPairs(before: readonly Child[], after: readonly Child[]): Pair[] {
  const older = new Map(before.map((child) => [nameOf(child), child]));
  const newer = new Map(after.map((child) => [nameOf(child), child]));
  const names = [...new Set([...older.keys(), ...newer.keys()])].sort();
  const pairs = names.map((name): Pair => [older.get(name) ?? null, newer.get(name) ?? null]);
  return pairs.filter(([left, right]) => left?.sha256 !== right?.sha256);
}

function* toDifferences(before: readonly FileEntry[], after: readonly FileEntry[]): Generator<Difference> {
  const older = new Map(before.map((entry) => [entry.path, entry]));
  const newer = new Map(after.map((entry) => [entry.path, entry]));
  for (const path of [...new Set([...older.keys(), ...newer.keys()])].sort()) {
    const [left, right] = [older.get(path) ?? null, newer.get(path) ?? null];
    if (left?.sha256 !== right?.sha256 || left?.release !== right?.release) yield { path, before: left, after: right };
  }
}

function nameOf({ trail }: Child): string {
  return trail.at(-1) ?? '';
}

function named(children: readonly Child[], name: string): Child | undefined {
  return children.find((child) => nameOf(child) === name);
}
