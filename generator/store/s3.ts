/** Releases in an S3 bucket, with conditional writes, or with a check before the write if the store has none. */

import type { BucketConnection } from '../kit/s3-client.ts';
import type { BucketAddress } from '../wire/release/keys.ts';
import { S3Bucket } from './s3-bucket.ts';
import { type Condition, type Probed, probe, toTag } from './s3-probe.ts';
import {
  type Capabilities,
  type ListedObject,
  type ObjectFacts,
  type ObjectStore,
  type RequestCounts,
  type StoredObject,
  StoreError,
} from './store.ts';

/** The most keys that one request may name. */
const DELETE_KEYS_MAX = 1000;
const PROBE_FACTS: ObjectFacts = { contentType: 'text/plain', cacheControl: 'no-store' };

/** For reading only: the credentials may not allow a write, so nothing is probed and no condition is relied on. */
const NOT_PROBED: Probed = { createOnly: false, tagForm: null };

/** @throws StoreError if the store is opened for writing and cannot be written */
export async function openS3Store(
  address: BucketAddress,
  connection: BucketConnection,
  willWrite: boolean,
): Promise<ObjectStore> {
  const bucket = new S3Bucket(address, connection);
  if (!willWrite) return new S3ObjectStore(bucket, NOT_PROBED);
  const probed = await probe({
    write: (key, bytes, condition) => bucket.write(key, bytes, PROBE_FACTS, condition).then(({ outcome }) => outcome),
    remove: (key) => bucket.delete([key]),
  }).catch((error: unknown) => {
    bucket.close();
    throw error;
  });
  return new S3ObjectStore(bucket, probed);
}

class S3ObjectStore implements ObjectStore {
  readonly name: string;
  readonly requests: Readonly<RequestCounts>;
  readonly capabilities: Capabilities;

  constructor(
    readonly bucket: S3Bucket,
    readonly probed: Probed,
  ) {
    this.name = bucket.name;
    this.requests = bucket.attempts.counts;
    this.capabilities = { createOnly: probed.createOnly, compareAndSwap: probed.tagForm !== null };
  }

  now(): Date {
    return this.bucket.now();
  }

  get(key: string): Promise<StoredObject | null> {
    return this.bucket.get(key);
  }

  async create(key: string, bytes: Buffer, facts: ObjectFacts): Promise<'created' | 'exists'> {
    if (!this.probed.createOnly) {
      if ((await this.bucket.head(key)) !== null) return 'exists';
      await this.put(key, bytes, facts);
      return 'created';
    }
    return (await this.#writeIf(key, bytes, facts, { ifNoneMatch: '*' })) ? 'created' : 'exists';
  }

  async replace(key: string, bytes: Buffer, facts: ObjectFacts, etag: string | null): Promise<'replaced' | 'changed'> {
    if (etag === null) return (await this.create(key, bytes, facts)) === 'created' ? 'replaced' : 'changed';
    const { tagForm } = this.probed;
    if (tagForm === null) {
      if ((await this.bucket.head(key)) !== etag) return 'changed';
      await this.put(key, bytes, facts);
      return 'replaced';
    }
    return (await this.#writeIf(key, bytes, facts, { ifMatch: toTag(etag, tagForm) })) ? 'replaced' : 'changed';
  }

  async put(key: string, bytes: Buffer, facts: ObjectFacts): Promise<void> {
    await this.bucket.write(key, bytes, facts, null);
  }

  copy(from: string, to: string, facts: ObjectFacts): Promise<void> {
    return this.bucket.copy(from, to, facts);
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += DELETE_KEYS_MAX) {
      await this.bucket.delete(keys.slice(start, start + DELETE_KEYS_MAX));
    }
  }

  list(prefix: string): AsyncIterable<ListedObject> {
    return this.bucket.list(prefix);
  }

  listFolders(prefix: string): Promise<readonly string[]> {
    return this.bucket.listFolders(prefix);
  }

  async close(): Promise<void> {
    this.bucket.close();
  }

  /** After an unanswered attempt, a refusal may be caused by that attempt itself; the object's bytes then tell. */
  async #writeIf(key: string, bytes: Buffer, facts: ObjectFacts, condition: Condition): Promise<boolean> {
    const { outcome, isRepeated } = await this.bucket.write(key, bytes, facts, condition);
    if (outcome === 'unknown')
      throw new StoreError(`${this.name}: PUT ${key}: conditional writes worked a moment ago and no longer do`);
    if (outcome !== 'refused') return true;
    return isRepeated && (await this.get(key))?.bytes.equals(bytes) === true;
  }
}
