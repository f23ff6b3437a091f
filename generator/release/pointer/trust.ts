/**
 * Whose signature a publisher believes: that of its own key, and, once, that of the key which it replaces. Whoever may
 * write to a store may write any pointer and any note, so what nobody signed is believed only by who has no key, or by
 * whose operator says so.
 */
import type { KeyObject } from 'node:crypto';
import { distrustOf, type Pointer, type TrustedKeys } from '../../wire/release/pointer.ts';
import type { Signer } from './signing.ts';

/** The public key that is replaced; `none` to take over a store that nobody signed. */
export type ReplacedKey = { readonly id: string; readonly publicKey: KeyObject } | 'none';

export interface Trust {
  /** Null for a publisher without a key, who cannot tell what others wrote. */
  readonly signer: Signer | null;
  readonly replaceKey?: ReplacedKey | undefined;
}

export function trustedKeys({ signer, replaceKey }: Trust): TrustedKeys {
  const replaced = replaceKey === undefined || replaceKey === 'none' ? [] : [replaceKey];
  return new Map([...(signer === null ? [] : [signer]), ...replaced].map(({ id, publicKey }) => [id, publicKey]));
}

/** Null if the pointer may be believed, else why not. Without a key nothing can be said of one that is signed. */
export function distrust(pointer: Pointer, trust: Trust): string | null {
  if (pointer.key === null) return trust.signer === null || trust.replaceKey === 'none' ? null : 'nobody signed it';
  if (trust.signer === null && trust.replaceKey === undefined) return null;
  return distrustOf(pointer, trustedKeys(trust));
}
