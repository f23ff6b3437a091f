/** The manifest of a release of format 1 → the same in format 2: its texts made again, and its files copied. */
import { concurrently } from '../../kit/concurrently.ts';
import type { ObjectStore } from '../../store/store.ts';
import { fileKey, textKey } from '../../wire/release/keys.ts';
import {
  type FileEntry,
  keyOf,
  leaf,
  MANIFEST_FORMAT,
  type ManifestNode,
  manifestText,
  providerNode,
  type Reference,
  toEntries,
  toLeaf,
  yearNode,
} from '../../wire/release/manifest.ts';
import { checkedReader, type ManifestReader, readRootNode } from '../../wire/release/manifest-nodes.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { FACTS_OF_TEXT, factsOfImmutable } from '../pointer/caching.ts';
import { KeySet } from './key-set.ts';

interface ConvertingOptions {
  readonly store: ObjectStore;
  /** How many requests may be in flight. */
  readonly atOnce: number;
  readonly onProgress: (part: string, done: number, total: number) => void;
}

/** Notes of the generator, which format 2 has in the manifest itself. */
const NOTES_OF_FORMAT_1 = /^(index\/release\.json|tables\/[^/]+\/((\d{4}\/)?inputs|averages)\.csv)$/;

/** What belongs in a tree of format 2. */
export const isOfFormat2 = (path: string) => !NOTES_OF_FORMAT_1.test(path);

/** A year of format 1, with the averages that lay in it. */
interface ConvertedYear {
  readonly year: Reference;
  readonly averages: Reference | null;
}

/** What is written for the texts and files of format 1; each once, however many releases name it. */
export class ManifestConverter {
  readonly files = new KeySet();
  texts = 0;
  readonly #reader: ManifestReader;
  /** What takes the place of each text of format 1, by its SHA-256. */
  readonly #years = new Map<string, ConvertedYear>();
  readonly #references = new Map<string, Reference>();
  readonly #roots = new Map<string, string>();

  constructor(readonly options: ConvertingOptions) {
    const { store } = options;
    this.#reader = checkedReader(async (sha256) => (await store.get(`manifests/${sha256}`))?.bytes ?? null);
  }

  get releases(): number {
    return this.#roots.size;
  }

  /** Returns the SHA-256 of the new root. @throws ManifestFault, StoreError */
  async root(sha256: string): Promise<string> {
    const known = this.#roots.get(sha256);
    if (known !== undefined) return known;
    const { date, files, providers, accepted } = await readRootNode(sha256, this.#reader);
    const converted: Record<string, Reference> = {};
    for (const [code, one] of Object.entries(providers)) converted[code] = await this.#provider(one);
    const own = await this.#leaf(files);
    const root = await this.#text({ format: MANIFEST_FORMAT, date, files: own, providers: converted, accepted });
    this.#roots.set(sha256, root);
    return root;
  }

  async #provider([, sha256]: Reference): Promise<Reference> {
    const known = this.#references.get(sha256);
    if (known !== undefined) return known;
    const { files, latest, years } = providerNode.parse(JSON.parse(await this.#reader.read(sha256)));
    const node = {
      files: files === null ? null : await this.#leaf(files),
      latest: latest === null ? null : await this.#leaf(latest),
      years: {} as Record<string, Reference>,
      averages: {} as Record<string, Reference>,
    };
    for (const [name, one] of Object.entries(years)) {
      const { year, averages } = await this.#year(one);
      node.years[name] = year;
      if (averages !== null) node.averages[name] = averages;
    }
    const below = [node.files, node.latest, ...Object.values(node.years), ...Object.values(node.averages)];
    const made = await this.#node(node, below);
    this.#references.set(sha256, made);
    return made;
  }

  async #year([, sha256]: Reference): Promise<ConvertedYear> {
    const known = this.#years.get(sha256);
    if (known !== undefined) return known;
    const node = yearNode.parse(JSON.parse(await this.#reader.read(sha256)));
    const days: Record<string, Reference> = {};
    for (const [date, one] of Object.entries(node.days)) days[date] = await this.#leaf(one);
    const series = node.series === null ? null : await this.#leaf(node.series);
    const year = await this.#node({ days, gaps: {}, series }, [...Object.values(days), series]);
    const made = { year, averages: node.averages == null ? null : await this.#leaf(node.averages) };
    this.#years.set(sha256, made);
    return made;
  }

  async #leaf([digest, sha256]: Reference): Promise<Reference> {
    const known = this.#references.get(sha256);
    if (known !== undefined) return known;
    const entries = toEntries(leaf.parse(JSON.parse(await this.#reader.read(sha256))));
    const kept = entries.filter(({ path }) => isOfFormat2(path));
    await concurrently(kept, this.options.atOnce, (entry) => this.#copy(entry));
    const made: Reference = [digest, await this.#text(toLeaf(kept)), kept.length];
    this.#references.set(sha256, made);
    return made;
  }

  async #copy(entry: FileEntry): Promise<void> {
    const { store, onProgress } = this.options;
    const to = fileKey(entry.path, entry.sha256);
    if (!this.files.add(to)) return;
    await store.copy(keyOf(entry), to, factsOfImmutable(entry.path));
    onProgress('files', this.files.size, this.files.size);
  }

  async #node(node: ManifestNode, below: readonly (Reference | null)[]): Promise<Reference> {
    const sha256 = await this.#text(node);
    return [sha256.slice(0, 32), sha256, below.reduce((total, reference) => total + (reference?.[2] ?? 0), 0)];
  }

  async #text(node: ManifestNode): Promise<string> {
    const text = Buffer.from(manifestText(node));
    const sha256 = hashOf(text);
    if ((await this.options.store.create(textKey(sha256), text, FACTS_OF_TEXT)) === 'created') this.texts++;
    return sha256;
  }
}
