/**
 * A release as whoever reads one sees it: its files by their path, and the texts on the way to them from its root. Whatever
 * is read is checked against the hash by which it is named, wherever it lies.
 */
import type { TreePath } from '../answers/paths.ts';
import { hashOf } from '../words/hash.ts';
import {
  type FileEntry,
  keyOf,
  type ProviderNode,
  providerNode,
  type Reference,
  type RootNode,
  type YearNode,
  yearNode,
} from './manifest.ts';
import {
  type Child,
  countOf,
  type NodeContent,
  placeOf,
  readChild,
  readRootNode,
  remembering,
  rootChildren,
  type Texts,
  textsIn,
  trailOf,
} from './manifest-nodes.ts';
import { type Content, CorruptObject, type Objects } from './tree-file.ts';

/** Enough for the way to a file in each of a dozen providers that are read at once. */
const NODES_KEPT = 64;

export class Release {
  /**
   * Neighbours share most of the way from the root, so what was parsed last is kept: a span is read date by date, and
   * would parse a year's 260 days again for each of them.
   */
  readonly #nodes = new Map<string, Promise<NodeContent>>();

  private constructor(
    readonly objects: Objects,
    readonly texts: Texts,
    readonly rootHash: string,
    readonly root: RootNode,
  ) {}

  /**
   * @param texts by default those of the store, of which many are remembered
   * @throws CorruptObject if the root is missing or damaged; OtherFormat; and what the store throws
   */
  static async open(
    objects: Objects,
    rootHash: string,
    texts: Texts = remembering(textsIn(objects)),
  ): Promise<Release> {
    return new Release(objects, texts, rootHash, await readRootNode(rootHash, texts));
  }

  /** How many files it has, known from the root alone. */
  get files(): number {
    return countOf(rootChildren(this.root));
  }

  /** The bytes of the file; null if the release has no such file. @throws CorruptObject if they are missing or damaged */
  async read(path: TreePath): Promise<Buffer | null> {
    const found = await this.file(path, null);
    return found === null || found === 'unchanged' ? null : found.bytes;
  }

  /** @param held SHA-256 of the content that the reader has; `unchanged` is returned if the file still has it */
  async file(path: TreePath, held: string | null): Promise<Content | 'unchanged' | null> {
    const entry = await this.entry(path);
    if (entry === null) return null;
    return entry.sha256 === held ? 'unchanged' : this.content(entry);
  }

  async content(entry: FileEntry): Promise<Content> {
    const key = keyOf(entry);
    const bytes = await this.objects.read(key);
    // The key alone does not say which file it is.
    const place = `${this.objects.name}${entry.path} (${key})`;
    if (bytes === null) throw new CorruptObject(key, `${place} is missing`, { kind: 'missing' });
    if (bytes.length === entry.bytes && hashOf(bytes) === entry.sha256) return { bytes, sha256: entry.sha256 };
    throw new CorruptObject(key, `${place} is not what the manifest says`);
  }

  /** Null if the release has no such file. */
  async entry(path: TreePath): Promise<FileEntry | null> {
    const content = await this.at(trailOf(placeOf(path)));
    return content?.kind === 'entries' ? (content.entries.find((entry) => entry.path === path) ?? null) : null;
  }

  /** What the text at the end of these names lists; null if there is none. @param trail of names from the root */
  async at(trail: readonly string[]): Promise<NodeContent | null> {
    let content: NodeContent = { kind: 'children', children: rootChildren(this.root) };
    for (const name of trail) {
      const child: Child | undefined =
        content.kind === 'children' ? content.children.find(({ trail: own }) => own.at(-1) === name) : undefined;
      if (child === undefined) return null;
      content = await this.#read(child);
    }
    return content;
  }

  /** A provider's part of the manifest, or one of its years; null if the release has none. */
  async provider(code: string): Promise<ProviderNode | null> {
    const reference = this.root.providers[code as keyof typeof this.root.providers];
    return reference === undefined ? null : providerNode.parse(JSON.parse(await this.texts.read(reference[1])));
  }

  async year([, sha256]: Reference): Promise<YearNode> {
    return yearNode.parse(JSON.parse(await this.texts.read(sha256)));
  }

  /** The file at that place, from 0, in the order of the manifest. Reads three or four texts. @throws RangeError */
  async fileAt(place: number): Promise<FileEntry> {
    let content: NodeContent = { kind: 'children', children: rootChildren(this.root) };
    let left = place;
    while (content.kind === 'children') {
      const child: Child | undefined = content.children.find(({ files }) => {
        if (left < files) return true;
        left -= files;
        return false;
      });
      if (child === undefined) break;
      content = await this.#read(child);
    }
    const found = content.kind === 'entries' ? content.entries[left] : undefined;
    if (found !== undefined) return found;
    throw new RangeError(`there is no file at place ${place}: the release has ${this.files} files`);
  }

  /** Those who read the same text at once share it, as the first files of a span do. */
  #read(child: Child): Promise<NodeContent> {
    // One text may stand in two places, and is right in one of them only.
    const key = `${child.trail.join('/')} ${child.sha256}`;
    const content = this.#nodes.get(key) ?? readChild(child, this.texts);
    this.#nodes.delete(key);
    this.#nodes.set(key, content);
    content.catch(() => this.#nodes.delete(key));
    const [oldest] = this.#nodes.keys();
    if (this.#nodes.size > NODES_KEPT && oldest !== undefined) this.#nodes.delete(oldest);
    return content;
  }
}
