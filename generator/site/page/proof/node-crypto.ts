/** SHA-256 of `node:crypto`, as the program uses it, for browsers: theirs is asynchronous, and on https alone. */
import { sha256 } from '@noble/hashes/sha2.js';

export const createHash = (_algorithm: 'sha256') => new Digest();
export const hash = (_algorithm: 'sha256', bytes: string | Uint8Array) => new Digest().update(bytes).digest('hex');

class Digest {
  readonly #state = sha256.create();

  update(bytes: string | Uint8Array): this {
    this.#state.update(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
    return this;
  }

  digest(): Buffer;
  digest(form: 'hex'): string;
  digest(form?: 'hex'): Buffer | string {
    const bytes = Buffer.from(this.#state.digest());
    return form === undefined ? bytes : bytes.toString(form);
  }
}
