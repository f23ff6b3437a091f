/**
 * Readers trust a key, so a pointer may not lose its signature or change its key by accident: a forgotten variable or a
 * wrong file would lock out every reader that verifies.
 */
import type { ObjectStore } from '../../store/store.ts';
import { POINTER_KEY, type Pointer, signedText } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { refuseWrongClock } from './clock.ts';
import type { Signer } from './signing.ts';

export interface Signing {
  readonly store: ObjectStore;
  readonly now: () => Date;
  /** Null to leave the pointer unsigned. */
  readonly signer: Signer | null;
  /** The id of the key that signed the pointer in force, if another key or none is to sign from now on. */
  readonly replaceKey?: string | undefined;
}

/**
 * Refuses what would make the next pointer one that readers do not follow. Called before any work is done, and again
 * before it is signed.
 * @throws InputError as `refuseOtherSigner` and `refuseWrongClock` do
 */
export function refuseToSign(signing: Signing, before: Pointer | null): void {
  refuseOtherSigner(signing, before);
  refuseWrongClock(signing.store, signing.now(), before);
}

/**
 * @param before the pointer in force, or null
 * @throws InputError if it is signed and the next one would be unsigned or signed by another key, unless that key is to
 * be replaced; and if it claims our key but the signature is not of that key
 */
export function refuseOtherSigner({ store, signer, replaceKey }: Omit<Signing, 'now'>, before: Pointer | null): void {
  if (before === null || before.key === null || before.key === replaceKey) return;
  const place = `${store.name}${POINTER_KEY}`;
  if (before.key !== signer?.id) {
    const next = signer === null ? 'there is no key to sign with' : `the key given is ${signer.id}`;
    const fix = `sign with that key (--signing-key), or name it with --replace-key ${before.key}`;
    throw new InputError(`${place} is signed by key ${before.key}, and ${next}: ${fix}`);
  }
  // Ed25519 gives the same signature for the same text, so signing again checks it.
  if (signer.sign(signedText(before)).toString('base64') === before.signature) return;
  const fix = 'somebody else has changed it; "ratetree repair" shows what is there and restores the last good one';
  throw new InputError(`${place} claims to be signed by key ${signer.id}, but its signature is wrong: ${fix}`);
}
