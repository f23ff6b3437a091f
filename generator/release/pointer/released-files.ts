/** What the archive is told of releases that a store holds. */
import { noteRelease, readReleases } from '../../rates/corrections/release-ledger.ts';
import { correctionsPath } from '../../wire/answers/paths.ts';
import type { Released } from '../../wire/release/pointer.ts';
import { Release } from '../../wire/release/release.ts';
import { type ObjectStore, objectsOf, type ReadStore } from '../store/store.ts';

export const openRelease = (store: ReadStore, root: string): Promise<Release> => Release.open(objectsOf(store), root);

/**
 * Notes releases in the archive that it does not know yet. This also works if the run that published one was killed or
 * had another disk.
 */
export async function noteReleases(store: ObjectStore, archiveDir: string, releases: readonly Released[]) {
  const known = new Set((await readReleases(archiveDir, null)).map(({ release }) => release));
  for (const { release, published: time, method, root } of releases.filter((one) => !known.has(one.release))) {
    await noteRelease(archiveDir, { time, release, method }, async () =>
      (await openRelease(store, root)).read(correctionsPath),
    );
  }
}
