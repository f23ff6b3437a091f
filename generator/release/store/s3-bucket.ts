/** Makes requests to one prefix of one bucket through the SDK, each until it is answered. */

import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { inPortions } from '../../kit/items.ts';
import { type BucketConnection, toS3Client } from '../../kit/s3-client.ts';
import type { BucketAddress } from '../../wire/release/keys.ts';
import { isMissing, isRefusedCondition, isUnknownCondition, S3Attempts } from './s3-attempts.ts';
import { type DirectRequest, DirectRequests } from './s3-direct.ts';
import type { Condition, Written } from './s3-probe.ts';
import { KEYS_AT_ONCE, type ListedObject, type ObjectFacts, type StoredObject, StoreError } from './store.ts';

const TIMEOUT_MS = 30_000;
/** Pages of a list, a thousand keys each: many times what the largest store has. Names of folders stay in memory. */
const PAGES_MAX = { keys: 100_000, folders: 200 };
/** An empty page counts as this many, because a list without end may consist of them. */
const EMPTY_PAGE = 100;
/** This makes about 13 seconds of waiting in all, by which time a restarted store is back. */
const ATTEMPTS_MAX = 8;

interface WriteOutcome {
  /** `refused`: the condition did not hold. `unknown`: the store has no such condition. */
  readonly outcome: Written | 'refused' | 'unknown';
  /** True if an earlier attempt was not answered well but may have been applied. */
  readonly isRepeated: boolean;
}

export class S3Bucket {
  readonly name: string;
  readonly attempts: S3Attempts;
  readonly #client: S3Client;
  readonly #direct: DirectRequests;
  readonly #address: BucketAddress;

  constructor(address: BucketAddress, connection: BucketConnection) {
    const { timeoutMs = TIMEOUT_MS, attemptsMax = ATTEMPTS_MAX } = connection;
    this.#address = address;
    this.name = `s3://${address.bucket}/${address.prefix}`;
    this.#client = toS3Client({ ...connection, timeoutMs, attemptsMax: 1 });
    this.#direct = new DirectRequests(this.#client, { socketsMax: connection.socketsMax, timeoutMs });
    this.attempts = new S3Attempts({ store: this.name, attemptsMax, timeoutMs });
  }

  /** Each answer has the store's time, by which the SDK corrects the times of its signatures. */
  now(): Date {
    return new Date(Date.now() + this.#client.config.systemClockOffset);
  }

  async get(key: string): Promise<StoredObject | null> {
    return this.attempts.make('GET', key, async (abortSignal, attempt) => {
      if (this.#isDirect(attempt))
        return orNull(this.#direct.send({ method: 'GET', key: this.#at(key).Key, headers: {} }, abortSignal));
      const found = await orNull(this.#client.send(new GetObjectCommand(this.#at(key)), { abortSignal }));
      if (found === null) return null;
      return { bytes: Buffer.from((await found.Body?.transformToByteArray()) ?? []), etag: found.ETag ?? '' };
    });
  }

  /** Returns the object's tag, or null if there is no object. */
  async head(key: string): Promise<string | null> {
    return this.attempts.make('HEAD', key, async (abortSignal) => {
      const found = await orNull(this.#client.send(new HeadObjectCommand(this.#at(key)), { abortSignal }));
      return found === null ? null : (found.ETag ?? '');
    });
  }

  async write(key: string, bytes: Buffer, facts: ObjectFacts, condition: Condition): Promise<WriteOutcome> {
    // The store compares the MD5 and refuses an upload that was damaged on its way.
    const ContentMD5 = createHash('md5').update(bytes).digest('base64');
    const headers = { ...headersOf(facts), 'content-md5': ContentMD5, ...headersOfCondition(condition) };
    const send = async (abortSignal: AbortSignal, attempt: number): Promise<Written> => {
      const request: DirectRequest = { method: 'PUT', key: this.#at(key).Key, headers, body: bytes };
      if (this.#isDirect(attempt)) return this.#direct.send(request, abortSignal);
      const command = { ...this.#at(key), ...toFields(facts), ...toConditions(condition), Body: bytes, ContentMD5 };
      const { ETag: etag = '' } = await this.#client.send(new PutObjectCommand(command), { abortSignal });
      return { etag };
    };
    let isRepeated = false;
    return this.attempts.make('PUT', key, async (abortSignal, attempt) => {
      try {
        return { outcome: await send(abortSignal, attempt), isRepeated };
      } catch (error) {
        if (condition !== null && isRefusedCondition(error)) return { outcome: 'refused', isRepeated };
        if (condition !== null && isUnknownCondition(error)) return { outcome: 'unknown', isRepeated };
        isRepeated = true;
        throw error;
      }
    });
  }

  async copy(from: string, to: string, facts: ObjectFacts): Promise<void> {
    const { bucket, prefix } = this.#address;
    const CopySource = `${bucket}/${`${prefix}${from}`.split('/').map(encodeURIComponent).join('/')}`;
    // A copy has its own caching class; without REPLACE it would keep that of its source.
    const command = { ...this.#at(to), ...toFields(facts), CopySource, MetadataDirective: 'REPLACE' as const };
    const copying = { 'x-amz-copy-source': CopySource, 'x-amz-metadata-directive': 'REPLACE' };
    const request: DirectRequest = {
      method: 'PUT',
      key: this.#at(to).Key,
      headers: { ...headersOf(facts), ...copying },
    };
    await this.attempts.make('COPY', `${from} to ${to}`, async (abortSignal, attempt) => {
      if (this.#isDirect(attempt)) await this.#direct.send(request, abortSignal);
      else await this.#client.send(new CopyObjectCommand(command), { abortSignal });
    });
  }

  async delete(keys: readonly string[]): Promise<void> {
    for await (const some of inPortions(keys, KEYS_AT_ONCE)) await this.#delete(some);
  }

  async #delete(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((key) => ({ Key: this.#at(key).Key }));
    const command = { Bucket: this.#address.bucket, Delete: { Quiet: true, Objects } };
    await this.attempts.make('DELETE', `${keys[0]} and ${keys.length - 1} more`, async (abortSignal) => {
      const { Errors = [] } = await this.#client.send(new DeleteObjectsCommand(command), { abortSignal });
      const [first] = Errors;
      // The answer is 200 even if single keys failed.
      if (first !== undefined) throw Object.assign(new Error(`${first.Key}: ${first.Message}`), { Code: first.Code });
    });
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    const { prefix: own } = this.#address;
    for await (const { Contents = [] } of this.#pages(prefix, {})) {
      for (const { Key = '', LastModified } of Contents) {
        // A key of somebody else's, cut as ours are, would be one of ours.
        if (!Key.startsWith(`${own}${prefix}`)) continue;
        yield { key: Key.slice(own.length), changedMs: LastModified?.getTime() ?? Date.now() };
      }
    }
  }

  async listFolders(prefix: string): Promise<readonly string[]> {
    const names: string[] = [];
    const whole = `${this.#address.prefix}${prefix}`;
    for await (const { CommonPrefixes = [] } of this.#pages(prefix, { Delimiter: '/' })) {
      for (const { Prefix = '' } of CommonPrefixes)
        if (Prefix.startsWith(whole)) names.push(Prefix.slice(whole.length, -1));
    }
    return names;
  }

  async close(): Promise<void> {
    this.#client.destroy();
    await this.#direct.close();
  }

  /** The SDK repeats: it knows what stores say, and takes their time from their answers. */
  #isDirect(attempt: number): boolean {
    return attempt === 1 && this.#direct.isReady;
  }

  async *#pages(prefix: string, more: { readonly Delimiter?: string }): AsyncGenerator<ListObjectsV2CommandOutput> {
    const Prefix = `${this.#address.prefix}${prefix}`;
    let next: string | undefined;
    let left = more.Delimiter === undefined ? PAGES_MAX.keys : PAGES_MAX.folders;
    do {
      const place = next === undefined ? {} : { ContinuationToken: next };
      const command = { Bucket: this.#address.bucket, Prefix, ...more, ...place };
      const page = await this.attempts.make('LIST', prefix, (abortSignal) =>
        this.#client.send(new ListObjectsV2Command(command), { abortSignal }),
      );
      yield page;
      const before = next;
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      left -= page.KeyCount === 0 ? EMPTY_PAGE : 1;
      if (next !== undefined && (next === before || left <= 0))
        throw new StoreError(`${this.name}: LIST ${prefix}: the list has no end`);
    } while (next !== undefined);
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#address.bucket, Key: `${this.#address.prefix}${key}` };
  }
}

async function orNull<Output>(sent: Promise<Output>): Promise<Output | null> {
  try {
    return await sent;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function toFields({ contentType, cacheControl }: ObjectFacts) {
  return { ContentType: contentType, CacheControl: cacheControl };
}

function headersOf({ contentType, cacheControl }: ObjectFacts) {
  return { 'content-type': contentType, 'cache-control': cacheControl };
}

function headersOfCondition(condition: Condition): Readonly<Record<string, string>> {
  if (condition === null) return {};
  return 'ifMatch' in condition ? { 'if-match': condition.ifMatch } : { 'if-none-match': condition.ifNoneMatch };
}

function toConditions(condition: Condition) {
  if (condition === null) return {};
  return 'ifMatch' in condition ? { IfMatch: condition.ifMatch } : { IfNoneMatch: condition.ifNoneMatch };
}
