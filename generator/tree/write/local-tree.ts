/**
 * A generated tree as a publisher reads it: its units (a date, a year of series, the latest rates, the lists), each
 * with the digest that the generator noted in `inputs.csv`, and their files, which are read only when asked for.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import {
  averagesFolder,
  averagesNotePath,
  exactCurrencyOf,
  exactFolder,
  fileIn,
  historicalPath,
  INDEX_FOLDER,
  indexPath,
  inputsPath,
  LISTS_FOLDER,
  latestPath,
  parquetPath,
  provenancePath,
  providersIn,
  releasePath,
  seriesPath,
  type TreePath,
  tablePath,
  yearInputsPath,
} from '../../wire/answers/paths.ts';
import { releaseId } from '../../wire/release/manifest.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { EUR, type IsoDate, isoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import { type AveragesNote, parseAveragesNote } from '../read/averages-note.ts';
import { REMEDY } from '../read/in-place.ts';
import { digestOfYear, fixingsOf, type InputsMemory, NO_MEMORY, parseInputs } from '../read/inputs.ts';
import { LocalFiles, type LocalUnit, visibleFilesIn } from '../read/units.ts';
import { READY } from './moves.ts';

/** The units of a year, which are read from its note of inputs. */
interface YearUnits {
  readonly days: ReadonlyMap<IsoDate, LocalUnit>;
  readonly series: LocalUnit | null;
  readonly averages: LocalUnit | null;
  readonly inputs: LocalUnit;
}

export interface LocalYear {
  /** Covers every file of the year: two trees in which it is the same have the same files in that year. */
  readonly digest: string;
  /** @throws InputError if the note of inputs is missing, or is not the one that the digest was made from */
  units(): YearUnits;
}

export interface LocalProvider {
  readonly code: ProviderCode;
  /** The index, `inputs.csv` and `averages.csv`. */
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
  const path = inputsPath(code);
  const { parts } = parseMemory(files, path, files.read(path).toString('utf8'));
  const averages = readAverages(files, code);
  const years = [...parts].flatMap(([year, inputs]) => {
    if (!/^\d{4}$/.test(year)) return [];
    const content = averages?.get(year)?.content ?? '';
    const own: LocalYear = {
      get digest() {
        return content === '' ? inputs : digestOf([inputs, content]);
      },
      units: () => unitsOf(files, code, year, inputs, content),
    };
    return [[year, own] as const];
  });
  const latest = parts.get('latest');
  const latestFolder = dirname(latestPath(code, EUR, 'standard', 'json'));
  return {
    code,
    files: files.small(
      `${code} index and inputs`,
      averages === null ? [indexPath(code), path] : [indexPath(code), path, averagesNotePath(code)],
    ),
    latest: latest === undefined ? null : files.unit(`${code} latest`, latest, () => files.below(latestFolder)),
    years: new Map(years.sort(([left], [right]) => compareTexts(left, right))),
  };
}

/** Null in a tree from before there were averages. */
function readAverages(files: LocalFiles, code: ProviderCode): AveragesNote | null {
  const path = averagesNotePath(code);
  if (!visibleFilesIn(files.dir, dirname(path)).includes(basename(path))) return null;
  const note = parseAveragesNote(files.read(path).toString('utf8'));
  if (note !== null) return note;
  throw new InputError(`${join(files.dir, path)} is damaged or of another version: run generate again`);
}

/** @param digest of the year's note of inputs; @param averages digest of the year's averages, '' if there are none */
function unitsOf(files: LocalFiles, code: ProviderCode, year: string, digest: string, averages: string): YearUnits {
  const path = yearInputsPath(code, year);
  const text = files.read(path).toString('utf8');
  const memory = parseMemory(files, path, text);
  if (digestOfYear(memory) !== digest)
    throw new InputError(`${join(files.dir, path)} is not the note that ${inputsPath(code)} names: ${REMEDY}`);
  const days = fixingsOf(memory.dates).map((date) => {
    const content = memory.dates.get(date)?.content ?? '';
    return [date, files.unit(`${code} ${date}`, content, () => dayPaths(files, code, date))] as const;
  });
  const series = memory.parts.get('series');
  return {
    days: new Map(days),
    series:
      series === undefined
        ? null
        : files.unit(`${code} series of ${year}`, series, () => seriesPaths(files, code, year)),
    averages:
      averages === ''
        ? null
        : files.unit(`${code} averages of ${year}`, averages, () => files.below(`${averagesFolder(code)}/${year}`)),
    inputs: files.small(`${code} inputs of ${year}`, [path]),
  };
}

/** Text in another form was cut off, or was written by another version of generate. */
function parseMemory(files: LocalFiles, path: TreePath, text: string): InputsMemory {
  const memory = parseInputs(text);
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
  const rounded = files.folders(folder).flatMap((currency) => {
    const held = files.below(`${folder}/${currency}`);
    return named.map((name) => `${folder}/${currency}/${name}`).filter((path) => held.includes(path));
  });
  const exact = files.below(exactFolder(code, year)).filter((path) => exactCurrencyOf(basename(path)) !== null);
  const parquet = files.below(folder).filter((path) => path === parquetPath(code, year));
  return [...exact, ...rounded, ...parquet];
}
