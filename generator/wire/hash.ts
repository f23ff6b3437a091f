/** SHA-256, the only hash of the product: of bytes, and of lists of texts. */
import { createHash } from 'node:crypto';

/** In lowercase hexadecimal. */
export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A digest of 128 bits for some texts in their order, each ended by a line feed. */
export function digestOf(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, 32);
}
