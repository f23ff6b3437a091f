/**
 * A generated tree as a publisher sees it: its units (a date, a year of series, the latest, lists) with the digest that the
 * generator remembers of each in `inputs.csv`, and their files, which are read only when asked for.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { releaseId } from '../wire/manifest.ts';
import { compareTexts } from '../wire/order.ts';
import {
  historicalPath,
  indexPath,
  inputsPath,
  latestPath,
  provenancePath,
  releasePath,
  seriesPath,
  type TreePath,
  tablePath,
} from '../wire/paths.ts';
import { EUR, type IsoDate, isoDate, type ProviderCode, providerCode } from '../wire/schemas.ts';
import { fixingsOf, type InputsMemory, NO_MEMORY, parseInputs } from './inputs.ts';
import { LocalFiles, type LocalUnit, namesIn } from './units.ts';

export interface LocalYear {
  readonly days: ReadonlyMap<IsoDate, LocalUnit>;
  readonly series: LocalUnit | null;
}

export interface LocalProvider {
  readonly code: ProviderCode;
  /** index and inputs. */
  readonly files: LocalUnit;
  readonly latest: LocalUnit | null;
  readonly years: ReadonlyMap<string, LocalYear>;
}

export interface LocalTree {
  readonly release: string;
  readonly date: IsoDate;
  /** Files of no provider. */
  readonly files: LocalUnit;
  readonly providers: readonly LocalProvider[];
  /** @throws Error naming the path when it cannot be read */
  read(path: TreePath): Buffer;
}

const releaseFile = z.object({ release: releaseId, date: isoDate });

/** @throws Error naming the folder and the fix, when it holds no whole tree */
export function openLocalTree(dir: string): LocalTree {
  if (existsSync(join(dir, '.staging', 'ready')))
    throw new Error(`${dir}: generate was killed while it moved files into place; run it again, it will finish`);
  if (!existsSync(join(dir, releasePath))) throw new Error(`${dir}: no tree here (${releasePath}); run generate first`);
  const files = new LocalFiles(dir);
  const { release, date } = readRelease(files);
  const codes = namesIn(dir, 'index').filter((name) => name !== 'release.json');
  const providers = codes.map((name) => toProvider(files, providerCode.parse(name.replace('.json', ''))));
  const own = [...namesIn(dir, ''), ...namesIn(dir, 'v1').map((name) => `v1/${name}`), releasePath];
  return {
    release,
    date,
    files: files.small('lists', own),
    providers,
    read: (path) => files.read(path),
  };
}

function readRelease(files: LocalFiles): z.infer<typeof releaseFile> {
  try {
    return releaseFile.parse(JSON.parse(files.read(releasePath).toString('utf8')));
  } catch (cause) {
    throw new Error(`${releasePath} is not what generate writes: run it again`, { cause });
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

/** A memory without digests of content was written by an older version. */
function readMemory(files: LocalFiles, code: ProviderCode): InputsMemory {
  const path = inputsPath(code);
  const memory = parseInputs(files.read(path).toString('utf8'));
  if (memory !== NO_MEMORY) return memory;
  throw new Error(`${path} is not what this version writes: run generate again`);
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
