/**
 * Notes the release in force in the archive, with the facts that the store has of it. This also works if the run that
 * published it was killed or had another disk.
 */

import { noteRelease, readReleases } from '../../corrections/release-ledger.ts';
import type { ObjectStore } from '../../store/store.ts';
import { correctionsPath } from '../../wire/answers/paths.ts';
import { readRecord } from './published.ts';
import { openReleasedTree } from './released-files.ts';

export async function noteReleaseInForce(store: ObjectStore, archiveDir: string, release: string): Promise<void> {
  const known = await readReleases(archiveDir, null);
  if (known.some((own) => own.release === release)) return;
  const record = await readRecord(store, release);
  if (record === null) return;
  const { time, method, root } = record;
  // This is the time of its first publication. The pointer's time is renewed on every refused night.
  await noteRelease(archiveDir, { time, release, method }, async () =>
    (await openReleasedTree(store, root)).read(correctionsPath),
  );
}
