/** Stores of one kind, as `openStore` opens them for a gateway. */
import type { TrustedKeys } from '../../../generator/wire/release/pointer.ts';
import { folderObjects } from '../../../server/trees/open.ts';
import { httpObjects } from '../../../server/trees/origin.ts';
import { ReleaseStore } from '../../../server/trees/release.ts';

export function diskStore(folder: string, trusted: TrustedKeys | null = null): ReleaseStore {
  return new ReleaseStore(folderObjects(folder), trusted);
}

export function originStore(options: Parameters<typeof httpObjects>[0]): ReleaseStore {
  return new ReleaseStore(httpObjects(options), null);
}
