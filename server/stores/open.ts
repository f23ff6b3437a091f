/** The store that RATETREE_ORIGIN names. */
import type { Store } from '../store.ts';
import { diskStore } from './disk.ts';
import { originStore } from './origin.ts';

export type Origin =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'http'; readonly url: string };

export function openStore(origin: Origin, timeoutMs: number): Store {
  switch (origin.kind) {
    case 'directory':
      return diskStore(origin.path);
    case 'http':
      return originStore({ url: origin.url, timeoutMs });
    default:
      throw new TypeError(`no store for ${JSON.stringify(origin satisfies never)}`);
  }
}
