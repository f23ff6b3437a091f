/**
 * The one way through manifests: every text and every file below some roots, each once, without what others name. What is
 * uploaded, copied, checked, deleted and swept is what comes by here.
 */
import { hash } from 'node:crypto';
import { groupBy } from '../../kit/items.ts';
import type { TreePath } from '../../wire/answers/paths.ts';
import { textKey } from '../../wire/release/keys.ts';
import { type FileEntry, keyOf } from '../../wire/release/manifest.ts';
import {
  type Child,
  type NodeContent,
  readChild,
  readRootNode,
  rootChildren,
  type Texts,
} from '../../wire/release/manifest-nodes.ts';
import { CorruptObject } from '../../wire/release/tree-file.ts';

/** An object that a manifest names. */
export interface NamedObject {
  readonly key: string;
  readonly sha256: string;
  /** Null for a text of the manifest, whose size nobody states. */
  readonly bytes: number | null;
  /** Of the file that lies there; null for a text of the manifest. */
  readonly path: TreePath | null;
}

/** How many texts are read at once, together with those at the same place in the other manifests. */
const READS_AT_ONCE = 16;

interface Walking {
  /** Roots of manifests: what they name is left out. */
  readonly except?: Iterable<string>;
  /** What has come by, or need not; it is added to. */
  readonly seen?: KeySet;
  /** Gets a text that is missing or damaged, and what it lists is left out; without it the first one is thrown. */
  readonly onFault?: (fault: CorruptObject) => void;
}

/**
 * A file is listed in only one place, so a place that is the same in one of the others is skipped, and only texts that
 * differ are read. A text comes after all that it leads to, and the root last: what comes by may be deleted at once, and
 * what is written in this order is never a name of nothing.
 * @param roots SHA-256 of the roots of manifests
 */
export async function* below(
  roots: Iterable<string>,
  texts: Texts,
  { except = [], seen = new KeySet(), onFault }: Walking = {},
): AsyncGenerator<NamedObject> {
  const others = new Set(except);
  const childrenOf = async (root: string) => rootChildren(await readRootNode(root, texts));
  const there = (await Promise.all([...others].map(childrenOf))).flat();
  for (const root of roots) {
    if (others.has(root) || seen.has(textKey(root))) continue;
    yield* new Walk(texts, seen, onFault).within(await childrenOf(root), there);
    if (seen.add(textKey(root))) yield toText(root);
  }
}

/** The keys of what `below` comes by. */
export async function* keysBelow(...walking: Parameters<typeof below>): AsyncGenerator<string> {
  for await (const { key } of below(...walking)) yield key;
}

class Walk {
  constructor(
    readonly texts: Texts,
    readonly seen: KeySet,
    readonly onFault: Walking['onFault'],
  ) {}

  async *within(own: readonly Child[], others: readonly Child[]): AsyncGenerator<NamedObject> {
    const places = groupBy(others, nameOf);
    const open = own.flatMap((child) => {
      const there = new Map((places.get(nameOf(child)) ?? []).map((other) => [other.sha256, other]));
      const isKnown = there.has(child.sha256) || this.seen.has(textKey(child.sha256));
      return isKnown ? [] : [{ child, there: [...there.values()] }];
    });
    for (let start = 0; start < open.length; start += READS_AT_ONCE) {
      const portion = open.slice(start, start + READS_AT_ONCE).map(async ({ child, there }) => ({
        child,
        content: await this.#read(child),
        elsewhere: await Promise.all(there.map((other) => readChild(other, this.texts))),
      }));
      for (const { child, content, elsewhere } of await Promise.all(portion)) {
        if (content === null) continue;
        if (content.kind === 'entries') yield* this.#files(content.entries, elsewhere);
        else yield* this.within(content.children, elsewhere.flatMap(childrenIn));
        if (this.seen.add(textKey(child.sha256))) yield toText(child.sha256);
      }
    }
  }

  async #read(child: Child): Promise<NodeContent | null> {
    try {
      return await readChild(child, this.texts);
    } catch (error) {
      if (!(error instanceof CorruptObject) || this.onFault === undefined) throw error;
      this.onFault(error);
      return null;
    }
  }

  *#files(entries: readonly FileEntry[], others: readonly NodeContent[]): Generator<NamedObject> {
    const needed = new Set(others.flatMap((content) => (content.kind === 'entries' ? content.entries.map(keyOf) : [])));
    for (const entry of entries) {
      const key = keyOf(entry);
      if (!needed.has(key) && this.seen.add(key)) yield { key, ...entry };
    }
  }
}

function toText(sha256: string): NamedObject {
  return { key: textKey(sha256), sha256, bytes: null, path: null };
}

function childrenIn(content: NodeContent): readonly Child[] {
  return content.kind === 'children' ? content.children : [];
}

function nameOf({ trail }: Child): string {
  return trail.at(-1) ?? '';
}

// A compact set of object keys: it holds 16 bytes of the SHA-256 of each key, so a million keys take 60 MB instead
// of 200. Nobody can make two keys with the same digest.

const DIGEST_BYTES = 16;

export class KeySet {
  readonly #digests = new Set<string>();

  get size(): number {
    return this.#digests.size;
  }

  has(key: string): boolean {
    return this.#digests.has(digestOf(key));
  }

  /** Returns false if the key was in the set already. */
  add(key: string): boolean {
    const { size } = this;
    return this.#digests.add(digestOf(key)).size > size;
  }
}

/** A text of its own: a slice of a longer one would keep all of that. */
function digestOf(key: string): string {
  return hash('sha256', key, 'buffer').toString('latin1', 0, DIGEST_BYTES);
}
