/** Signs the tree that `generate` has left in a folder, and logs it there: the demo is no store, and can prove figures. */

import { LOG } from '../../wire/release/keys.ts';
import { distrustOf } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { LogForked } from '../log/tiles.ts';
import { logRelease } from '../objects/log-release.ts';
import { readPointer, writePointer } from '../pointer/published.ts';
import { type Signer, withSignature } from '../pointer/signing.ts';
import { openWorkFolder } from '../store/work-folder.ts';

/** The log has the name of the key, so that nobody takes those of two demos for one that was rewritten. */
export async function signTree(dir: string, signer: Signer): Promise<void> {
  const store = await openWorkFolder(dir);
  const inForce = await readPointer(store);
  if (inForce === null) throw new InputError(`${dir} holds no tree: run generate first`);
  const { pointer, etag } = inForce;
  const origin = `demo.ratetree/${signer.id}`;
  const signing = { store, signer, now: () => new Date(), log: { origin, witnesses: [], quorum: 0 } };
  try {
    await logRelease(signing, pointer, null);
  } catch (error) {
    if (!(error instanceof InputError || error instanceof LogForked)) throw error;
    // It is of a key that is gone, or a run was killed that wrote it.
    for await (const { key } of store.list(LOG)) await store.delete([key]);
    await logRelease(signing, pointer, null);
  }
  if (distrustOf(pointer, new Map([[signer.id, signer.publicKey]])) === null) return;
  await writePointer(store, withSignature(pointer, signer), etag);
}
