/**
 * Puts the parts of a tree together in one folder. What is missing after that are the files that cover several years:
 * indexes, the latest rates, lists and the release. An ordinary run of generate adds them, and finds the inputs of every
 * date unchanged.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesIn, hasCode, makeFolder, namesIn } from '../../kit/files.ts';
import { INDEX_FOLDER, indexPath, inputsPath, providersIn } from '../../wire/answers/paths.ts';
import { indexText, type ProviderIndex } from '../../wire/answers/provider-index.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { ProviderCode } from '../../wire/words/schemas.ts';
import { indexInPlace, treeIn } from '../read/in-place.ts';
import { difference, labelIn, type PartLabel } from '../read/part-label.ts';
import { shardText } from '../read/shard.ts';

/** It lies in the folder until the tree in it is whole, so that a run that was killed can be done again. */
const UNFINISHED = '.joining';

/**
 * The label that all parts share.
 * @throws InputError naming a part that is missing, is given twice, or was made from something else
 */
export function readParts(dirs: readonly string[]): PartLabel {
  const labels = dirs.map((dir) => {
    const label = labelIn(dir);
    if (label === null) throw new InputError(`${dir} holds no part of a tree: make it with generate --shard`);
    return { dir, label };
  });
  const [first] = labels;
  if (first === undefined) throw new InputError('no part is named');
  const byIndex = new Map<number, string>();
  for (const { dir, label } of labels) {
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
  if (missing.length > 0) {
    const names = missing.map((index) => shardText({ index, count })).join(', ');
    throw new InputError(`part ${names} is missing: name all ${count} parts with --part`);
  }
  return first.label;
}

/**
 * @param outDir an empty folder, or one in which this was begun before. @throws InputError if it holds anything else
 */
export function joinParts(dirs: readonly string[], outDir: string): void {
  makeFolder(outDir);
  const unfinished = join(outDir, UNFINISHED);
  const held = namesIn(outDir);
  if (held.length > 0 && !held.includes(UNFINISHED))
    throw new InputError(`${outDir} is not empty: name another folder for the joined tree with --from`);
  writeFileSync(unfinished, '');
  for (const name of held) if (name !== UNFINISHED) rmSync(join(outDir, name), { recursive: true });
  for (const dir of dirs) {
    for (const folder of ['v1', 'tables']) linkAll(join(dir, folder), join(outDir, folder));
  }
  mkdirSync(join(outDir, INDEX_FOLDER), { recursive: true });
  const indexes = dirs.flatMap((dir) => indexesOf(dir));
  for (const code of new Set(indexes.map(({ provider }) => provider))) {
    // The notes of years lie in the folders of the years; this note of one part knows only its own.
    rmSync(join(outDir, inputsPath(code)), { force: true });
    const index = toWhole(indexes.filter(({ provider }) => provider === code));
    if (index !== null) writeFileSync(join(outDir, indexPath(code)), indexText(index));
  }
}

/** To be called when the tree is whole. */
export function endJoin(outDir: string): void {
  rmSync(join(outDir, UNFINISHED), { force: true });
}

function indexesOf(dir: string): readonly ProviderIndex[] {
  const inPlace = treeIn(dir);
  return providersIn(inPlace.list(INDEX_FOLDER)).map((code: ProviderCode) => {
    const index = indexInPlace(inPlace, code);
    if (index === null) throw new InputError(`${join(dir, indexPath(code))} is damaged: make the part again`);
    return index;
  });
}

/** The fixings of all parts. What else the index says is worked out when the tree is made whole. */
function toWhole(parts: readonly ProviderIndex[]): ProviderIndex | null {
  const [first] = parts;
  if (first === undefined) return null;
  const fixings = parts.flatMap((part) => part.fixings).sort((left, right) => compareTexts(left.date, right.date));
  return { ...first, latest: null, fixings };
}

/** Files are linked where the disk is the same. Generate never writes into a file, so a part does not change. */
function linkAll(from: string, to: string): void {
  for (const entry of entriesIn(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else link(source, target);
  }
}

function link(source: string, target: string): void {
  if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true });
  try {
    linkSync(source, target);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    copyFileSync(source, target);
  }
}
