/** Finds single files of a generated tree by its manifest, and changes them, in the plainest way. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { afterFile } from '../kit/after-file.ts';

type Row = readonly [path: string, sha256: string, bytes: number];

/** By path: where the objects of the tree lie. */
const known = new Map<string, ReadonlyMap<string, string>>();

/** The text of a file of the tree. */
export function fileIn(tree: string, path: string): string {
  const { root } = pointerOf(tree);
  const name = `${tree} ${root}`;
  // A worker keeps this module for the next test file, but the folders are gone by then.
  if (known.size === 0) afterFile(() => known.clear());
  const places = known.get(name) ?? new Map(rowsBelow(tree, root).map((row) => [row[0], objectOf(tree, row)]));
  known.set(name, places);
  const place = places.get(path);
  if (place === undefined) throw new Error(`${tree} has no ${path}`);
  return readFileSync(place, 'utf8');
}

/** Makes the tree one that was written with another file at the path: all hashes agree. Returns the tree. */
export function changeFile(tree: string, path: string, change: (text: string) => string): string {
  const before = fileIn(tree, path);
  const after = change(before);
  if (after === before) throw new Error(`${path} is not changed`);
  const row: Row = [path, hashOf(after), Buffer.byteLength(after)];
  write(objectOf(tree, row), after);
  point(tree, textWith(tree, pointerOf(tree).root, row));
  if (existsSync(join(tree, path))) {
    // It is a link to the object from before.
    rmSync(join(tree, path));
    write(join(tree, path), after);
  }
  return tree;
}

/** Adds a file that belongs to no provider. Returns the tree. */
export function addFile(tree: string, path: string, text: string): string {
  const row: Row = [path, hashOf(text), Buffer.byteLength(text)];
  write(objectOf(tree, row), text);
  const root = nodeOf(tree, pointerOf(tree).root);
  const rows: readonly Row[] = [...nodeOf(tree, root.files[1]).files, row];
  const leaf = writeText(tree, { files: rows.toSorted(([left], [right]) => (left < right ? -1 : 1)) });
  point(tree, writeText(tree, { ...root, files: [leaf.slice(0, 32), leaf, rows.length] }));
  return tree;
}

function point(tree: string, root: string): void {
  write(join(tree, 'current.json'), `${JSON.stringify({ ...pointerOf(tree), release: root.slice(0, 16), root })}\n`);
}

function rowsBelow(tree: string, sha256: string): readonly Row[] {
  const rows: Row[] = [];
  const open = [sha256];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    mapped(nodeOf(tree, text), (row) => {
      if (isReference(row)) open.push(row[1]);
      else rows.push(row);
      return row;
    });
  }
  return rows;
}

/** Writes the text again with the row in place of the other one of its path. Returns its hash. */
function textWith(tree: string, sha256: string, row: Row): string {
  const made = mapped(nodeOf(tree, sha256), (old) => {
    if (!isReference(old)) return old[0] === row[0] ? row : old;
    const [digest, below, files] = old;
    const text = textWith(tree, below, row);
    return [digest === below.slice(0, 32) ? text.slice(0, 32) : digest, text, files];
  });
  return writeText(tree, made);
}

function writeText(tree: string, node: unknown): string {
  const text = `${JSON.stringify(node)}\n`;
  write(textOf(tree, hashOf(text)), text);
  return hashOf(text);
}

/** A member of a text is a reference to another text, or a row of a file, or holds such. */
function mapped(value: unknown, change: (row: Row) => Row): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, change)]));
  }
  // A gap is a digest and a reason.
  if (typeof value[0] !== 'string') return value.map((member) => mapped(member, change));
  return value.length === 3 ? change(value as unknown as Row) : value;
}

const isReference = ([first]: Row) => /^[0-9a-f]{32}$/.test(first);
const pointerOf = (tree: string) => JSON.parse(readFileSync(join(tree, 'current.json'), 'utf8'));
const nodeOf = (tree: string, sha256: string) => JSON.parse(readFileSync(textOf(tree, sha256), 'utf8'));
const textOf = (tree: string, sha256: string) => join(tree, 'objects', sha256.slice(0, 2), sha256);
const objectOf = (tree: string, [path, sha256]: Row) => `${textOf(tree, sha256)}-${hashOf(path).slice(0, 16)}`;

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
