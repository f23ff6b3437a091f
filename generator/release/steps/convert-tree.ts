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
import { placeOf } from '../../wire/release/place.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { isOfFormat2 } from '../objects/manifest-converter.ts';
import { copyStable } from '../objects/stable-copies.ts';
import { toUnpublished } from '../pointer/generated.ts';
import { writePointer } from '../pointer/published.ts';

const LINKS_AT_ONCE = 16;
/** What only format 1 has; the folder that says of which format the tree is goes last. */
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
    throw new InputError(`${dir} holds no whole tree: ${releasePath} cannot be read`, { cause });
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

function writeRoot(writer: TreeWriter, date: z.infer<typeof isoDate>, entries: readonly FileEntry[]): string {
  const placed = entries.map((entry) => ({ entry, place: placeOf(entry.path) }));
  const providerOf = ({ place }: (typeof placed)[number]) => (place.kind === 'root' ? '' : place.provider);
  const providers = groupBy(placed, providerOf);
  const lists = providers.get('') ?? [];
  const nodes = [...providers]
    .filter(([code]) => code !== '')
    .map(([code, own]) => [code, toProvider(writer, own)] as const);
  const files = toLeafReference(writer, lists);
  if (files === null) throw new InputError('the tree has no lists below v1/');
  return writer.text({ format: MANIFEST_FORMAT, date, files, providers: Object.fromEntries(nodes), accepted: [] });
}

interface Placed {
  readonly entry: FileEntry;
  readonly place: ReturnType<typeof placeOf>;
}

function toProvider(writer: TreeWriter, own: readonly Placed[]): Reference {
  const of = (kind: Placed['place']['kind']) => own.filter(({ place }) => place.kind === kind);
  const years: Record<string, Reference> = {};
  const averages: Record<string, Reference> = {};
  for (const [year, ofYear] of groupBy([...of('day'), ...of('series')], ({ place }) => yearOf(place))) {
    const days: Record<string, Reference> = {};
    for (const [date, files] of groupBy(
      ofYear.filter(({ place }) => place.kind === 'day'),
      dateOf,
    )) {
      const day = toLeafReference(writer, files);
      if (day !== null) days[date] = day;
    }
    const series = toLeafReference(
      writer,
      ofYear.filter(({ place }) => place.kind === 'series'),
    );
    years[year] = writer.node({ days, gaps: {}, series }, [...Object.values(days), series]);
  }
  for (const [year, files] of groupBy(of('averages'), ({ place }) => yearOf(place))) {
    const made = toLeafReference(writer, files);
    if (made !== null) averages[year] = made;
  }
  const [files, latest] = [toLeafReference(writer, of('provider')), toLeafReference(writer, of('latest'))];
  return writer.node({ files, latest, years, averages }, [
    ...[files, latest],
    ...[...Object.values(years), ...Object.values(averages)],
  ]);
}

function yearOf(place: Placed['place']): string {
  if ('year' in place) return place.year;
  return 'date' in place ? place.date.slice(0, 4) : '';
}

function dateOf({ place }: Placed): string {
  return 'date' in place ? place.date : '';
}

function toLeafReference(writer: TreeWriter, files: readonly Placed[]): Reference | null {
  if (files.length === 0) return null;
  const [sha256, count] = writer.leaf(files.map(({ entry }) => entry));
  return [sha256.slice(0, 32), sha256, count];
}
