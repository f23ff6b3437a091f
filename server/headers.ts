/** Headers that several answers share. They are flat lists of names and values, which node:http writes fastest. */
import type { Freshness } from './plan.ts';

export type HeaderList = readonly string[];

/** Sent with every answer, including errors and 304. */
export const ALWAYS: HeaderList = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Retry-After, Ratetree-Release',
  'Vary',
  'Accept-Encoding, Subscription-Key',
  'X-Content-Type-Options',
  'nosniff',
];

/** No answer is immutable, because figures are corrected; and all are private, because they are given to a key. */
export const CACHE_CONTROL: Readonly<Record<Freshness, string>> = {
  current: 'private, max-age=60',
  dated: 'private, max-age=3600',
};

export const METHODS = 'GET, HEAD, OPTIONS';

export const PREFLIGHT: HeaderList = [
  ...ALWAYS,
  'Access-Control-Allow-Methods',
  METHODS,
  'Access-Control-Allow-Headers',
  'Subscription-Key, X-Source, Content-Type, Accept, If-None-Match',
  'Access-Control-Max-Age',
  '86400',
];
