/** Moves the pointer: from then on, readers get another release. */
import { StoreError } from '../../store/store.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { expiryWords, signingTime } from './clock.ts';
import { type PointerInForce, writePointer } from './published.ts';
import { refuseToSign, type Signing } from './same-signer.ts';
import { toPointer } from './signing.ts';

export interface Signed {
  readonly sequence: number;
  /** When the pointer was signed, a UTC instant. */
  readonly time: string;
  /** Says so if the pointer before it had expired; else null. */
  readonly expired: string | null;
}

/**
 * Signs a pointer to a release, under the next sequence. Returns that sequence and the time of signing.
 * @throws StoreError if another publisher was faster; InputError as `refuseToSign` does
 */
export async function flip(
  options: Signing,
  before: PointerInForce | null,
  target: Pick<Pointer, 'release' | 'root' | 'archive'> & Partial<Pick<Pointer, 'memory'>>,
): Promise<Signed> {
  const { store, signer, now } = options;
  refuseToSign(options, before?.pointer ?? null);
  const sequence = (before?.pointer.sequence ?? 0) + 1;
  const moment = now();
  const pointer = toPointer({ ...target, sequence }, signer, signingTime(moment, before?.pointer ?? null));
  if ((await writePointer(store, pointer, before?.etag ?? null)) === 'replaced')
    return { sequence, time: pointer.time, expired: expiryWords(before?.pointer ?? null, moment) };
  throw new StoreError(`${store.name}: another publisher moved the pointer meanwhile; its release was not touched`);
}
