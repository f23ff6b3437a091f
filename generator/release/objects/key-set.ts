/**
 * A set of keys of objects that stays small: of each key it holds 16 bytes of its SHA-256 and when it was added, so that
 * a million keys take 40 MB and not 200. Nobody can make two keys with the same digest.
 */
import { hash } from 'node:crypto';

const DIGEST_BYTES = 16;
/** A digest, and how many keys had been added before it. */
const SLOT_BYTES = DIGEST_BYTES + 4;
const SLOTS_MIN = 1024;
/** A quarter of the slots stays free, so that a search ends after a few steps. */
const FILLED_MAX = 3 / 4;

export class KeySet {
  #slots = Buffer.alloc(SLOTS_MIN * SLOT_BYTES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    return !this.#isFree(this.#slotOf(digestOf(key)));
  }

  /** How many keys had been added before the key, null if it is not in the set. */
  placeOf(key: string): number | null {
    const slot = this.#slotOf(digestOf(key));
    return this.#isFree(slot) ? null : this.#slots.readUInt32LE(slot + DIGEST_BYTES);
  }

  /** Returns false if the key was in the set already. */
  add(key: string): boolean {
    return this.#addDigest(digestOf(key));
  }

  /** The digests of all keys, one after another, for `addAll` of another set. */
  toDigests(): Uint8Array<ArrayBuffer> {
    const digests = new Uint8Array(this.#size * DIGEST_BYTES);
    let end = 0;
    for (const taken of this.#taken()) {
      digests.set(taken.subarray(0, DIGEST_BYTES), end);
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
    this.#slots.writeUInt32LE(this.#size, slot + DIGEST_BYTES);
    this.#size++;
    if (this.#size * SLOT_BYTES > this.#slots.length * FILLED_MAX) this.#grow();
    return true;
  }

  /** Where the digest lies, or the free place where it belongs. */
  #slotOf(digest: Buffer): number {
    const slots = this.#slots;
    let slot = (digest.readUInt32LE(0) * SLOT_BYTES) % slots.length;
    while (!this.#isFree(slot) && digest.compare(slots, slot, slot + DIGEST_BYTES, 0, DIGEST_BYTES) !== 0) {
      slot = (slot + SLOT_BYTES) % slots.length;
    }
    return slot;
  }

  #isFree(slot: number): boolean {
    return this.#slots.readUInt32LE(slot) === 0 && this.#slots.readUInt32LE(slot + 4) === 0;
  }

  *#taken(slots = this.#slots): Generator<Buffer> {
    for (let slot = 0; slot < slots.length; slot += SLOT_BYTES) {
      if (slots.readUInt32LE(slot) !== 0 || slots.readUInt32LE(slot + 4) !== 0) {
        yield slots.subarray(slot, slot + SLOT_BYTES);
      }
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = Buffer.alloc(before.length * 2);
    for (const taken of this.#taken(before)) taken.copy(this.#slots, this.#slotOf(taken));
  }
}

/** The first byte is never 0, because a slot of zeros is a free one. */
function digestOf(key: string): Buffer {
  const digest = hash('sha256', key, 'buffer').subarray(0, DIGEST_BYTES);
  digest[0] = (digest[0] ?? 0) | 1;
  return digest;
}
