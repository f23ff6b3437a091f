/**
 * A tree beside the release in force, before anything is written: what the gate judges and what a publish would upload are
 * of one comparison, so that `check` and `publish --dry-run` cannot disagree about what they compare.
 */

import { readCurrencies } from '../../sources/facts/currencies.ts';
import { PROVIDERS } from '../../sources/providers/index.ts';
import { utcDay } from '../../wire/words/calendar.ts';
import { checkTree } from '../gate/gate.ts';
import type { GateReport } from '../gate/report.ts';
import { nearestTexts, newObjects } from '../objects/upload-tree.ts';
import { type GeneratedTree, openGenerated } from '../pointer/generated.ts';
import { type PointerInForce, type PublishedPointer, readKept, readPublished } from '../pointer/published.ts';
import { openRelease } from '../pointer/released-files.ts';
import type { ObjectStore } from '../store/store.ts';

export interface Comparison {
  readonly tree: GeneratedTree;
  /** Null if nothing was published yet. */
  readonly before: PointerInForce<PublishedPointer> | null;
}

/** @throws InputError if there is no tree in the folder; StoreError if the store cannot be read */
export async function compareWithStore(store: ObjectStore, treeDir: string): Promise<Comparison> {
  return { tree: await openGenerated(treeDir, store), before: await readPublished(store) };
}

/**
 * Asks the gate whether the tree may follow the release in force.
 * @param accepted facts that the operator lets pass
 * @param onProgress called with the number of providers that are checked
 */
export async function judgeTree(
  { tree, before }: Comparison,
  accepted: readonly string[],
  onProgress?: (done: number, total: number) => void,
): Promise<GateReport> {
  // What both have in common is read from the folder.
  const last = before === null ? null : await openRelease(tree.store, before.pointer.root);
  const [currencies, now] = [readCurrencies(), utcDay(Date.now())];
  return checkTree({
    tree,
    last,
    definitions: PROVIDERS,
    currencies,
    now,
    accepted,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}

/** What a publish would upload of the tree: the release's files and manifests. */
interface ReleasePlan {
  readonly release: string;
  /** False if it is in force, so that only the pointer would be signed again. */
  readonly isNew: boolean;
  readonly objects: number;
  readonly bytes: number;
}

export async function planRelease(store: ObjectStore, { tree, before }: Comparison): Promise<ReleasePlan> {
  const { release } = tree.pointer;
  const isNew = before?.pointer.release !== release;
  const isKnown = !isNew || (await readKept(store, before?.pointer ?? null)).some((one) => one.release === release);
  let [objects, bytes] = [0, 0];
  for await (const { key } of isKnown ? [] : newObjects(nearestTexts(tree, store), tree, before)) {
    objects++;
    bytes += (await tree.store.get(key))?.bytes.length ?? 0;
  }
  return { release, isNew, objects, bytes };
}

export function planLine({ release, isNew, objects, bytes }: ReleasePlan): string {
  if (!isNew) return `release ${release} is in force: the pointer would be signed again`;
  return `release ${release} would upload ${objects} objects, ${bytes} bytes`;
}
