/**
 * Takes a request target apart into path, parameters and the requested rendition. It accepts any bytes, so that every
 * refusal can be written in the requested format.
 */
import { FORMATS, type Format, type Rendition } from '../../../generator/wire/encode/document.ts';

/**
 * Values by name in lower case; values are decoded but not trimmed. A name with `[]` or `[N]` behind it, in which some
 * clients write a list item by item, is that name with one list.
 */
export type Parameters = ReadonlyMap<string, readonly string[]>;

export interface Target {
  /** Without the key that may stand before it, doubled slashes, and a slash at the end. */
  readonly path: string;
  readonly parameters: Parameters;
  /** The key of an address such as `/key/KEY/v1/latest` or `/v6/KEY/latest/USD`; null if there is none. */
  readonly pathKey: string | null;
}

const NONE: Parameters = new Map();

export function toTarget(url: string): Target {
  // A server must accept the absolute form, too (RFC 9112, 3.2.2).
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = target.indexOf('?');
  if (mark < 0) return { ...toPath(target), parameters: NONE };
  return { ...toPath(target.slice(0, mark)), parameters: toParameters(target.slice(mark + 1)) };
}

/** Clients that can only be given an address have the key in its path. An empty one counts as absent. */
function toPath(sent: string): Omit<Target, 'parameters'> {
  const whole = toPlainPath(sent);
  const [, key, rest = '/'] = /^\/key\/([^/]+)(\/.*)?$/s.exec(whole) ?? [];
  if (key === undefined) return withoutInnerKey(whole);
  // Of `/key//v1/latest` no key is left.
  if (VERSION.test(key)) return withoutInnerKey(`/${key}${rest}`);
  const inner = withoutInnerKey(rest);
  return { path: inner.path, pathKey: toKey(key) ?? inner.pathKey };
}

const VERSION = /^v\d+$/;

/**
 * Clients join addresses with a slash too many, or end them with one, and mean the same. An encoded slash or a dot is
 * not touched, so that no other path comes of it.
 */
function toPlainPath(sent: string): string {
  const path = sent.includes('//') ? sent.replace(/\/{2,}/g, '/') : sent;
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Stands in the path where the key stood. */
export const NO_KEY = '-';

/** Clients of exchangerate-api have the key behind the version, unless that service answers the request without one. */
function withoutInnerKey(path: string): Omit<Target, 'parameters'> {
  const [whole, key] = /^\/v6\/(?!latest(?:\/|$))([^/]+)/.exec(path) ?? [];
  if (whole === undefined || key === undefined) return { path, pathKey: null };
  return { path: `/v6/${NO_KEY}${path.slice(whole.length)}`, pathKey: key === NO_KEY ? null : toKey(key) };
}

function toKey(text: string): string | null {
  return decoded(text.replaceAll('+', '%2B')) || null;
}

/** The rendition of a refusal: JSON if the format is wrong or given twice; with a header row if `header` is true. */
export function toRendition(parameters: Parameters): Rendition {
  return { format: toFormat(single(parameters, 'format')) ?? 'json', header: single(parameters, 'header') === 'true' };
}

/** The format that a trimmed value in lower case names, or null. */
export function toFormat(value: string | null): Format | null {
  return FORMATS.find((format) => format === value) ?? null;
}

/** The first value without the blanks around it; null if it is absent or empty. */
export function toValue(parameters: Parameters, name: string): string | null {
  const value = parameters.get(name)?.[0];
  if (value === undefined) return null;
  const trimmed = trimBlanks(value);
  return trimmed === '' ? null : trimmed;
}

export function trimBlanks(value: string): string {
  if (!/[ \t]/.test(value)) return value;
  return value.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');
}

/** Only ASCII letters change: the Kelvin sign does not become k, and ß does not become SS. */
export function toAsciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function single(parameters: Parameters, name: string): string | null {
  if ((parameters.get(name)?.length ?? 0) > 1) return null;
  const value = toValue(parameters, name);
  return value === null ? null : toAsciiLower(value);
}

function toParameters(query: string): Parameters {
  const parameters = new Map<string, string[]>();
  const items = new Set<string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const written = toAsciiLower(decoded(equals < 0 ? pair : pair.slice(0, equals)));
    const name = written.replace(ITEM, '');
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else if (name !== written && items.has(name)) values.push(`${values.pop()},${value}`);
    else values.push(value);
    if (name !== written) items.add(name);
  }
  return parameters;
}

const ITEM = /\[\d*\]$/;

/** Decodes as forms do. A bad escape stays as it is or becomes U+FFFD, which no valid value contains. */
function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return new URLSearchParams(`value=${text}`).get('value') ?? '';
  }
}
