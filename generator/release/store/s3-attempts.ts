/**
 * Repeats a request to an S3 store until it is answered: counts attempts, limits their time, waits longer each time.
 * Some faults of the store and of the network pass by themselves; a person must fix the rest.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { noRequests, type RequestKind, StoreError } from './store.ts';

interface AttemptOptions {
  /** The store's name, for messages. */
  readonly store: string;
  readonly attemptsMax: number;
  /** Time for one attempt, including the answer's body. */
  readonly timeoutMs: number;
}

const WAITS_MS = [200, 400, 800, 1600, 3200];
const WAIT_LAST_MS = 5000;

/**
 * Replaces the SDK's own retries, which are turned off: they stop after 500 tokens for the whole client, which a
 * hundred files use up at once when a store answers 503, and their attempts are not counted.
 */
export class S3Attempts {
  readonly counts = noRequests();
  readonly #options: AttemptOptions;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /**
   * @param request must have the same effect if it is made twice; it is told which attempt it is, from 1
   * @throws StoreError
   */
  async make<Output>(
    kind: RequestKind,
    key: string,
    request: (signal: AbortSignal, attempt: number) => Promise<Output>,
  ): Promise<Output> {
    const { store, attemptsMax, timeoutMs } = this.#options;
    for (let attempt = 1; ; attempt++) {
      this.counts[kind]++;
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await request(signal, attempt);
      } catch (error) {
        // A timeout in the middle of a body looks like a lost connection.
        const fault = signal.aborted ? signal.reason : error;
        if (attempt >= attemptsMax || !isPassing(fault)) throw toStoreError(store, kind, key, fault, attempt);
      }
      await sleep(waitMs(attempt));
    }
  }
}

/** Half of the wait is random, so that many publishers do not come back at the same moment. */
function waitMs(attempt: number): number {
  const whole = WAITS_MS[attempt - 1] ?? WAIT_LAST_MS;
  return whole / 2 + randomInt(whole / 2);
}

/** Codes after which another attempt may succeed; BadDigest is one, because bytes were damaged on their way. */
const PASSING_CODES = [
  'SlowDown',
  'RequestTimeout',
  'InternalError', // for single keys of a DELETE that was answered with 200
  'ServiceUnavailable',
  'RequestTimeTooSkewed', // the SDK then takes the store's time from the answer
  'OperationAborted',
  'ConditionalRequestConflict',
  'BadDigest',
];

/** By the code of a fault, or by its words where it has none. */
const FIXES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'create the bucket first, or correct its name',
  AccessDenied: 'these credentials do not permit it',
  InvalidAccessKeyId: 'the store does not know this access key',
  SignatureDoesNotMatch: 'the secret key is wrong, or a proxy changes requests',
  PermanentRedirect: 'the bucket is in another region: give --region',
  AuthorizationHeaderMalformed: 'the bucket is in another region: give --region',
  CredentialsProviderError: 'no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  'Region is missing': 'give --region, or set AWS_REGION',
  ENOTFOUND: 'no such host: correct --endpoint',
  ECONNREFUSED: 'no server is listening there: correct --endpoint, or start the store',
};

/** The status of the store's answer, or null if there was no answer. */
function statusOf(error: unknown): number | null {
  const facts = memberOf(error, '$metadata');
  const status = memberOf(facts, 'httpStatusCode');
  return typeof status === 'number' ? status : null;
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket';
}

/**
 * True if the condition of a write did not hold. Some stores answer 404 to If-Match for an object that does not exist.
 */
export function isRefusedCondition(error: unknown): boolean {
  return statusOf(error) === 412 || isMissing(error);
}

/** True if the store answers that it has no conditional writes. */
export function isUnknownCondition(error: unknown): boolean {
  return statusOf(error) === 501 || (statusOf(error) === 400 && /^(NotImplemented|Invalid)/.test(codeOf(error)));
}

/** True if another attempt may succeed: the store is busy or broken, or the connection was. */
function isPassing(error: unknown): boolean {
  if (PASSING_CODES.includes(codeOf(error))) return true;
  const status = statusOf(error);
  if (status !== null && status >= 300) return status === 429 || status === 408 || (status >= 500 && status !== 501);
  return isTimeout(error) || typeof memberOf(error, 'code') === 'string';
}

/**
 * Says what failed and how to fix it. The SDK's own error is not kept: it can hold the signed text and the access key.
 */
function toStoreError(store: string, operation: string, key: string, error: unknown, attempts: number): StoreError {
  const status = statusOf(error);
  const code = codeOf(error);
  const said = error instanceof Error && error.message !== 'UnknownError' ? error.message : '';
  const what = isTimeout(error) ? 'no answer in time' : [status, code, said].filter(Boolean).join(' ');
  const fix = FIXES[code] ?? FIXES[said];
  const often = attempts > 1 ? ` (${attempts} attempts)` : '';
  const message = `${store}: ${operation} ${key}: ${what}${often}${fix === undefined ? '' : `; ${fix}`}`;
  return new StoreError(message, { cause: new Error(what) });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

/** The name that the store, or else the operating system, gives the fault. */
function codeOf(error: unknown): string {
  const own = memberOf(error, 'Code') ?? memberOf(error, 'code');
  if (typeof own === 'string') return own;
  return error instanceof Error && error.name !== 'Error' ? error.name : '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
