/** The tree as it lies in a folder before a run: its files, and what the run before noted about each provider. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn, readIfThere } from '../../kit/files.ts';
import { indexPath, inputsPath, type TreePath, yearInputsPath } from '../../wire/answers/paths.ts';
import { type ProviderIndex, providerIndex } from '../../wire/answers/provider-index.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type IsoDate, isoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import type { TreeInPlace } from './change.ts';
import { type DateInputs, type InputsMemory, NO_MEMORY, parseInputs } from './inputs.ts';

export function treeIn(dir: string): TreeInPlace {
  return {
    read: (path) => readIfThere(join(dir, path)),
    has: (path) => existsSync(join(dir, path)),
    list: (folder) => namesIn(join(dir, folder)).sort(),
  };
}

/** A file of the run before is missing or is not what generate writes; it can be made again from the archive. */
export class DamagedInPlace extends InputError {
  override readonly name = 'DamagedInPlace';

  constructor(
    readonly path: TreePath,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** @throws DamagedInPlace where the file is missing or is not what `parse` reads */
export function parseInPlace<Parsed>(
  inPlace: Pick<TreeInPlace, 'read'>,
  path: TreePath,
  parse: (text: string) => Parsed,
): Parsed {
  const text = readInPlace(inPlace, path).toString('utf8');
  try {
    return parse(text);
  } catch (cause) {
    throw new DamagedInPlace(path, `${path} in the tree is damaged: ${REMEDY}`, { cause });
  }
}

/** @throws DamagedInPlace where the file is missing */
export function readInPlace(inPlace: Pick<TreeInPlace, 'read'>, path: TreePath): Buffer {
  const bytes = inPlace.read(path);
  if (bytes === null) throw new DamagedInPlace(path, `${path} is missing from the tree: ${REMEDY}`);
  return bytes;
}

export const REMEDY = 'build the tree from nothing in an empty --out';

/** The digests of a provider's years and latest rates; none where that note is missing or of another version. */
export function memoryOfYears(inPlace: TreeInPlace, provider: ProviderCode): InputsMemory {
  const { dates, parts } = parseInputs(inPlace.read(inputsPath(provider))?.toString('utf8') ?? '');
  // Version 0.1 noted all dates here, and had other parts.
  const noted = dates.size > 0 ? NO_MEMORY.parts : parts;
  const years = inPlace.list(dirname(inputsPath(provider))).filter((name) => /^\d{4}$/.test(name));
  const missing = years.filter((year) => !noted.has(year)).map((year) => [year, ''] as const);
  return { dates: new Map(), parts: new Map([...noted, ...missing]) };
}

/** The years among the parts of a provider, sorted. */
export function yearsInPlace(parts: ReadonlyMap<string, string>): readonly string[] {
  return [...parts.keys()].filter((part) => /^\d{4}$/.test(part)).sort();
}

/**
 * What the run before noted about a year. Where that note is missing, cut off or of another version, every date that
 * has a table is taken for one whose inputs have changed, so that it is built again, or removed if the archive lost it.
 */
export function memoryOfYear(
  inPlace: TreeInPlace,
  provider: ProviderCode,
  year: string,
  isWhole: boolean,
): InputsMemory {
  if (!isWhole) return changedYear(inPlace, provider, year);
  const memory = parseInputs(inPlace.read(yearInputsPath(provider, year))?.toString('utf8') ?? '');
  return memory === NO_MEMORY ? changedYear(inPlace, provider, year) : memory;
}

function changedYear(inPlace: TreeInPlace, provider: ProviderCode, year: string): InputsMemory {
  const dates = datesWithTable(inPlace, provider, year).map((date) => [date, CHANGED] as const);
  return { dates: new Map(dates), parts: new Map() };
}

/** The index that the run before wrote; null if there is none, or if it is damaged: then it is made again. */
export function indexInPlace(inPlace: TreeInPlace, provider: ProviderCode): ProviderIndex | null {
  const bytes = inPlace.read(indexPath(provider));
  try {
    return bytes === null ? null : parseIndex(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** @throws SyntaxError or ZodError if the text is not an index */
function parseIndex(text: string): ProviderIndex {
  return providerIndex.parse(JSON.parse(text));
}

const CHANGED: DateInputs = { inputs: '', files: '', content: '', gap: '' };

function datesWithTable(inPlace: TreeInPlace, provider: ProviderCode, year: string): readonly IsoDate[] {
  const names = inPlace.list(dirname(yearInputsPath(provider, year)));
  return names.flatMap((name) => isoDate.safeParse(name.replace(/\.csv$/, '')).data ?? []);
}
