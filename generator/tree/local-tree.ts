/**
 * A generated tree as a publisher reads it: its units (a date, a year of series, the latest rates, the lists), each
 * with the digest that the generator noted in `inputs.csv`, and their files, which are read only when asked for.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../wire/input-error.ts';
import { releaseId } from '../wire/manifest.ts';
import { compareTexts } from '../wire/order.ts';
import {
  fileIn,
  historicalPath,
  INDEX_FOLDER,
  indexPath,
  inputsPath,
  LISTS_FOLDER,
  latestPath,
  provenancePath,
  providersIn,
  releasePath,
  seriesPath,
  type TreePath,
  tablePath,
} from '../wire/paths.ts';
import { EUR, type IsoDate, isoDate, type ProviderCode } from '../wire/schemas.ts';
import { fixingsOf, type InputsMemory, NO_MEMORY, parseInputs } from './inputs.ts';
import { READY } from './moves.ts';
import { LocalFiles, type LocalUnit, visibleFilesIn } from './units.ts';

export interface LocalYear {
  readonly days: ReadonlyMap<IsoDate, LocalUnit>;
  readonly series: LocalUnit | null;
}

export interface LocalProvider {
  readonly code: ProviderCode;
  /** The index and `inputs.csv`. */
  readonly files: LocalUnit;
  readonly latest: LocalUnit | null;
  readonly years: ReadonlyMap<string, LocalYear>;
}

export interface LocalTree {
  readonly release: string;
  readonly date: IsoDate;
  /** Files that belong to no provider. */
  readonly files: LocalUnit;
  readonly providers: readonly LocalProvider[];
  /** @throws InputError naming the path if it cannot be read */
  read(path: TreePath): Buffer;
}

const releaseFile = z.object({ release: releaseId, date: isoDate });

/** @throws InputError naming the folder and the fix, if it does not hold a whole tree */
export function openLocalTree(dir: string): LocalTree {
  if (existsSync(join(dir, READY)))
    throw new InputError(
      `${dir}: generate was killed while it moved files into place: run it again, and it will finish`,
    );
  if (!existsSync(join(dir, releasePath)))
    throw new InputError(`${dir} holds no tree (${releasePath} is missing): run generate first`);
  const files = new LocalFiles(dir);
  const { release, date } = readRelease(files);
  const codes = providersIn(visibleFilesIn(dir, INDEX_FOLDER));
  const own = [
    ...visibleFilesIn(dir, ''),
    ...visibleFilesIn(dir, LISTS_FOLDER).map((name) => fileIn(LISTS_FOLDER, name)),
    releasePath,
  ];
  return {
    release,
    date,
    files: files.small('lists', own),
    providers: codes.map((code) => toProvider(files, code)),
    read: (path) => files.read(path),
  };
}

function readRelease(files: LocalFiles): z.infer<typeof releaseFile> {
  try {
    return releaseFile.parse(JSON.parse(files.read(releasePath).toString('utf8')));
  } catch (cause) {
    throw new InputError(`${join(files.dir, releasePath)} is damaged: run generate again`, { cause });
  }
}

function toProvider(files: LocalFiles, code: ProviderCode): LocalProvider {
  const memory = readMemory(files, code);
  const years = new Map<string, { days: Map<IsoDate, LocalUnit>; series: LocalUnit | null }>();
  const yearOf = (year: string) => {
    const held = years.get(year) ?? { days: new Map(), series: null };
    years.set(year, held);
    return held;
  };
  for (const date of fixingsOf(memory.dates)) {
    const digest = memory.dates.get(date)?.content ?? '';
    yearOf(date.slice(0, 4)).days.set(
      date,
      files.unit(`${code} ${date}`, digest, () => dayPaths(files, code, date)),
    );
  }
  for (const [part, digest] of memory.parts) {
    const year = /^series\/(\d{4})$/.exec(part)?.[1];
    if (year === undefined) continue;
    yearOf(year).series = files.unit(`${code} ${part}`, digest, () => seriesPaths(files, code, year));
  }
  const latest = memory.parts.get('latest');
  const latestFolder = dirname(latestPath(code, EUR, 'standard', 'json'));
  return {
    code,
    files: files.small(`${code} index and inputs`, [indexPath(code), inputsPath(code)]),
    latest: latest === undefined ? null : files.unit(`${code} latest`, latest, () => files.below(latestFolder)),
    years: new Map([...years].sort(([left], [right]) => compareTexts(left, right))),
  };
}

/** Text in another form was cut off, or was written by another version of generate. */
function readMemory(files: LocalFiles, code: ProviderCode): InputsMemory {
  const path = inputsPath(code);
  const memory = parseInputs(files.read(path).toString('utf8'));
  if (memory !== NO_MEMORY) return memory;
  throw new InputError(`${join(files.dir, path)} is damaged or of another version: run generate again`);
}

function dayPaths(files: LocalFiles, code: ProviderCode, date: IsoDate): readonly string[] {
  const rates = files.below(dirname(historicalPath(code, date, EUR, 'standard', 'json')));
  return [tablePath(code, date), provenancePath(code, date), ...rates];
}

function seriesPaths(files: LocalFiles, code: ProviderCode, year: string): readonly string[] {
  const folder = dirname(dirname(seriesPath(code, EUR, year, 'csv')));
  const named = ['csv', 'json'].map((format) => `${year}.${format}`);
  return files.folders(folder).flatMap((currency) => {
    const held = files.below(`${folder}/${currency}`);
    return named.map((name) => `${folder}/${currency}/${name}`).filter((path) => held.includes(path));
  });
}
