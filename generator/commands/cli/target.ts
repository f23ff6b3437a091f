/**
 * How commands open their target: the flags and environment variables that name a store, and where a tree is read from.
 */
import type { Command } from 'commander';
import { readVersion } from '../../kit/package.ts';
import type { BucketConnection } from '../../kit/s3-client.ts';
import { readPointer } from '../../release/pointer/published.ts';
import { isBucket, openObjectStore, refuseMissing, toFolder } from '../../release/store/open.ts';
import { type ObjectStore, REQUESTS_AT_ONCE } from '../../release/store/store.ts';
import { folderSource, storeSource, type VerifySource } from '../../release/verify/source.ts';
import { parseBucketAddress } from '../../wire/release/keys.ts';
import { InputError } from '../../wire/words/input-error.ts';

export interface StoreFlags {
  readonly endpoint?: string;
  readonly region?: string;
  readonly pathStyle?: true;
  readonly root?: true;
}

/** Only `write` makes a folder that does not exist: `change` needs a store with a published release. */
type Intent = 'read' | 'change' | 'write';

export const ROOT_OPTION = ['--root', 'publish into the root of a bucket for the first time'] as const;

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

/** Opens a folder, a bucket, an HTTP server or a gateway for reading, and closes it when the work has ended. */
export async function withSource<Result>(
  target: string,
  flags: StoreFlags,
  work: (source: VerifySource) => Promise<Result>,
): Promise<Result> {
  const source = await openSource(target, flags);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

async function openSource(target: string, flags: StoreFlags): Promise<VerifySource> {
  if (/^https?:\/\//i.test(target)) {
    const key = process.env.RATETREE_SUBSCRIPTION_KEY || null;
    // Loading the client takes as long as all the rest of the program, which most targets do not need.
    const { addressSource } = await import('../../release/verify/address.ts');
    const { toDispatcher, toUserAgent } = await import('../../sources/feeds/net/dispatcher.ts');
    return addressSource(target, { userAgent: toUserAgent(readVersion()), dispatcher: toDispatcher(process.env), key });
  }
  if (isBucket(target)) return storeSource(await openStore(target, flags, 'read'));
  const folder = toFolder(target, 's3://BUCKET/PREFIX, http(s)://HOST/PATH, or a folder');
  refuseMissing(folder);
  return folderSource(folder);
}

/** Warns on standard error if the store does not enforce the conditional writes that keep two publishers apart. */
async function openStore(target: string, flags: StoreFlags, intent: Intent): Promise<ObjectStore> {
  const connection = toConnection(flags);
  if (intent === 'write' && flags.root !== true) await refuseNewRoot(target, connection);
  const store = await openObjectStore(target, {
    ...connection,
    willWrite: intent !== 'read',
    mustExist: intent !== 'write',
  });
  if (intent === 'read') return store;
  const { createOnly, compareAndSwap } = store.capabilities;
  if (!createOnly)
    console.error(`${store.name}: this store ignores create-only writes: two publishers at once could overwrite files`);
  if (!compareAndSwap)
    console.error(
      `${store.name}: this store ignores compare-and-swap: run only one publisher, or one undoes what another did`,
    );
  return store;
}

/** @throws InputError naming the flag or the variable */
export function toConnection({ endpoint, region, pathStyle }: StoreFlags): BucketConnection {
  return {
    endpoint: toEndpoint(endpoint),
    region: region ?? settingOf('RATETREE_S3_REGION'),
    pathStyle: pathStyle ?? isPathStyle(),
    socketsMax: REQUESTS_AT_ONCE,
  };
}

/** @throws InputError if the target is the root of a bucket into which nothing was published yet */
async function refuseNewRoot(target: string, connection: BucketConnection): Promise<void> {
  if (!isBucket(target) || parseBucketAddress(target).prefix !== '') return;
  const store = await openObjectStore(target, { ...connection, willWrite: false });
  try {
    if ((await readPointer(store)) !== null) return;
  } finally {
    await store.close();
  }
  const fix = `name a prefix, such as ${store.name}public, or say --root`;
  throw new InputError(`${store.name}: a tree of a million files would begin in the root of the bucket: ${fix}`);
}

/** @throws InputError naming the flag or the variable */
function toEndpoint(flag: string | undefined): string | null {
  const endpoint = flag ?? settingOf('RATETREE_S3_ENDPOINT');
  if (endpoint === null || (/^https?:\/\//i.test(endpoint) && URL.canParse(endpoint))) return endpoint;
  const place = flag === undefined ? 'RATETREE_S3_ENDPOINT' : '--endpoint';
  throw new InputError(`${place} is not an address: ${endpoint}; write http://HOST or https://HOST`);
}

/** @throws InputError if the variable has another value than the gateway would accept */
function isPathStyle(): boolean {
  const text = settingOf('RATETREE_S3_PATH_STYLE') ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InputError(`RATETREE_S3_PATH_STYLE is ${text}; it must be true or false`);
}

/** A variable that is empty counts as one that is not set. */
function settingOf(name: string): string | null {
  return process.env[name] || null;
}
