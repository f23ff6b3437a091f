/** Finds single files in a manifest by their path, and reads only the texts on the way from the root. */

import type { TreePath } from '../answers/paths.ts';
import type { FileEntry, RootNode } from './manifest.ts';
import {
  type Child,
  type ManifestReader,
  type NodeContent,
  placeOf,
  readChild,
  rootChildren,
  trailOf,
} from './manifest-nodes.ts';

/** The entry of the file, or null when the release has no such file. */
export function findEntry(root: RootNode, path: TreePath, reader: ManifestReader): Promise<FileEntry | null> {
  return new EntryFinder(root, reader).find(path);
}

/** Enough for the way to a file in each of a dozen providers that are read at once. */
const NODES_KEPT = 64;

/**
 * Finds one file after another. Neighbours share most of the way from the root, so what was parsed last is kept: the gate
 * reads every fixing of a first release, and would parse a year's 260 days again for each of them.
 */
export class EntryFinder {
  readonly #nodes = new Map<string, Promise<NodeContent>>();
  readonly #root: NodeContent;

  constructor(
    readonly root: RootNode,
    readonly reader: ManifestReader,
  ) {
    this.#root = { kind: 'children', children: rootChildren(root) };
  }

  /** Null when the release has no such file. @throws ManifestFault */
  async find(path: TreePath): Promise<FileEntry | null> {
    const entries = await this.#entriesAt(trailOf(placeOf(path)));
    return entries.find((entry) => entry.path === path) ?? null;
  }

  async #entriesAt(trail: readonly string[]): Promise<readonly FileEntry[]> {
    let content = this.#root;
    for (const name of trail) {
      const child: Child | undefined =
        content.kind === 'children' ? content.children.find(({ trail: own }) => own.at(-1) === name) : undefined;
      if (child === undefined) return [];
      content = await this.#read(child);
    }
    return content.kind === 'entries' ? content.entries : [];
  }

  /** Those who read the same text at once share it, as the first files of a span do. */
  #read(child: Child): Promise<NodeContent> {
    // One text may stand in two places, and is right in one of them only.
    const key = `${child.trail.join('/')} ${child.sha256}`;
    const content = this.#nodes.get(key) ?? readChild(child, this.reader);
    this.#nodes.delete(key);
    this.#nodes.set(key, content);
    content.catch(() => this.#nodes.delete(key));
    const [oldest] = this.#nodes.keys();
    if (this.#nodes.size > NODES_KEPT && oldest !== undefined) this.#nodes.delete(oldest);
    return content;
  }
}
