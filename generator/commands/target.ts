/** Flags and environment by which commands find a store, and what is said of one that keeps its word badly. */
import type { Command } from 'commander';
import { openObjectStore } from '../store/open.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { EXIT } from './shared.ts';

export interface StoreFlags {
  readonly endpoint?: string;
  readonly region?: string;
  readonly pathStyle?: true;
}

/** Requests at once, and sockets for them. */
export const AT_ONCE = 32;

export function withStoreOptions(command: Command): Command {
  return command
    .option('--endpoint <url>', "the store's address (default: RATETREE_S3_ENDPOINT, else the SDK's)")
    .option('--region <name>', "its region (default: RATETREE_S3_REGION, else the SDK's)")
    .option('--path-style', 'the bucket in the path, not in the host name (also RATETREE_S3_PATH_STYLE=true)');
}

/** Opens the store and closes it after the work; its failures end with exit code 4. */
export async function withStore(
  target: string,
  flags: StoreFlags,
  intent: 'read' | 'write',
  work: (store: ObjectStore) => Promise<void>,
): Promise<void> {
  try {
    const store = await openStore(target, flags, intent);
    try {
      await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    console.error(`ratetree: ${error.message}`);
    process.exitCode = EXIT.storeFailed;
  }
}

export async function openStore(
  target: string,
  { endpoint, region, pathStyle }: StoreFlags,
  intent: 'read' | 'write',
): Promise<ObjectStore> {
  const store = await openObjectStore(target, {
    endpoint: endpoint ?? process.env.RATETREE_S3_ENDPOINT ?? null,
    region: region ?? process.env.RATETREE_S3_REGION ?? null,
    pathStyle: pathStyle ?? process.env.RATETREE_S3_PATH_STYLE === 'true',
    socketsMax: AT_ONCE,
    willWrite: intent === 'write',
  });
  if (intent === 'read') return store;
  const { createOnly, compareAndSwap } = store.capabilities;
  if (!createOnly) {
    console.error(
      `${store.name}: this store ignores create-only writes: what a second publisher wrote could be written over`,
    );
  }
  if (!compareAndSwap) {
    console.error(
      `${store.name}: this store ignores compare-and-swap: of two publishers at once both would think they won; run one`,
    );
  }
  return store;
}
