/**
 * Texts of manifests in memory; those that have not been used for longest are dropped first. Each is named by its hash,
 * so that a text that two releases share is read once, and no text is ever out of date.
 */
import { checkedReader, type ManifestReader } from '../../generator/wire/release/manifest-nodes.ts';

export class ManifestMemory implements ManifestReader {
  readonly #reader: ManifestReader;
  readonly #bytesMax: number;
  /** In the order of use; the last one was used last. */
  readonly #texts = new Map<string, string>();
  readonly #reading = new Map<string, Promise<string>>();
  #bytes = 0;

  /** @param read returns null if there is no such text */
  constructor(read: (sha256: string) => Promise<Uint8Array | null>, bytesMax: number) {
    this.#reader = checkedReader(read);
    this.#bytesMax = bytesMax;
  }

  /** Requests for the same text share one read. @throws ManifestFault, and what the store throws */
  read(sha256: string): Promise<string> {
    const held = this.#texts.get(sha256);
    if (held !== undefined) {
      this.#texts.delete(sha256);
      this.#texts.set(sha256, held);
      return Promise.resolve(held);
    }
    const reading = this.#reading.get(sha256) ?? this.#readAndKeep(sha256).finally(() => this.#reading.delete(sha256));
    this.#reading.set(sha256, reading);
    return reading;
  }

  async #readAndKeep(sha256: string): Promise<string> {
    const text = await this.#reader.read(sha256);
    this.#texts.set(sha256, text);
    this.#bytes += text.length;
    for (const [oldest, dropped] of this.#texts) {
      if (this.#bytes <= this.#bytesMax || oldest === sha256) break;
      this.#texts.delete(oldest);
      this.#bytes -= dropped.length;
    }
    return text;
  }
}
