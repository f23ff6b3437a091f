/** The tree as it lies in a folder before a run: its files, and what the run before noted about each provider. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '../kit/files.ts';
import { InputError } from '../wire/input-error.ts';
import { inputsPath, type TreePath } from '../wire/paths.ts';
import { type IsoDate, isoDate, type ProviderCode } from '../wire/schemas.ts';
import type { TreeInPlace } from './change.ts';
import { type DateInputs, type InputsMemory, NO_MEMORY, parseInputs } from './inputs.ts';

export function treeIn(dir: string): TreeInPlace {
  return {
    read: (path) => readIfThere(join(dir, path)),
    list: (folder) => namesIn(join(dir, folder)).sort(),
  };
}

/** A file of the run before is missing or is not what generate writes; it can be made again from the archive. */
export class DamagedInPlace extends InputError {
  override readonly name = 'DamagedInPlace';
}

/** @throws DamagedInPlace where the file is missing or is not what `parse` reads */
export function parseInPlace<Parsed>(inPlace: TreeInPlace, path: TreePath, parse: (text: string) => Parsed): Parsed {
  const text = readInPlace(inPlace, path).toString('utf8');
  try {
    return parse(text);
  } catch (cause) {
    throw new DamagedInPlace(`${path} in the tree is damaged: ${REMEDY}`, { cause });
  }
}

/** @throws DamagedInPlace where the file is missing */
export function readInPlace(inPlace: TreeInPlace, path: TreePath): Buffer {
  const bytes = inPlace.read(path);
  if (bytes === null) throw new DamagedInPlace(`${path} is missing from the tree: ${REMEDY}`);
  return bytes;
}

export const REMEDY = 'build the tree from nothing in an empty --out';

/**
 * What the run before noted about a provider. Where that note is missing, cut off or of another version, every date
 * that has a table is taken for one whose inputs have changed, so that it is built again, or removed if the archive
 * lost it.
 */
export function memoryOf(inPlace: TreeInPlace, provider: ProviderCode): InputsMemory {
  const memory = parseInputs(inPlace.read(inputsPath(provider))?.toString('utf8') ?? '');
  return memory === NO_MEMORY ? forgotten(memory, inPlace, provider) : memory;
}

/** Takes every date that was noted or has a table for one whose inputs have changed. */
export function forgotten(noted: InputsMemory, inPlace: TreeInPlace, provider: ProviderCode): InputsMemory {
  const dates = [...noted.dates.keys(), ...datesWithTable(inPlace, provider)];
  return { dates: new Map(dates.map((date) => [date, CHANGED])), parts: new Map() };
}

const CHANGED: DateInputs = { inputs: '', files: '', content: '', gap: '' };

function datesWithTable(inPlace: TreeInPlace, provider: ProviderCode): readonly IsoDate[] {
  const folder = dirname(inputsPath(provider));
  return inPlace
    .list(folder)
    .flatMap((year) => inPlace.list(`${folder}/${year}`))
    .flatMap((name) => isoDate.safeParse(name.replace(/\.csv$/, '')).data ?? []);
}

/** Null where there is no file of that name, or a file where a folder should be. */
export function readIfThere(path: string): Buffer | null {
  return ifThere(() => readFileSync(path));
}

/** The names in a folder, in no order; none where there is no such folder. */
export function namesIn(folder: string): string[] {
  return entriesIn(folder).map(({ name }) => name);
}

/** The files and folders in a folder, in no order; none where there is no such folder. */
export function entriesIn(folder: string): readonly Dirent[] {
  return ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

function ifThere<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
