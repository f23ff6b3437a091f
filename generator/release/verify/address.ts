/** What lies at an address: the files of a store on any HTTP server, or a gateway, which answers from one release. */

import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { ANSWER_BYTES_MAX, readBounded } from '../../kit/read-bounded.ts';
import { isOfProofs } from '../../wire/release/keys.ts';
import { POINTER_KEY } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { StoreError } from '../store/store.ts';
import type { VerifySource } from './source.ts';

interface AddressOptions {
  readonly userAgent: string;
  readonly timeoutMs?: number;
  /** For a gateway; null if there is none. */
  readonly key?: string | null;
  /** Given for a proxy; the default is a pool of kept-alive connections. */
  readonly dispatcher?: Dispatcher;
}

/** How long an answer may pause. */
const TIMEOUT_MS = 15_000;
/** The whole of an answer may take so many times as long: a server that sends a byte now and then would never end. */
const PAUSES_MAX = 20;
const CONNECTIONS_MAX = 32;
const BUSY = [429, 500, 502, 503, 504];
const ABSENT = [404, 410];
/** AWS answers 403 for a missing object if the reader may get objects but not list them. */
const ABSENT_IN_BUCKETS = [403, ...ABSENT];
/** A gateway names its release with every answer, and with every refusal. */
const GATEWAY_HEADER = 'ratetree-release';
/** What people copy behind the address of a gateway. */
const BELOW_GATEWAY = /\/(?:proof|v1)\/$/;
const KEY_VARIABLE = 'RATETREE_SUBSCRIPTION_KEY';

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly isOfGateway: boolean;
}

/** Asks once what answers there. @throws InputError if the text is not a URL; StoreError if nothing answers */
export async function addressSource(url: string, options: AddressOptions): Promise<VerifySource> {
  const plain = httpSource(url, options);
  const { isOfGateway } = await plain.ask(POINTER_KEY).catch(async (error) => {
    await plain.close();
    throw error;
  });
  if (!isOfGateway) return plain;
  const root = plain.name.replace(BELOW_GATEWAY, '/');
  const read = async (key: string) => {
    const address = new URL(isOfProofs(key) ? `proof/${key}` : key, root);
    const answer = await plain.ask(address);
    if (answer.status === 200) return answer.bytes;
    if (ABSENT.includes(answer.status)) return null;
    throw refusalOf(address, answer);
  };
  // The key of a path is for nobody who reads the report, or what is remembered of it.
  return { name: root.replace(/\/key\/[^/]+\//, '/key/…/'), read, list: null, isGateway: true, close: plain.close };
}

/** The files of a store. @throws InputError if the text is not a URL */
export function httpSource(url: string, options: AddressOptions) {
  const { userAgent, timeoutMs = TIMEOUT_MS } = options;
  const own = new Agent({ connections: CONNECTIONS_MAX, connect: { timeout: timeoutMs } });
  const dispatcher = (options.dispatcher ?? own).compose(
    interceptors.retry({ maxRetries: 3, minTimeout: 200, maxTimeout: 5000, timeoutFactor: 2, statusCodes: BUSY }),
  );
  const root = url.endsWith('/') ? url : `${url}/`;
  if (!URL.canParse(root)) throw new InputError(`not a URL: ${url}; write http://HOST/PATH or https://HOST/PATH`);
  // Caches on the way must revalidate: a copy that they keep from the last release is not a fault of the tree.
  const plain = { 'user-agent': userAgent, 'accept-encoding': 'identity', 'cache-control': 'no-cache' };
  const headers = options.key ? { ...plain, 'subscription-key': options.key } : plain;
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const ask = (address: string | URL) => {
    const signal = AbortSignal.timeout(PAUSES_MAX * timeoutMs);
    return answerOf(new URL(address, root), { dispatcher, headers, signal, ...timeouts });
  };
  const read = async (key: string) => {
    const answer = await ask(key);
    if (answer.status === 200) return answer.bytes;
    if (ABSENT_IN_BUCKETS.includes(answer.status)) return null;
    throw refusalOf(new URL(key, root), answer);
  };
  return { name: root, ask, read, list: null, close: () => own.close() };
}

async function answerOf(url: URL, options: Parameters<typeof request>[1]): Promise<Answer> {
  try {
    const { statusCode: status, body, headers } = await request(url, options);
    return { status, bytes: await readBounded(body, ANSWER_BYTES_MAX), isOfGateway: GATEWAY_HEADER in headers };
  } catch (cause) {
    throw new StoreError(`${url} cannot be read`, { cause });
  }
}

/** A gateway says in words why it refuses; other servers answer with a page. */
function refusalOf(url: URL, { status, bytes, isOfGateway }: Answer): Error {
  const [, said = ''] = (isOfGateway && /^\{"message":"(.*)","errorCode":\d+\}/.exec(`${bytes}`)) || [];
  if (status === 401 && said.includes('unknown')) return new InputError(`${url}: ${said}; correct ${KEY_VARIABLE}`);
  if (status === 401) return new InputError(`${url} needs a key: set ${KEY_VARIABLE} to yours`);
  return new StoreError(`${url} answered with status ${status}${said === '' ? '' : `: ${said}`}`);
}
