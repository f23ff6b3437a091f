/** Headers that several answers share. They are flat lists of names and values, which node:http writes fastest. */

export type HeaderList = readonly string[];

const toAlways = (vary: string): HeaderList => [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Retry-After, Ratetree-Release',
  'Vary',
  vary,
  'X-Content-Type-Options',
  'nosniff',
];

const VARY = 'Accept-Encoding, Subscription-Key';

/** Sent with every answer, including errors and 304. */
export const ALWAYS = toAlways(VARY);

/** The same with one more header, which pages of other sites may read. */
export function withExposed(headers: HeaderList, name: string, value: string): HeaderList {
  const exposing = headers.map((text, place) =>
    headers[place - 1] === 'Access-Control-Expose-Headers' ? `${text}, ${name}` : text,
  );
  return [name, value, ...exposing];
}

/** The same for a body that another header of the request chooses, too. */
export const alwaysVaryingBy = (header: string): HeaderList => toAlways(`${VARY}, ${header}`);

/**
 * Dated answers change only when a figure is corrected; current ones change with every release. The files of the page
 * belong together, so a browser asks each time whether its copy is still the right one.
 */
export type Freshness = 'current' | 'dated' | 'page';

/** No answer is immutable, because figures are corrected. All but the page are private, because they are given to a key. */
export const CACHE_CONTROL: Readonly<Record<Freshness, string>> = {
  current: 'private, max-age=60',
  dated: 'private, max-age=3600',
  page: 'public, no-cache',
};

export const METHODS = 'GET, HEAD, OPTIONS';

/** A name of a header (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * What a browser asks before it sends a page's request to another site. All headers are allowed by their names, because
 * programs that trace requests add some of their own; `*` means all but Authorization.
 * @param asked the header Access-Control-Request-Headers, or null
 */
export function toPreflight(asked: string | null): HeaderList {
  const names = (asked ?? '').split(',').map((name) => name.trim());
  const allowed = names.filter((name) => TOKEN.test(name)).join(', ');
  return [
    ...alwaysVaryingBy('Access-Control-Request-Headers'),
    'Access-Control-Allow-Methods',
    METHODS,
    'Access-Control-Allow-Headers',
    allowed === '' ? '*, Authorization' : allowed,
    'Access-Control-Max-Age',
    '86400',
  ];
}
