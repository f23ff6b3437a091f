/** Objects in a bucket that the platform binds to the program, as Cloudflare's R2. */
import { StoreDown } from '../../../generator/wire/release/served-tree.ts';
import type { ObjectReader } from '../../trees/store.ts';

/** What we use of the platform's R2Bucket. */
export interface ObjectBucket {
  get(key: string, options?: { onlyIf: { etagDoesNotMatch: string } }): Promise<BucketObject | null>;
}

interface BucketObject {
  readonly etag: string;
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
        return { bytes: Buffer.from(await found.arrayBuffer()), etag: found.etag };
      } catch (error) {
        throw new StoreDown(`${key} cannot be read from the bucket`, { cause: error });
      }
    },
    close: async () => {},
  };
}
