/** Moves the pointer: from then on, readers get another release. */
import { StoreError } from '../store/store.ts';
import { type PointerInForce, writePointer } from './published.ts';
import { refuseOtherSigner, type Signing } from './same-signer.ts';
import { toPointer } from './signing.ts';

/**
 * Signs a pointer to a release, under the next sequence. Returns that sequence and the time of signing.
 * @throws StoreError if another publisher was faster; InputError as `refuseOtherSigner` does
 */
export async function flip(
  options: Signing & { readonly now: () => Date },
  before: PointerInForce | null,
  target: { readonly release: string; readonly root: string; readonly archive: string },
): Promise<{ readonly sequence: number; readonly time: string }> {
  const { store, signer, now } = options;
  refuseOtherSigner(options, before?.pointer ?? null);
  const sequence = (before?.pointer.sequence ?? 0) + 1;
  const pointer = toPointer({ ...target, sequence }, signer, now());
  if ((await writePointer(store, pointer, before?.etag ?? null)) === 'replaced')
    return { sequence, time: pointer.time };
  throw new StoreError(`${store.name}: another publisher moved the pointer meanwhile; its release was not touched`);
}
