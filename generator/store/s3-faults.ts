/** What an S3 store or the way to it can refuse, told apart: what passes by itself, and what a person must mend. */
import { StoreError } from './store.ts';

/** Answers that another attempt may change. A digest that does not match is one: the bytes were damaged on their way. */
const PASSING_CODES = [
  'SlowDown',
  'RequestTimeout',
  'InternalError', // of single keys of a DELETE that was answered with 200
  'ServiceUnavailable',
  'RequestTimeTooSkewed', // the SDK has taken the store's clock from the answer
  'OperationAborted',
  'ConditionalRequestConflict',
  'BadDigest',
];

const MENDS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'make the bucket first, or correct its name',
  AccessDenied: 'these credentials may not do that',
  InvalidAccessKeyId: 'the store does not know this access key',
  SignatureDoesNotMatch: 'the secret key is wrong, or a proxy changes requests',
  PermanentRedirect: 'the bucket is in another region: give --region',
  AuthorizationHeaderMalformed: 'the bucket is in another region: give --region',
  CredentialsProviderError: 'no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  ENOTFOUND: 'no such host: correct --endpoint',
  ECONNREFUSED: 'nothing listens there: correct --endpoint, or start the store',
};

/** The status of the store's answer, or null where there was none. */
export function statusOf(error: unknown): number | null {
  const facts = memberOf(error, '$metadata');
  const status = memberOf(facts, 'httpStatusCode');
  return typeof status === 'number' ? status : null;
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket';
}

/** The condition of a conditional write did not hold. Stores answer If-Match on what is not there with 404 as well. */
export function isRefusedCondition(error: unknown): boolean {
  return statusOf(error) === 412 || isMissing(error);
}

/** The store has no conditional writes and says so. */
export function isUnknownCondition(error: unknown): boolean {
  return statusOf(error) === 501 || (statusOf(error) === 400 && /^(NotImplemented|Invalid)/.test(codeOf(error)));
}

/** Whether another attempt may go better: the store is busy or broken, or the connection was. */
export function isPassing(error: unknown): boolean {
  if (PASSING_CODES.includes(codeOf(error))) return true;
  const status = statusOf(error);
  if (status !== null && status >= 300) return status === 429 || status === 408 || (status >= 500 && status !== 501);
  return isTimeout(error) || typeof memberOf(error, 'code') === 'string';
}

/** Says what failed and how to mend it. The SDK's own error is not kept: it can carry what was signed, and with which key. */
export function toStoreError(
  store: string,
  operation: string,
  key: string,
  error: unknown,
  attempts: number,
): StoreError {
  const status = statusOf(error);
  const code = codeOf(error);
  const said = error instanceof Error && error.message !== 'UnknownError' ? error.message : '';
  const what = isTimeout(error) ? 'no answer in time' : [status, code, said].filter(Boolean).join(' ');
  const mend = MENDS[code];
  const often = attempts > 1 ? ` (${attempts} attempts)` : '';
  const message = `${store}: ${operation} ${key}: ${what}${often}${mend === undefined ? '' : `; ${mend}`}`;
  return new StoreError(message, { cause: new Error(what) });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

/** The store's own name for the fault, or the system's. */
function codeOf(error: unknown): string {
  const own = memberOf(error, 'Code') ?? memberOf(error, 'code');
  if (typeof own === 'string') return own;
  return error instanceof Error && error.name !== 'Error' ? error.name : '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
