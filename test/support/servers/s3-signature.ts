/** Signature version 4 for requests that the fault proxy changes: the SDK has signed the headers that it removes. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CREDENTIALS } from './engine.ts';

export interface Signable {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

const SCOPE_TAIL = 'us-east-1/s3/aws4_request';

/** Returns the same headers with a new signature over host and `x-amz-*`; the body is not signed. */
export function signAgain({ method, target, headers }: Signable): IncomingHttpHeaders {
  const { authorization: _, ...kept }: IncomingHttpHeaders = { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const signed = Object.entries(kept)
    .filter(([name]) => name === 'host' || name.startsWith('x-amz-'))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const [path = '', query = ''] = target.split('?');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = [method, path, query.split('&').sort().join('&'), lines, names, 'UNSIGNED-PAYLOAD'].join('\n');
  const time = `${kept['x-amz-date']}`;
  const scope = `${time.slice(0, 8)}/${SCOPE_TAIL}`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = `${time.slice(0, 8)}/${SCOPE_TAIL}`
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${CREDENTIALS.secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n')).toString('hex');
  const credential = `${CREDENTIALS.accessKeyId}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...kept, authorization };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
