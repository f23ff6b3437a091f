/** Objects in an S3 bucket, by signed requests. */
import { GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { type BucketConnection, toS3Client } from '../../generator/kit/s3-client.ts';
import type { BucketAddress } from '../../generator/wire/release/keys.ts';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { CONNECTIONS_MAX, type ObjectReader } from './store.ts';

interface BucketOptions {
  readonly address: BucketAddress;
  readonly connection: Omit<BucketConnection, 'socketsMax'>;
  readonly timeoutMs: number;
}

const ATTEMPTS_MAX = 3;
/** A client that may read but not list gets AccessDenied for a key that does not exist. */
const ABSENT = ['NoSuchKey', 'NotFound', 'AccessDenied', 'Forbidden'];

export function bucketObjects({ address, connection, timeoutMs }: BucketOptions): ObjectReader {
  const client = toS3Client({ ...connection, socketsMax: CONNECTIONS_MAX, timeoutMs, attemptsMax: ATTEMPTS_MAX });
  const name = `s3://${address.bucket}/${address.prefix}`;
  return {
    name,
    get: async (key, etag) => {
      const condition = etag === null ? {} : { IfNoneMatch: etag };
      const wanted = { Bucket: address.bucket, Key: `${address.prefix}${key}`, ...condition };
      try {
        // The signal limits the time of all attempts together, including the body.
        const limit = { abortSignal: AbortSignal.timeout(2 * timeoutMs) };
        const answer = await client.send(new GetObjectCommand(wanted), limit);
        return { bytes: Buffer.from((await answer.Body?.transformToByteArray()) ?? []), etag: answer.ETag ?? null };
      } catch (error) {
        const { status, code } = toRefusal(error);
        if (status === 304) return 'unchanged';
        if ((status === 403 || status === 404) && ABSENT.includes(code)) return null;
        throw new StoreError(`${name}${key} cannot be read${code === '' ? '' : ` (${code})`}`, { cause: error });
      }
    },
    close: async () => client.destroy(),
  };
}

/** The SDK throws for a 304, too, and for some stores the exception has no name. */
function toRefusal(error: unknown): { readonly status: number | null; readonly code: string } {
  if (!(error instanceof S3ServiceException)) return { status: null, code: '' };
  return { status: error.$metadata.httpStatusCode ?? null, code: error.name };
}
