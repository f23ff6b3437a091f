/** The client that reads and writes a bucket. It deals with the differences between S3 stores. */
import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { bounded } from './read-bounded.ts';

export interface BucketConnection {
  /** With null the SDK finds it: AWS_ENDPOINT_URL_S3, AWS_REGION, profiles. */
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly pathStyle: boolean;
  readonly socketsMax: number;
  /** How long one attempt may take, including its answer; 30 s by default. */
  readonly timeoutMs?: number;
  /** How often a request is sent in all while the store fails; 6 by default. */
  readonly attemptsMax?: number;
  /** Given by tests only; by default the SDK finds them in its usual places. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export const CONNECT_TIMEOUT_MS = 5000;

/**
 * Checksums are sent only when a store demands them: the SDK's default trailing checksums fail on Ceph 16 (411) and
 * Swift (501), and Ceph 18 stores them as part of the object. The SDK retries 5xx, 429, SlowDown and lost connections
 * with backoff and jitter.
 */
export function toS3Client(connection: BucketConnection): S3Client {
  const { endpoint, region, pathStyle, socketsMax, timeoutMs = 30_000, attemptsMax = 6, credentials } = connection;
  const agent = { keepAlive: true, maxSockets: socketsMax };
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: attemptsMax,
    // Otherwise the SDK would ask before it sends more than 2 MB, each time on a new connection.
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      // Otherwise the SDK only logs a time-out and goes on waiting.
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      httpsAgent: agent,
      httpAgent: agent,
    },
  });
  // The SDK reads whatever comes: objects, lists and the words of errors.
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body?: unknown };
      if (response.body instanceof Readable) response.body = bounded(response.body);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'boundAnswer' },
  );
  return client;
}
