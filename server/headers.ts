/** Headers that several answers share, as flat lists of names and values: the form that node:http writes fastest. */
import type { Freshness } from './plan.ts';

export type HeaderList = readonly string[];

/** On every answer, errors and 304 included. */
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

/** Corrections happen, so that no answer is immutable; and answers to a key are private to it. */
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
