/**
 * Puts the parts of a tree together in one folder: their objects, and for each provider the years of all parts. What is
 * missing after that are the files that cover several years: indexes, the latest rates, lists. An ordinary run of generate
 * adds them, and finds the digest of every date in the manifest.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../kit/files.ts';
import { METHOD } from '../../rates/blend/blend.ts';
import { indexPath, partPath } from '../../wire/answers/paths.ts';
import { indexText, type ProviderIndex, providerIndex } from '../../wire/answers/provider-index.ts';
import { type Reference, type RootNode, rootNode } from '../../wire/release/manifest.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { ProviderCode } from '../../wire/words/schemas.ts';
import { openGeneratedIn, toUnpublished } from '../pointer/generated.ts';
import { writePointer } from '../pointer/published.ts';
import { linkOver, openWorkFolder } from '../store/work-folder.ts';
import { TreeObjects } from '../tree/read/objects.ts';
import { difference, type PartLabel, parseLabel, shardText } from '../tree/read/tree-options.ts';
import { TreeWriter } from '../tree/write/tree-writer.ts';

export interface Part {
  readonly dir: string;
  readonly label: PartLabel;
  readonly root: RootNode;
}

/** @throws InputError naming a part that is missing, is given twice, or was made from something else */
export async function readParts(dirs: readonly string[]): Promise<readonly [Part, ...Part[]]> {
  const parts: Part[] = [];
  for (const dir of dirs) parts.push(await readPart(dir));
  const [first, ...others] = parts;
  if (first === undefined) throw new InputError('no part is named');
  const byIndex = new Map<number, string>();
  for (const { dir, label } of parts) {
    const other = difference(first.label, label);
    if (other !== null)
      throw new InputError(
        `${first.dir} and ${dir} differ in ${other}: make all parts from the same archive and flags`,
      );
    const twin = byIndex.get(label.index);
    if (twin !== undefined)
      throw new InputError(`${twin} and ${dir} both hold part ${shardText(label)}: name each once`);
    byIndex.set(label.index, dir);
  }
  const { count } = first.label;
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !byIndex.has(index));
  if (missing.length === 0) return [first, ...others];
  const names = missing.map((index) => shardText({ index, count })).join(', ');
  throw new InputError(`part ${names} is missing: name all ${count} parts with --part`);
}

async function readPart(dir: string): Promise<Part> {
  const none = new InputError(`${dir} holds no part of a tree: make it with generate --shard`);
  const inForce = await openWorkFolder(dir).then((store) => openGeneratedIn(store, dir));
  if (inForce === null) throw none;
  const objects = new TreeObjects(dir);
  const root = objects.node(inForce.pointer.root, rootNode);
  if (!objects.leaf(root.files).has(partPath)) throw none;
  return { dir, root, label: objects.parsed(root.files, partPath, parseLabel) };
}

/** It lies in the folder until the tree in it is whole, so that a run that was killed can be done again. */
const UNFINISHED = '.joining';

/** @param outDir an empty folder, or one in which this was begun before. @throws InputError if it holds anything else */
export async function joinParts(parts: readonly Part[], outDir: string): Promise<void> {
  makeFolder(outDir);
  const there = readdirSync(outDir);
  if (there.length > 0 && !there.includes(UNFINISHED))
    throw new InputError(`${outDir} is not empty: name another folder for the joined tree with --from`);
  writeFileSync(join(outDir, UNFINISHED), '');
  for (const name of there) if (name !== UNFINISHED) rmSync(join(outDir, name), { recursive: true });
  const store = await openWorkFolder(outDir);
  for (const { dir } of parts) linkObjects(dir, outDir);
  const writer = new TreeWriter(outDir, false);
  const codes = new Set(parts.flatMap(({ root }) => Object.keys(root.providers)));
  const providers = [...codes].sort().map((code) => [code, joined(parts, code as ProviderCode, writer)] as const);
  const [first] = parts;
  if (first === undefined) throw new InputError('no part is named');
  const root = { ...first.root, files: writer.leaf([]), providers: Object.fromEntries(providers) };
  const sha256 = writer.text(root as RootNode);
  await writePointer(store, toUnpublished({ root: sha256, state: null, date: root.date, method: METHOD }, 1), null);
}

/** To be called when the tree is whole. */
export function endJoin(outDir: string): void {
  rmSync(join(outDir, UNFINISHED), { force: true });
}

function linkObjects(from: string, to: string): void {
  for (const folder of readdirSync(join(from, 'objects'))) {
    const path = join('objects', folder);
    for (const name of readdirSync(join(from, path))) linkOver(to, join(from, path, name), join(to, path, name));
  }
}

function joined(parts: readonly Part[], code: ProviderCode, writer: TreeWriter): Reference | null {
  const nodes = parts.flatMap(({ dir, root }) => {
    const reference = root.providers[code];
    const objects = new TreeObjects(dir);
    return reference === undefined ? [] : [{ objects, node: objects.provider(reference) }];
  });
  const indexes = nodes.flatMap(({ objects, node: { files } }) =>
    files === null ? [] : [objects.parsed(files, indexPath(code), (text) => providerIndex.parse(JSON.parse(text)))],
  );
  const index = toWhole(indexes);
  const files =
    index === null ? null : writer.putAll([{ path: indexPath(code), bytes: Buffer.from(indexText(index)) }]);
  const years = Object.fromEntries(nodes.flatMap(({ node }) => Object.entries(node.years)).sort());
  return writer.provider({ files, latest: null, years });
}

/** The fixings of all parts. The rest of the index is worked out when the tree is made whole. */
function toWhole(parts: readonly ProviderIndex[]): ProviderIndex | null {
  const [first] = parts;
  if (first === undefined) return null;
  const fixings = parts.flatMap((part) => part.fixings).sort((left, right) => compareTexts(left.date, right.date));
  return { ...first, latest: null, fixings };
}
