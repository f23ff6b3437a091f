/**
 * A set of keys of objects that stays small: of each key it holds 16 bytes of its SHA-256, so that a million keys take
 * 32 MB and not 200. Nobody can make two keys with the same digest.
 */
import { createHash } from 'node:crypto';

const DIGEST_BYTES = 16;
const SLOTS_MIN = 1024;

export class KeySet {
  #slots = Buffer.alloc(SLOTS_MIN * DIGEST_BYTES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    return !this.#isFree(this.#slotOf(digestOf(key)));
  }

  /** Returns false if the key was in the set already. */
  add(key: string): boolean {
    return this.#addDigest(digestOf(key));
  }

  /** The digests of all keys, one after another, for `addAll` of another set. */
  toDigests(): Uint8Array<ArrayBuffer> {
    const digests = new Uint8Array(this.#size * DIGEST_BYTES);
    let end = 0;
    for (const digest of this.#digests()) {
      digests.set(digest, end);
      end += DIGEST_BYTES;
    }
    return digests;
  }

  addAll(digests: Uint8Array): void {
    for (let start = 0; start < digests.length; start += DIGEST_BYTES) {
      this.#addDigest(Buffer.from(digests.buffer, digests.byteOffset + start, DIGEST_BYTES));
    }
  }

  #addDigest(digest: Buffer): boolean {
    const slot = this.#slotOf(digest);
    if (!this.#isFree(slot)) return false;
    digest.copy(this.#slots, slot);
    this.#size++;
    // Half of the slots stay free, so that a search ends after a few steps.
    if (this.#size * DIGEST_BYTES * 2 > this.#slots.length) this.#grow();
    return true;
  }

  /** Where the digest lies, or the free place where it belongs. */
  #slotOf(digest: Buffer): number {
    const slots = this.#slots;
    let slot = (digest.readUInt32LE(0) * DIGEST_BYTES) % slots.length;
    while (!this.#isFree(slot) && digest.compare(slots, slot, slot + DIGEST_BYTES) !== 0) {
      slot = (slot + DIGEST_BYTES) % slots.length;
    }
    return slot;
  }

  #isFree(slot: number): boolean {
    return this.#slots.readUInt32LE(slot) === 0 && this.#slots.readUInt32LE(slot + 4) === 0;
  }

  *#digests(slots = this.#slots): Generator<Buffer> {
    for (let slot = 0; slot < slots.length; slot += DIGEST_BYTES) {
      if (slots.readUInt32LE(slot) !== 0 || slots.readUInt32LE(slot + 4) !== 0) {
        yield slots.subarray(slot, slot + DIGEST_BYTES);
      }
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = Buffer.alloc(before.length * 2);
    for (const digest of this.#digests(before)) digest.copy(this.#slots, this.#slotOf(digest));
  }
}

/** The first byte is never 0, because a slot of zeros is a free one. */
function digestOf(key: string): Buffer {
  const digest = createHash('sha256').update(key).digest().subarray(0, DIGEST_BYTES);
  digest[0] = (digest[0] ?? 0) | 1;
  return digest;
}
