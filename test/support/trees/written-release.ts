/** Files that a test has made → a release in a folder, of objects and a pointer, as `generate` leaves it there. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toUnpublished } from '../../../generator/release/pointer/generated.ts';
import { TreeWriter } from '../../../generator/release/tree/write/tree-writer.ts';
import type { TreePath } from '../../../generator/wire/answers/paths.ts';
import { type FileEntry, MANIFEST_FORMAT, type Reference } from '../../../generator/wire/release/manifest.ts';
import { placeOf, trailOf } from '../../../generator/wire/release/manifest-nodes.ts';
import { POINTER_KEY, parsePointer, pointerText } from '../../../generator/wire/release/pointer.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';

/** The files of a leaf, or what lies below a name. */
type Below = Map<string, Below | FileEntry[]>;

/** Nobody has signed it. Its time is the beginning of its date. Returns the folder. */
export function writeRelease(dir: string, date: IsoDate, files: ReadonlyMap<string, string | Buffer>): string {
  const writer = new TreeWriter(dir, false);
  const top: Below = new Map();
  for (const [path, content] of files) {
    const file = { path: path as TreePath, bytes: Buffer.from(content) };
    leafOf(top, trailOf(placeOf(path))).push(writer.put(file));
  }
  const providers = [...top].flatMap(([code, below]) =>
    below instanceof Map ? [[code, providerIn(writer, below)]] : [],
  );
  const root = writer.text({
    format: MANIFEST_FORMAT,
    date,
    files: leafIn(writer, top, 'files') ?? writer.leaf([]),
    providers: Object.fromEntries(providers),
  });
  const file = join(dir, POINTER_KEY);
  const before = existsSync(file) ? parsePointer(readFileSync(file, 'utf8')).sequence : 0;
  const pointer = toUnpublished({ root, state: null, date, method: 'none' }, before + 1, new Date(date));
  // A simultaneous reader must find the old pointer or the new one.
  writeFileSync(`${file}.new`, pointerText(pointer));
  renameSync(`${file}.new`, file);
  return dir;
}

function leafOf(top: Below, trail: readonly string[]): FileEntry[] {
  const entries: FileEntry[] = [];
  let below = top;
  for (const [place, name] of trail.entries()) {
    const found = below.get(name) ?? (place === trail.length - 1 ? entries : new Map());
    below.set(name, found);
    if (!(found instanceof Map)) return found;
    below = found;
  }
  throw new Error(`${trail.join('/')} is no leaf`);
}

function providerIn(writer: TreeWriter, below: Below): Reference | null {
  const years = [...below].flatMap(([year, found]) => (found instanceof Map ? [[year, yearIn(writer, found)]] : []));
  return writer.provider({
    files: leafIn(writer, below, 'files'),
    latest: leafIn(writer, below, 'latest'),
    years: Object.fromEntries(years),
  });
}

function yearIn(writer: TreeWriter, below: Below): Reference {
  const days = [...below.keys()].filter((name) => name !== 'series').map((day) => [day, leafIn(writer, below, day)]);
  return writer.year({ days: Object.fromEntries(days), gaps: {}, series: leafIn(writer, below, 'series') });
}

function leafIn(writer: TreeWriter, below: Below, name: string): Reference | null {
  const found = below.get(name);
  return found instanceof Map || found === undefined ? null : writer.leaf(found);
}
