/** Taking a release back in one step. */
import { type ObjectStore, StoreError } from '../store/store.ts';
import { flip, type PublishOptions, type PublishSummary } from './publish.ts';
import { type ReleaseRecord, readPointer, readRecords } from './published.ts';
import { copyStable } from './stable-copies.ts';

type RollbackOptions = Pick<PublishOptions, 'store' | 'signer' | 'now' | 'atOnce' | 'onProgress'>;

/**
 * Points at an older release under a new sequence, and brings the stable copies back to it.
 * @param to a release's id; null: the one published before the one in force
 * @throws StoreError naming the releases that there are
 */
export async function rollback(options: RollbackOptions, to: string | null): Promise<PublishSummary> {
  const { store, atOnce, onProgress } = options;
  const before = await readPointer(store);
  if (before === null)
    throw new StoreError(`${store.name}: nothing has been published, so that nothing can be taken back`);
  const target = toTarget(await readRecords(store), before.pointer.release, to, store);
  const sequence = await flip(options, before, target);
  const stable = await copyStable(store, target, atOnce, (done, total) => onProgress('stable addresses', done, total));
  return { release: target.release, sequence, isNew: false, objects: 1, bytes: 0, ...stable };
}

function toTarget(
  records: readonly ReleaseRecord[],
  inForce: string,
  to: string | null,
  store: ObjectStore,
): ReleaseRecord {
  const current = records.find(({ release }) => release === inForce);
  const older = records.filter(({ sequence }) => sequence < (current?.sequence ?? 0));
  const found = to === null ? older[0] : records.find(({ release }) => release === to);
  if (found !== undefined) return found;
  const there = records.map(({ release, date }) => `${release} (${date})`).join(', ');
  throw new StoreError(
    `${store.name}: ${to === null ? 'no older release is kept' : `no release ${to}`}; there are: ${there}`,
  );
}
