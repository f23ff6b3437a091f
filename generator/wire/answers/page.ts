/** The files at the root of the tree that browsers show: the explorer and the documentation. Their names and types. */
import { ECB_FOLDER, formatOf, type TreePath } from './paths.ts';

export const PAGE = 'index.html' as TreePath;

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
} as const;

const NAME = /^(?:index\.(html)|explorer(?:-[a-z]+)*\.(js|css|svg|webp)|docs(?:-[a-z0-9]+)*\.(html|css|js))$/;

/** They lie beside each other without a folder, so that a file server of any kind finds them from the page's address. */
export function isPageFile(path: string): path is TreePath {
  return NAME.test(path);
}

/** Whether a file of the tree has a copy at an address of a bucket that never changes, for readers without a pointer. */
export function hasStableAddress(path: string): boolean {
  return path.startsWith('v1/') || path.startsWith(ECB_FOLDER) || isPageFile(path);
}

/** Of all such addresses, and of no others. A bucket's policy gives them to everybody. */
export const STABLE_PREFIXES: readonly string[] = ['v1/', ECB_FOLDER, PAGE, 'explorer', 'docs'];

/** The content type of a file of the page; null for any other path. */
export function pageTypeOf(path: string): string | null {
  const found = NAME.exec(path);
  if (found === null) return null;
  return TYPES[(found[1] ?? found[2] ?? found[3]) as keyof typeof TYPES];
}

/**
 * Scripts, styles and data come from the page's own host and from nowhere else, and no text of a tree can become a
 * script. A page states this itself, because a plain file server sends no header; only a header can forbid frames.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const PAGE_POLICY_HEADER = `${PAGE_POLICY}; frame-ancestors 'none'`;

// A file of the tree → where a gateway answers with its bytes: by the same path, or to a question.

const RATES =
  /^v1\/(latest|historical)\/([A-Z]+)\/(?:(\d{4})\/(\d\d)\/(\d\d)\/)?([A-Z]{3})(?:\.(extended|bid|ask))?\.\w+$/;
const LIST = /^v1\/(currencies|providers|rules)\.\w+$/;
const DOCUMENT =
  /^v1\/(?:(?:openapi|status)\.json|(?:corrections|quarantine)[\w-]*\.csv|series\/.+\.(?:json|xml|csv)|provenance\/.+\.json)$/;

/**
 * Relative to the root of the gateway. Null for what it reads itself (tables, indexes), and for the forms of other
 * services, which a key may not have.
 */
export function questionOf(path: TreePath): string | null {
  if (isPageFile(path) || DOCUMENT.test(path)) return path;
  const whole = { format: formatOf(path) ?? '', header: 'true' };
  const list = LIST.exec(path)?.[1];
  if (list !== undefined) return `v1/${list}?${new URLSearchParams(whole)}`;
  const [, operation, provider = '', year, month, day, base = '', view] = RATES.exec(path) ?? [];
  if (operation === undefined) return null;
  const query = new URLSearchParams({ provider, ...whole });
  if (year !== undefined) query.set('date', `${year}-${month}-${day}`);
  // A bank has one base, which nobody may name.
  if (provider === 'GLOBAL') query.set('base', base);
  if (view === 'extended') query.set('extended', 'true');
  else if (view !== undefined) query.set('type', view);
  return `v1/${operation}?${query}`;
}
