/** What the platform binds to the program → settings. Errors name the binding and say what to write. */
import { parseTrustedKeys, SEQUENCE_MAX, type TrustedKeys } from '../../../generator/wire/release/pointer.ts';
import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { type KeyRecord, parseKeyFile, type Subscribers, toSubscribers } from '../../request/keys/api-keys.ts';
import { wholeNumber } from '../../request/query/values.ts';
import { type Bounds, OBJECT_BYTES_MAX, type ObjectReader, TAKES_EXPIRED, UNBOUNDED } from '../../trees/store.ts';

/** Counts requests for the platform, in periods of its own. */
interface Limiter {
  limit(asked: { key: string }): Promise<{ success: boolean }>;
}

export interface Bindings {
  /** The bucket to which `ratetree publish` writes. */
  readonly RELEASES?: ObjectBucket;
  /** The prefix of the releases in the bucket, such as `public`. */
  readonly RATETREE_PREFIX?: string;
  /** The text of the key file. */
  readonly RATETREE_KEYS?: string;
  /** The text of the public keys: with it, only releases that one of them has signed are served. */
  readonly RATETREE_PUBLIC_KEYS?: string;
  /** The lowest sequence that may be served. An instance has no disk on which to remember the highest one. */
  readonly RATETREE_SEQUENCE_MIN?: string;
  /** `true` to begin with a pointer that has expired, too. */
  readonly RATETREE_SERVE_EXPIRED?: string;
  /** How often the pointer is looked at, in milliseconds; 10,000 by default. */
  readonly RATETREE_POLL_MS?: string;
  /** `LIMIT_600` counts the requests of keys whose plan allows 600 a minute. */
  readonly [limiter: `LIMIT_${number}`]: Limiter;
}

export interface EdgeSettings {
  readonly bucket: ObjectBucket;
  readonly prefix: string;
  readonly trusted: TrustedKeys | null;
  readonly bounds: Bounds;
  readonly subscribers: Subscribers;
  readonly pollMs: number;
  /** By what a plan allows in a minute. */
  readonly limiters: ReadonlyMap<number | null, Limiter | null>;
}

const POLL_MS = 10_000;
const POLL_MS_MAX = 3_600_000;

/** @throws InputError */
export function toSettings(bindings: Bindings): EdgeSettings {
  const { RELEASES, RATETREE_PREFIX = '', RATETREE_KEYS, RATETREE_PUBLIC_KEYS } = bindings;
  if (RELEASES === undefined) throw new InputError('RELEASES is not bound; bind it to the bucket of the releases');
  if (RATETREE_KEYS === undefined) {
    throw new InputError('RATETREE_KEYS is not bound; make it a secret with the text of the key file');
  }
  const keys = parseKeyFile(RATETREE_KEYS, 'RATETREE_KEYS');
  const limiters = new Map(keys.map((key) => [key.plan.requestsPerMinute, toLimiter(key, bindings)]));
  const pollMs = wholeNumber(0, POLL_MS_MAX).default(POLL_MS).safeParse(bindings.RATETREE_POLL_MS);
  if (!pollMs.success) throw new InputError(`RATETREE_POLL_MS ${pollMs.error.issues[0]?.message}`);
  return {
    bucket: RELEASES,
    prefix: RATETREE_PREFIX.replace(/\/*$/, (end) => (RATETREE_PREFIX === end ? '' : '/')),
    trusted: RATETREE_PUBLIC_KEYS === undefined ? null : new Map(parseTrustedKeys([RATETREE_PUBLIC_KEYS])),
    bounds: toBounds(bindings),
    subscribers: toSubscribers(keys, null),
    pollMs: pollMs.data,
    limiters,
  };
}

/** @throws InputError */
function toBounds(bindings: Bindings): Bounds {
  const where = 'RATETREE_SEQUENCE_MIN';
  const { RATETREE_SEQUENCE_MIN: min, RATETREE_SERVE_EXPIRED: expired = 'false' } = bindings;
  const sequenceMin = wholeNumber(0, SEQUENCE_MAX).default(0).safeParse(min);
  if (!sequenceMin.success) throw new InputError(`${where} ${sequenceMin.error.issues[0]?.message}`);
  if (sequenceMin.data > 0 && bindings.RATETREE_PUBLIC_KEYS === undefined) {
    throw new InputError(`${where} needs RATETREE_PUBLIC_KEYS: nobody signs the sequences of a store without keys`);
  }
  if (expired !== 'true' && expired !== 'false') throw new InputError(`${TAKES_EXPIRED} must be true or false`);
  return { ...UNBOUNDED, sequenceMin: sequenceMin.data, where, takesExpired: expired === 'true' };
}

/** A limit that nobody counts would be no limit. */
function toLimiter({ name, plan: { requestsPerMinute } }: KeyRecord, bindings: Bindings): Limiter | null {
  if (requestsPerMinute === null) return null;
  const limiter = bindings[`LIMIT_${requestsPerMinute}`];
  if (limiter !== undefined) return limiter;
  throw new InputError(
    `RATETREE_KEYS: the plan of ${name} allows ${requestsPerMinute} requests a minute, and nothing counts them; ` +
      `bind a limiter named LIMIT_${requestsPerMinute}, or make the key unlimited`,
  );
}

// Objects in a bucket that the platform binds to the program, as Cloudflare's R2.

/** What we use of the platform's R2Bucket. */
export interface ObjectBucket {
  get(key: string, options?: { onlyIf: { etagDoesNotMatch: string } }): Promise<BucketObject | null>;
}

interface BucketObject {
  readonly etag: string;
  readonly size: number;
  /** Absent if the object is the one that is known. */
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/** @param prefix of the keys: '' or a path that ends with a slash */
export function bucketObjects(bucket: ObjectBucket, prefix: string): ObjectReader {
  return {
    name: `the bucket's ${prefix}`,
    async get(key, etag) {
      try {
        const condition = etag === null ? undefined : { onlyIf: { etagDoesNotMatch: etag } };
        const found = await bucket.get(prefix + key, condition);
        if (found === null) return null;
        if (found.arrayBuffer === undefined) return 'unchanged';
        if (found.size > OBJECT_BYTES_MAX) throw new Error(`it has ${found.size} bytes`);
        return { bytes: Buffer.from(await found.arrayBuffer()), etag: found.etag };
      } catch (error) {
        throw new StoreError(`${key} cannot be read from the bucket`, { cause: error });
      }
    },
    close: async () => {},
  };
}
