/** A tree of format 1, whose files lay loose in its folder → the same in format 2, in its place. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { groupBy } from '../../kit/group.ts';
import { openWorkFolder } from '../../store/work-folder.ts';
import { TreeWriter } from '../../tree/write/tree-writer.ts';
import { isPageFile } from '../../wire/answers/page.ts';
import { releasePath, type TreePath } from '../../wire/answers/paths.ts';
import { type FileEntry, MANIFEST_FORMAT, type Reference } from '../../wire/release/manifest.ts';
import { trailOf } from '../../wire/release/manifest-nodes.ts';
import { type ManifestPlace, placeOf } from '../../wire/release/place.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { isOfFormat2 } from '../objects/manifest-converter.ts';
import { copyStable } from '../objects/stable-copies.ts';
import { toUnpublished } from '../pointer/generated.ts';
import { writePointer } from '../pointer/published.ts';

const LINKS_AT_ONCE = 16;
/** What only format 1 has; the folder that marks the format goes last. */
const OF_FORMAT_1 = ['.memory', '.staging', 'tables', 'index'];

/**
 * Nothing is remembered of how the files were made, so the next run of generate makes them again, and finds most of them
 * written already. @throws InputError if the folder holds no whole tree of format 1
 */
export async function convertTree(dir: string): Promise<Pointer> {
  const date = readDate(dir);
  const writer = new TreeWriter(dir, false);
  const entries = pathsIn(dir).map((path) => writer.put({ path, bytes: readFileSync(join(dir, path)) }));
  const pointer = toUnpublished({ root: writeRoot(writer, date, entries), memory: null, sequence: 1 });
  const store = await openWorkFolder(dir);
  await writePointer(store, pointer, null);
  await copyStable(store, pointer, LINKS_AT_ONCE, () => {});
  for (const name of OF_FORMAT_1) rmSync(join(dir, name), { recursive: true, force: true });
  return pointer;
}

function readDate(dir: string) {
  try {
    return z.object({ date: isoDate }).parse(JSON.parse(readFileSync(join(dir, releasePath), 'utf8'))).date;
  } catch (cause) {
    throw new InputError(`${dir} does not hold a complete tree: ${releasePath} cannot be read`, { cause });
  }
}

function pathsIn(dir: string): readonly TreePath[] {
  const below = ['v1', 'tables', 'index'].flatMap((folder) => {
    const names = readdirSync(join(dir, folder), { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(join(dir, '/').length));
  });
  return [...below, ...readdirSync(dir).filter(isPageFile)].filter(isOfFormat2) as TreePath[];
}

/** A leaf, and the place of the files that it lists. */
interface Placed {
  readonly place: ManifestPlace;
  readonly leaf: Reference;
}

function writeRoot(writer: TreeWriter, date: IsoDate, entries: readonly FileEntry[]): string {
  const leaves = [...groupBy(entries, ({ path }) => trailOf(placeOf(path)).join('/')).values()].map(
    (own): Placed => ({ place: placeOf(own[0]?.path ?? ''), leaf: writer.leaf(own) }),
  );
  const providers = groupBy(leaves, ({ place }) => ('provider' in place ? place.provider : ''));
  const [lists] = providers.get('') ?? [];
  if (lists === undefined) throw new InputError('the tree has no lists below v1/');
  providers.delete('');
  const nodes = [...providers].map(([code, own]) => [code, toProvider(writer, own)]);
  const nodesOf = Object.fromEntries(nodes);
  return writer.text({ format: MANIFEST_FORMAT, date, files: lists.leaf, providers: nodesOf, accepted: [] });
}

function toProvider(writer: TreeWriter, own: readonly Placed[]): Reference | null {
  const leafOf = (kind: ManifestPlace['kind']) => own.find(({ place }) => place.kind === kind)?.leaf ?? null;
  const byYear = (kind: ManifestPlace['kind']) =>
    own.flatMap(({ place, leaf }) => (place.kind === kind && 'year' in place ? [[place.year, leaf] as const] : []));
  const series = new Map(byYear('series'));
  const dates = own.flatMap(({ place, leaf }) => (place.kind === 'day' ? [[place.date, leaf] as const] : []));
  const days = groupBy(dates, ([date]) => date.slice(0, 4));
  const years = [...new Set([...days.keys(), ...series.keys()])].map((year) => {
    const node = { days: Object.fromEntries(days.get(year) ?? []), gaps: {}, series: series.get(year) ?? null };
    return [year, writer.year(node)];
  });
  const averages = Object.fromEntries(byYear('averages'));
  return writer.provider({
    ...{ files: leafOf('provider'), latest: leafOf('latest') },
    years: Object.fromEntries(years),
    averages,
  });
}
