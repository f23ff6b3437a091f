/** The documents of the tree that the gateway serves as the files they are: path → file → Representation. */

import { isPageFile, PAGE, PAGE_POLICY_HEADER, pageTypeOf } from '../../generator/wire/answers/page.ts';
import { formatOf, openapiPath, type TreePath } from '../../generator/wire/answers/paths.ts';
import { contentType } from '../../generator/wire/encode/rendition.ts';
import type { Tree } from '../../generator/wire/release/served-tree.ts';
import { getOrInsert } from '../../generator/wire/words/maps.ts';
import type { Freshness } from '../http/headers.ts';
import { Representation } from '../http/representation.ts';
import { Problem, quoted } from '../query/problem.ts';
import type { Shelf, ShelfEntry } from '../trees/shelf.ts';

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
/** The newest series grow every night, and averages every month. */
const GROWING = /^\/v1\/(?:series(?:\/[\w-]+)+\.(?:json|csv)|averages(?:\/[\w-]+)+(?:\.extended)?\.(?:json|xml|csv))$/;
const DATED = /^\/v1\/provenance(?:\/[\w-]+)+\.json$/;

/** Null for any other path: rates and tables are answered by operations, and the rest is not for clients. */
export function toTreeDocument(path: string): TreeDocument | null {
  const page = path === '/' ? PAGE : path.slice(1);
  if (isPageFile(page)) return { file: page, needsKey: false, freshness: 'page' };
  const isDated = DATED.test(path);
  if (!isDated && !CURRENT.test(path) && !GROWING.test(path)) return null;
  const file = path.slice(1) as TreePath;
  return { file, needsKey: file !== openapiPath, freshness: isDated ? 'dated' : 'current' };
}

/** A page of another site cannot show ours in a frame, and a link of ours does not say where the reader came from. */
const PAGE_HEADERS = ['Content-Security-Policy', PAGE_POLICY_HEADER, 'Referrer-Policy', 'no-referrer'];

/** Made once, and dropped with the entry. */
const PRESENTED = new WeakMap<ShelfEntry, Representation>();

/** Returns a value and not a promise when memory holds the file. @throws Problem if there is none; StoreDown */
export function performDocument(
  document: TreeDocument,
  tree: Tree,
  shelf: Shelf,
): Representation | Promise<Representation> {
  const entry = shelf.held(tree, document.file);
  return entry === null ? read(document, tree, shelf) : present(entry, document);
}

async function read(document: TreeDocument, tree: Tree, shelf: Shelf): Promise<Representation> {
  return present(await shelf.read(tree, document.file), document);
}

function present(entry: ShelfEntry, { file, freshness }: TreeDocument): Representation {
  if (entry.bytes === null) throw new Problem(1404, `path ${quoted(`/${file}`)} names no document of this release`);
  const { bytes, tree } = entry;
  const toRepresentation = () =>
    new Representation({
      ...{ bytes, freshness, release: tree.release.release },
      contentType: pageTypeOf(file) ?? contentType({ format: formatOf(file) ?? 'json', header: true }),
      more: freshness === 'page' ? PAGE_HEADERS : [],
    });
  return getOrInsert(PRESENTED, entry, toRepresentation);
}
