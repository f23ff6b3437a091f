/** SHA-256, the only hash of this product. */
import { createHash, hash } from 'node:crypto';

/** The hash of bytes, or of a text in UTF-8, as 64 lowercase hexadecimal digits. */
export function hashOf(bytes: string | Uint8Array): string {
  return hash('sha256', bytes);
}

/** The hash of a text in UTF-8 that comes in pieces. */
export class Hash {
  readonly #digest = createHash('sha256');

  add(piece: string): void {
    this.#digest.update(piece);
  }

  end(): string {
    return this.#digest.digest('hex');
  }
}

/** The first 128 bits, in hexadecimal, of the hash of some texts in their order, each ended by a line feed. */
export function digestOf(parts: Iterable<string>): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part).update('\n');
  return digest.digest('hex').slice(0, 32);
}
