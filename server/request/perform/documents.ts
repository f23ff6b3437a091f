/** The documents of the tree that the gateway serves as the files they are: path → file → Representation. */

import { isPageFile, PAGE, PAGE_POLICY_HEADER, pageTypeOf } from '../../../generator/wire/answers/page.ts';
import { formatOf, openapiPath, type TreePath } from '../../../generator/wire/answers/paths.ts';
import { contentType } from '../../../generator/wire/encode/document.ts';
import { withoutHeader } from '../../../generator/wire/encode/encode.ts';
import { CHECKPOINT_KEY, isOfProofs, LOG } from '../../../generator/wire/release/keys.ts';
import { POINTER_KEY } from '../../../generator/wire/release/pointer.ts';
import type { Tree } from '../../../generator/wire/release/tree-file.ts';
import { getOrInsert } from '../../../generator/wire/words/order.ts';
import type { FileReader, ShelfEntry } from '../../trees/shelf.ts';
import type { Freshness, HeaderList } from '../http/answer.ts';
import { Representation } from '../http/representation.ts';
import { Problem, quoted } from '../query/problem.ts';

interface TreeDocument {
  readonly file: TreePath;
  /** The description of the service is for everybody; whoever has no key yet reads it first. */
  readonly needsKey: boolean;
  readonly freshness: Freshness;
}

/**
 * Each part of a path is of plain letters, so that `..`, an encoded slash or a file that an editor hides names no
 * document. The tree says which of them exist.
 */
const CURRENT =
  /^\/v1\/(?:openapi\.json|status\.json|rules\.json|releases\.csv|(?:corrections|quarantine)[\w-]*\.csv)$/;
/** The newest series grow every night. */
const GROWING = /^\/v1\/series(?:\/[\w-]+)+\.(?:json|csv)$/;
const DATED = /^\/v1\/provenance(?:\/[\w-]+)+\.json$/;

/** Below this path lies what of the store proves a figure, by the same names as there. */
const PROOF = '/proof/';

/** Where browsers, crawlers and people look without being told. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['/', `/${PAGE}`],
  ['/favicon.ico', '/explorer.svg'],
  ['/docs', '/docs.html'],
  ['/v1', '/v1/openapi.json'],
  ['/openapi.json', '/v1/openapi.json'],
]);

/** No file of the tree: the page and its documentation may be found, and answers would fill an index in vain. */
const ROBOTS = 'robots.txt' as TreePath;
const ROBOTS_TEXT = 'User-agent: *\nDisallow: /v1/\nDisallow: /proof/\n';

/** Null for any other path: rates and tables are answered by operations, and the rest is not for clients. */
export function toTreeDocument(asked: string): TreeDocument | null {
  const path = ALIASES.get(asked) ?? asked;
  const page = path.slice(1);
  if (isPageFile(page)) return { file: page, needsKey: false, freshness: 'page' };
  if (page === ROBOTS) return { file: ROBOTS, needsKey: false, freshness: 'page' };
  const key = path.startsWith(PROOF) ? path.slice(PROOF.length) : '';
  if (isOfProofs(key))
    return { file: key as TreePath, needsKey: true, freshness: isChanging(key) ? 'current' : 'dated' };
  const isDated = DATED.test(path);
  if (!isDated && !CURRENT.test(path) && !GROWING.test(path)) return null;
  const file = page as TreePath;
  return { file, needsKey: file !== openapiPath, freshness: isDated ? 'dated' : 'current' };
}

function isChanging(key: string): boolean {
  return key === POINTER_KEY || key === CHECKPOINT_KEY;
}

/** A page of another site cannot show ours in a frame, and a link of ours does not say where the reader came from. */
const PAGE_HEADERS = ['Content-Security-Policy', PAGE_POLICY_HEADER, 'Referrer-Policy', 'no-referrer'];

/** @throws Problem if there is none; StoreError */
export async function performDocument(
  { file, freshness }: TreeDocument,
  tree: Tree,
  shelf: FileReader,
): Promise<Representation> {
  if (file === ROBOTS) {
    const { release } = tree.release;
    const bytes = Buffer.from(ROBOTS_TEXT);
    return new Representation({ freshness, release, bytes, contentType: 'text/plain; charset=utf-8' });
  }
  const facts = {
    freshness,
    contentType: pageTypeOf(file) ?? typeOfLog(file) ?? contentType({ format: formatOf(file) ?? 'json', header: true }),
    more: freshness === 'page' ? PAGE_HEADERS : [],
  };
  const found = await readFile(file, tree, shelf, facts);
  if (found !== null) return found;
  throw new Problem(1404, `path ${quoted(`/${file}`)} names no document of this release`);
}

/** Null for what is no file of the log. */
function typeOfLog(file: TreePath): string | null {
  if (!file.startsWith(LOG)) return null;
  return file === CHECKPOINT_KEY ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

interface FileFacts {
  readonly freshness: Freshness;
  readonly contentType: string;
  readonly more?: HeaderList;
  /** True for CSV without its header row. */
  readonly isHeadless?: boolean;
}

/** Made once for each entry. They disappear with the entry, which the shelf may drop at any time. */
const WHOLE = new WeakMap<ShelfEntry, Representation>();
const HEADLESS = new WeakMap<ShelfEntry, Representation>();

/** The file as it is answered; null where the tree has no such file. @throws StoreError */
export async function readFile(
  file: TreePath,
  tree: Tree,
  shelf: FileReader,
  { isHeadless = false, ...facts }: FileFacts,
): Promise<Representation | null> {
  const entry = await shelf.read(tree, file);
  const { bytes } = entry;
  if (bytes === null) return null;
  return getOrInsert(isHeadless ? HEADLESS : WHOLE, entry, () => {
    const body = isHeadless ? withoutHeader(bytes) : bytes;
    return new Representation({ ...facts, release: entry.tree.release.release, bytes: body });
  });
}
