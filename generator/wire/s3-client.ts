/** The client that reads and writes a bucket: one place for what stores differ in. */
import { S3Client } from '@aws-sdk/client-s3';

export interface BucketConnection {
  /** null: as the SDK finds it (AWS_ENDPOINT_URL_S3, AWS_REGION, profiles). */
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly pathStyle: boolean;
  readonly socketsMax: number;
  /** How long one attempt may take, its answer included; 30 s where nothing is said. */
  readonly timeoutMs?: number;
  /** How often a request is sent in all while the store fails; 6 where nothing is said. */
  readonly attemptsMax?: number;
  /** Given by tests only; else by the SDK's usual chain. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const CONNECT_TIMEOUT_MS = 5000;

/**
 * Checksums only where a store demands them: the SDK's default trailing checksums fail on Ceph 16 (411) and Swift (501), and
 * are kept as part of the object on Ceph 18. The SDK retries 5xx, 429, SlowDown and lost connections with backoff and jitter.
 */
export function toS3Client(connection: BucketConnection): S3Client {
  const { endpoint, region, pathStyle, socketsMax, timeoutMs = 30_000, attemptsMax = 6, credentials } = connection;
  const agent = { keepAlive: true, maxSockets: socketsMax };
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: attemptsMax,
    // Over 2 MB the SDK would ask first, on a connection of its own each time.
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      // Without throwing, a time-out of the SDK is a line of its log and the wait goes on.
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      httpsAgent: agent,
      httpAgent: agent,
    },
  });
}
