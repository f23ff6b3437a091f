/**
 * Loads a release with the gateway's own code, before any gateway is sent to it: the lists, the index of every
 * provider, and of each provider its newest fixing, as /v1/latest and /v1/historical answer it.
 */
import { concurrently } from '../../kit/items.ts';
import { historicalPath, indexPath, latestPath, statusPath, type TreePath } from '../../wire/answers/paths.ts';
import { fixingFor } from '../../wire/answers/provider-index.ts';
import { toRates } from '../../wire/answers/views.ts';
import { encode } from '../../wire/encode/encode.ts';
import { CatalogueReader, type KnownProvider, loadTable } from '../../wire/release/catalogue.ts';
import { toTree } from '../../wire/release/release-tree.ts';
import { CorruptObject, readBytes, type Tree, UnreadableFile } from '../../wire/release/tree-file.ts';
import { PlainError } from '../../wire/words/input-error.ts';
import { PLACES_MAX } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { openRelease } from '../pointer/released-files.ts';
import { type ObjectStore, REQUESTS_AT_ONCE, StoreError } from '../store/store.ts';

/** The tree is uploaded, and no gateway could answer from it. The release before it stays in force. */
export class ReleaseRefused extends PlainError {
  override readonly name = 'ReleaseRefused';
  readonly outcome = 'refused';
}

/** @throws ReleaseRefused naming the file; StoreError, also if an object of the release is damaged */
export async function refuseUnreadable(
  store: ObjectStore,
  target: { readonly release: string; readonly root: string },
): Promise<void> {
  const words = `release ${target.release} is not put into force`;
  try {
    await loadTree(toTree(await openRelease(store, target.root)));
  } catch (cause) {
    if (cause instanceof CorruptObject)
      throw new StoreError(`${store.name}: ${words}, because it is damaged: ${cause.message}`, { cause });
    if (!(cause instanceof UnreadableFile)) throw cause;
    throw new ReleaseRefused(`${store.name}: ${words}, because no gateway could read it: ${cause.message}`, { cause });
  }
}

/** @throws UnreadableFile, CorruptObject, and what the tree throws if it cannot be read */
export async function loadTree(tree: Tree): Promise<void> {
  const { byCode, status } = await new CatalogueReader().read(tree);
  // The gateway answers without it, but then it says nothing of late providers.
  if (status === null)
    throw new UnreadableFile(statusPath, `${statusPath} is missing or is not what the generator writes`);
  await concurrently(byCode.values(), REQUESTS_AT_ONCE, async (provider) => {
    const { latest, fixings } = provider.index;
    const dates = new Set([latest, fixings.at(-1)?.date ?? null]);
    for (const date of dates) if (date !== null) await loadFixing(tree, provider, date);
  });
}

async function loadFixing(tree: Tree, provider: KnownProvider, date: IsoDate): Promise<void> {
  const { facts, index } = provider;
  if (fixingFor(index, date) !== date) {
    const path = indexPath(facts.code);
    throw new UnreadableFile(path, `${path} names ${date} but has no fixing for that day`);
  }
  const table = await loadTable(tree, provider, date);
  const base = table.reference;
  const bytes = encode(toRates(table, { view: 'standard', base, currencies: null, places: PLACES_MAX }), JSON_FILE);
  await checkSame(tree, historicalPath(facts.code, date, base, 'standard', 'json'), bytes);
  if (date === index.latest) await checkSame(tree, latestPath(facts.code, base, 'standard', 'json'), bytes);
}

const JSON_FILE = { format: 'json', header: false } as const;

/** The tree need not have the file: then the gateway computes the same bytes. */
async function checkSame(tree: Tree, path: TreePath, computed: Buffer): Promise<void> {
  const bytes = await readBytes(tree, path);
  if (bytes === null || bytes.equals(computed)) return;
  throw new UnreadableFile(path, `${path} is not what the gateway computes from the table`);
}
