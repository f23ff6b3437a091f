/** Releases in an S3 bucket, with conditional writes, or with a check before the write if the store has none. */

import type { BucketConnection } from '../../kit/s3-client.ts';
import type { BucketAddress } from '../../wire/release/keys.ts';
import { S3Bucket } from './s3-bucket.ts';
import { type Condition, type Probed, probe, toTag } from './s3-probe.ts';
import { type Capabilities, type ObjectFacts, type ObjectStore, StoreError } from './store.ts';

const PROBE_FACTS: ObjectFacts = { contentType: 'text/plain', cacheControl: 'no-store' };

/** For reading only: the credentials may not allow a write, so nothing is probed and no condition is relied on. */
const NOT_PROBED: Probed = { createOnly: false, tagForm: null };

/** @throws StoreError if the store is opened for writing and cannot be written */
export async function openS3Store(
  address: BucketAddress,
  connection: BucketConnection,
  willWrite: boolean,
): Promise<ObjectStore> {
  const store = new S3ObjectStore(address, connection);
  try {
    if (willWrite) await store.probe();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

class S3ObjectStore extends S3Bucket implements ObjectStore {
  #probed = NOT_PROBED;

  get requests(): ObjectStore['requests'] {
    return this.attempts.counts;
  }

  get capabilities(): Capabilities {
    const { createOnly, tagForm } = this.#probed;
    return { createOnly, compareAndSwap: tagForm !== null };
  }

  async probe(): Promise<void> {
    this.#probed = await probe({
      write: async (key, bytes, condition) => (await this.write(key, bytes, PROBE_FACTS, condition)).outcome,
      remove: (key) => this.delete([key]),
    });
  }

  async create(key: string, bytes: Buffer, facts: ObjectFacts): Promise<'created' | 'exists'> {
    if (!this.#probed.createOnly) {
      if ((await this.head(key)) !== null) return 'exists';
      await this.put(key, bytes, facts);
      return 'created';
    }
    return (await this.#writeIf(key, bytes, facts, { ifNoneMatch: '*' })) ? 'created' : 'exists';
  }

  async replace(key: string, bytes: Buffer, facts: ObjectFacts, etag: string | null): Promise<'replaced' | 'changed'> {
    if (etag === null) return (await this.create(key, bytes, facts)) === 'created' ? 'replaced' : 'changed';
    const { tagForm } = this.#probed;
    if (tagForm === null) {
      if ((await this.head(key)) !== etag) return 'changed';
      await this.put(key, bytes, facts);
      return 'replaced';
    }
    return (await this.#writeIf(key, bytes, facts, { ifMatch: toTag(etag, tagForm) })) ? 'replaced' : 'changed';
  }

  async put(key: string, bytes: Buffer, facts: ObjectFacts): Promise<void> {
    await this.write(key, bytes, facts, null);
  }

  /** After an unanswered attempt, a refusal may be caused by that attempt itself; the object's bytes then tell. */
  async #writeIf(key: string, bytes: Buffer, facts: ObjectFacts, condition: Condition): Promise<boolean> {
    const { outcome, isRepeated } = await this.write(key, bytes, facts, condition);
    if (outcome === 'unknown')
      throw new StoreError(`${this.name}: PUT ${key}: conditional writes worked a moment ago and no longer do`);
    if (outcome !== 'refused') return true;
    return isRepeated && (await this.get(key))?.bytes.equals(bytes) === true;
  }
}
