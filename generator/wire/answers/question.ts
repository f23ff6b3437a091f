/** A file of the tree → where a gateway answers with its bytes: by the same path, or to a question. */
import { isPageFile } from './page.ts';
import { formatOf, type TreePath } from './paths.ts';

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
