/** A server that answers reads as S3 does, from a folder, by a clock of its own. Every write is forbidden and noted. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from './loopback.ts';

export interface SmallBucket {
  readonly endpoint: string;
  /** The methods of all requests so far. */
  readonly methods: readonly string[];
}

/** @param folder what the bucket `rates` holds */
export async function serveBucket(folder: string, now: () => Date = () => new Date()): Promise<SmallBucket> {
  const methods: string[] = [];
  const { url: endpoint } = await listen(({ method = '', url = '' }, answer) => {
    methods.push(method);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const key = decodeURIComponent(pathname).replace('/rates/', '');
    answer.sendDate = false;
    answer.setHeader('date', now().toUTCString());
    const refuse = (status: number, code: string) =>
      answer.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    if (method !== 'GET') return refuse(403, 'AccessDenied');
    if (searchParams.has('list-type'))
      return answer.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
    const file = join(folder, key);
    return existsSync(file) ? answer.writeHead(200, { etag: '"1"' }).end(readFileSync(file)) : refuse(404, 'NoSuchKey');
  });
  return { endpoint, methods };
}

/** What `openObjectStore` needs to read it. */
export const connectionTo = ({ endpoint }: SmallBucket) => ({
  ...{ endpoint, region: 'here', pathStyle: true, socketsMax: 4, attemptsMax: 1 },
  credentials: { accessKeyId: 'me', secretAccessKey: 'secret' },
});
