/** The request that follows a redirect: its method, body and cookies. Pure. */
import type { Dispatcher } from 'undici';

/** One request on the way to an answer. */
export interface Hop {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body: string | null;
  /** By name, the `name=value` of each cookie that this host has set on the way. */
  readonly cookies: ReadonlyMap<string, string>;
}

type Redirecting = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

/** Returns null if the answer is no redirect, and a sentence if it is one that must not be followed. */
export function hopAfter({ method, url, body, cookies }: Hop, answer: Redirecting): Hop | string | null {
  const { statusCode, headers } = answer;
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string') return null;
  if (!URL.canParse(location, url.href)) return 'redirected to something that is not an address';
  const next = new URL(location, url);
  if (url.protocol === 'https:' && next.protocol !== 'https:') return 'redirected to an insecure address';
  const isSame = next.origin === url.origin;
  // Browsers ask by GET after these, and servers count on it: the form is not sent a second time.
  const isGet = statusCode === 303 || (statusCode < 303 && method === 'POST');
  if (!isGet && body !== null && !isSame) return `redirected to another host, which we do not ask`;
  const known = isSame ? new Map([...cookies, ...cookiesOf(answer)]) : new Map<string, string>();
  return isGet ? { method: 'GET', url: next, body: null, cookies: known } : { method, url: next, body, cookies: known };
}

/** By name, the `name=value` of each Set-Cookie, as the next request's Cookie header takes it. */
export function cookiesOf({ headers }: Pick<Redirecting, 'headers'>): ReadonlyMap<string, string> {
  const pairs = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1).join('').trim());
  return new Map(pairs.map((pair) => [pair.split('=', 1).join(''), pair]));
}
