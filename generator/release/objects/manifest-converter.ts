/** The manifest of a release of format 1 → the same in format 2: its texts made again, and its files copied. */
import { concurrently } from '../../kit/concurrently.ts';
import type { ObjectStore } from '../../store/store.ts';
import { fileKey, textKey } from '../../wire/release/keys.ts';
import {
  keyOf,
  leaf,
  MANIFEST_FORMAT,
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

/** What is written for the texts and files of format 1; each once, however many releases name it. */
export class ManifestConverter {
  readonly files = new KeySet();
  texts = 0;
  releases = 0;
  readonly #reader: ManifestReader;
  /** By the SHA-256 of a text of format 1: that of the text that takes its place. */
  readonly #made = new Map<string, string>();

  constructor(readonly options: ConvertingOptions) {
    const { store } = options;
    this.#reader = checkedReader(async (sha256) => (await store.get(`manifests/${sha256}`))?.bytes ?? null);
  }

  /** Returns the SHA-256 of the new root. @throws ManifestFault, StoreError */
  root(sha256: string): Promise<string> {
    return this.#once(sha256, async () => {
      const node = await readRootNode(sha256, this.#reader);
      const providers: Record<string, Reference> = {};
      for (const [code, one] of Object.entries(node.providers)) providers[code] = await this.#refer(one, 'provider');
      this.releases++;
      const files = await this.#refer(node.files, 'leaf');
      return manifestText({ ...node, format: MANIFEST_FORMAT, files, providers });
    });
  }

  async #refer([digest, sha256, files]: Reference, kind: 'provider' | 'year' | 'leaf'): Promise<Reference> {
    const make = {
      provider: () => this.#provider(sha256),
      year: () => this.#year(sha256),
      leaf: () => this.#leaf(sha256),
    };
    return [digest, await this.#once(sha256, make[kind]), files];
  }

  async #provider(sha256: string): Promise<string> {
    const { files, latest, years } = providerNode.parse(await this.#read(sha256));
    const made: Record<string, Reference> = {};
    for (const [year, one] of Object.entries(years)) made[year] = await this.#refer(one, 'year');
    return manifestText({
      files: await this.#refer(files, 'leaf'),
      latest: latest === null ? null : await this.#refer(latest, 'leaf'),
      years: made,
    });
  }

  async #year(sha256: string): Promise<string> {
    const { days, ...others } = yearNode.parse(await this.#read(sha256));
    const made: Record<string, Reference> = {};
    for (const [date, one] of Object.entries(days)) made[date] = await this.#refer(one, 'leaf');
    const own = async (one: Reference | null) => (one === null ? null : this.#refer(one, 'leaf'));
    const [series, averages, inputs] = [await own(others.series), await own(others.averages), await own(others.inputs)];
    return manifestText({ days: made, series, averages, inputs });
  }

  async #leaf(sha256: string): Promise<string> {
    const { store, atOnce, onProgress } = this.options;
    const entries = toEntries(leaf.parse(await this.#read(sha256)));
    await concurrently(entries, atOnce, async (entry) => {
      const to = fileKey(entry.path, entry.sha256);
      if (!this.files.add(to)) return;
      await store.copy(keyOf(entry), to, factsOfImmutable(entry.path));
      onProgress('files', this.files.size, this.files.size);
    });
    return manifestText(toLeaf(entries));
  }

  async #once(sha256: string, make: () => Promise<string>): Promise<string> {
    const known = this.#made.get(sha256);
    if (known !== undefined) return known;
    const text = Buffer.from(await make());
    const made = hashOf(text);
    if ((await this.options.store.create(textKey(made), text, FACTS_OF_TEXT)) === 'created') this.texts++;
    this.#made.set(sha256, made);
    return made;
  }

  async #read(sha256: string): Promise<unknown> {
    return JSON.parse(await this.#reader.read(sha256));
  }
}
