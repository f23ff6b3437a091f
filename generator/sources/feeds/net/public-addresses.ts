/**
 * Which addresses a source may have. Its documents, its redirects and its name come from a stranger, and so none of them
 * leads into the network of the machine that asks.
 */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';

type Range = readonly [network: string, prefix: number];

/** What is not public of the older kind: https://www.iana.org/assignments/iana-ipv4-special-registry */
const OLDER: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of the newer kind, only this is public, but for what stands for the older kind, serves as an example, or tunnels. */
const GLOBAL: Range = ['2000::', 3];
const NEWER: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
/** Where a network has only the newer kind, it gives an address of the older kind as one of these (RFC 6052). */
const TRANSLATED: Range = ['64:ff9b::', 96];

/** A list for each kind: in a list of both, the newer kind's names for older addresses block all of them. */
function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

const [older, newer] = [listOf(OLDER, 'ipv4'), listOf(NEWER, 'ipv6')];
const [global, translated] = [listOf([GLOBAL], 'ipv6'), listOf([TRANSLATED], 'ipv6')];

export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !older.check(address, 'ipv4');
  if (family === 0) return false;
  if (translated.check(address, 'ipv6')) return isPublic(withinTranslated(address));
  return global.check(address, 'ipv6') && !newer.check(address, 'ipv6');
}

/** `64:ff9b::5db8:d822` → `93.184.216.34` */
function withinTranslated(address: string): string {
  const written = addressOf(new URL(`http://[${address}]/`).hostname);
  // One group of two is missing where it is 0 and stands at the place of the colons.
  const groups = written
    .replace(/^64:ff9b::/, '')
    .split(':')
    .slice(-2);
  const [high, low] = ['0', ...groups].slice(-2).map((group) => Buffer.from(group.padStart(4, '0'), 'hex'));
  return [...(high ?? []), ...(low ?? [])].join('.');
}

/** The host of an address, without the brackets of the newer kind. */
export function addressOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export type IsAllowed = (address: string) => boolean;

/**
 * Looks a name up, and leaves out the addresses that may not be asked. The connection is made to what is left: whoever
 * answers for the name cannot say something else in between.
 */
export function among(isAllowed: IsAllowed, look: LookupFunction = resolve): LookupFunction {
  return (host, options, found) => {
    look(host, { ...options, all: true }, (error, all) => {
      const [first, ...others] = (Array.isArray(all) ? all : []).filter(({ address }) => isAllowed(address));
      if (error !== null) found(error, '', 0);
      else if (first === undefined) found(new Error(`${host} has no public address`), '', 0);
      else if (options.all === true) found(null, [first, ...others]);
      else found(null, first.address, first.family);
    });
  };
}

// The request that follows a redirect: its method, body and cookies. Pure.

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
