/**
 * How commands open their target: the flags and environment variables that name a store, and where a tree is read from.
 */
import type { Command } from 'commander';
import { toDispatcher, toUserAgent } from '../feeds/fetch.ts';
import { readVersion } from '../kit/package.ts';
import { openObjectStore } from '../store/open.ts';
import type { ObjectStore } from '../store/store.ts';
import { folderSource, httpSource, storeSource, type VerifySource } from '../verify/source.ts';

export interface StoreFlags {
  readonly endpoint?: string;
  readonly region?: string;
  readonly pathStyle?: true;
}

type Intent = 'read' | 'write';

/** How many requests to a store run at once. Each has a socket of its own. */
export const AT_ONCE = 32;

export const STORE_ARGUMENT = ['<target>', 's3://BUCKET/PREFIX, or a folder'] as const;

export function withStoreOptions(command: Command): Command {
  return command
    .option('--endpoint <url>', "the address of the store (default: RATETREE_S3_ENDPOINT, or the SDK's)")
    .option('--region <name>', "the region of the store (default: RATETREE_S3_REGION, or the SDK's)")
    .option('--path-style', 'put the bucket in the path, not in the host name (also RATETREE_S3_PATH_STYLE=true)');
}

/** Opens the store and closes it when the work has ended, however it ends. */
export async function withStore<Result>(
  target: string,
  flags: StoreFlags,
  intent: Intent,
  work: (store: ObjectStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(target, flags, intent);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Opens a folder, a bucket or an HTTP server for reading, and closes it when the work has ended. */
export async function withSource(
  target: string,
  flags: StoreFlags,
  work: (source: VerifySource) => Promise<void>,
): Promise<void> {
  const source = await openSource(target, flags);
  try {
    await work(source);
  } finally {
    await source.close();
  }
}

async function openSource(target: string, flags: StoreFlags): Promise<VerifySource> {
  if (/^https?:\/\//.test(target)) {
    return httpSource(target, { userAgent: toUserAgent(readVersion()), dispatcher: toDispatcher(process.env) });
  }
  return target.startsWith('s3://') ? storeSource(await openStore(target, flags, 'read')) : folderSource(target);
}

/** Warns on standard error if the store does not enforce the conditional writes that keep two publishers apart. */
async function openStore(
  target: string,
  { endpoint, region, pathStyle }: StoreFlags,
  intent: Intent,
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
  if (!createOnly)
    console.error(`${store.name}: this store ignores create-only writes: two publishers at once could overwrite files`);
  if (!compareAndSwap)
    console.error(
      `${store.name}: this store ignores compare-and-swap: run one publisher only, or one undoes the other`,
    );
  return store;
}
