/**
 * Finds all files of a manifest, or those in which two manifests differ, and reads only the texts it must.
 */

import type { TreePath } from '../answers/paths.ts';
import type { FileEntry, RootNode } from './manifest.ts';
import {
  type Child,
  countOf,
  ManifestFault,
  type ManifestReader,
  type NodeContent,
  readChild,
  rootChildren,
} from './manifest-nodes.ts';

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

/** The leaves of one place in two releases. A release that lists nothing there has none. */
export interface LeafPair {
  readonly before: Child | null;
  readonly after: Child | null;
}

/**
 * Yields the leaves that differ, or that only one of the two releases has, and reads only the texts above them. Null
 * stands for a release without files.
 */
export async function* differingLeaves(
  from: RootNode | null,
  to: RootNode | null,
  reader: ManifestReader,
): AsyncGenerator<LeafPair> {
  const childrenOf = (root: RootNode | null) => (root === null ? [] : rootChildren(root));
  const open = toPairs(childrenOf(from), childrenOf(to)).reverse();
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const { before, after } = pair;
    if ((before ?? after)?.kind === 'leaf') yield pair;
    else {
      const [older, newer] = await readPair(pair, reader);
      open.push(...toPairs(childrenIn(older), childrenIn(newer)).reverse());
    }
  }
}

/** How many pairs of leaves are read ahead, because each takes a round trip to the store. */
const AHEAD = 16;

/**
 * Yields, in the order of the leaves, files that only one of the two releases has, or that differ in content.
 */
export async function* differencesIn(
  leaves: AsyncIterable<LeafPair> | Iterable<LeafPair>,
  reader: ManifestReader,
): AsyncGenerator<Difference> {
  const asked: ReturnType<typeof readPair>[] = [];
  const next = async function* () {
    const contents = await asked.shift();
    if (contents !== undefined) yield* toDifferences(entriesIn(contents[0]), entriesIn(contents[1]));
  };
  for await (const pair of leaves) {
    const contents = readPair(pair, reader);
    // A text that cannot be read is a fault once it is needed, and not while it only waits for its turn.
    contents.catch(() => {});
    asked.push(contents);
    if (asked.length > AHEAD) yield* next();
  }
  while (asked.length > 0) yield* next();
}

function readPair({ before, after }: LeafPair, reader: ManifestReader): Promise<readonly [NodeContent, NodeContent]> {
  return Promise.all([readOrNothing(before, reader), readOrNothing(after, reader)]);
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

/** Pairs of children of the same name, in the order of names, without those whose texts are the same. */
function toPairs(before: readonly Child[], after: readonly Child[]): LeafPair[] {
  const older = new Map(before.map((child) => [nameOf(child), child]));
  const newer = new Map(after.map((child) => [nameOf(child), child]));
  const names = [...new Set([...older.keys(), ...newer.keys()])].sort();
  const pairs = names.map((name) => ({ before: older.get(name) ?? null, after: newer.get(name) ?? null }));
  return pairs.filter((pair) => pair.before?.sha256 !== pair.after?.sha256);
}

function* toDifferences(before: readonly FileEntry[], after: readonly FileEntry[]): Generator<Difference> {
  const older = new Map(before.map((entry) => [entry.path, entry]));
  const newer = new Map(after.map((entry) => [entry.path, entry]));
  for (const path of [...new Set([...older.keys(), ...newer.keys()])].sort()) {
    const [left, right] = [older.get(path) ?? null, newer.get(path) ?? null];
    if (left?.sha256 !== right?.sha256) yield { path, before: left, after: right };
  }
}

function nameOf({ trail }: Child): string {
  return trail.at(-1) ?? '';
}
