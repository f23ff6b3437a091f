/**
 * A generated tree as a publisher sees it: its units (a date, a year of series, the latest, lists) with the digest that the
 * generator remembers of each in `inputs.csv`, and their files, which are read only when asked for.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fixingsOf } from './build.ts';
import { type InputsMemory, NO_MEMORY, parseInputs, sha256, toContent } from './inputs.ts';
import { releaseId } from './wire/manifest.ts';
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
} from './wire/paths.ts';
import { EUR, type IsoDate, isoDate, type ProviderCode, providerCode } from './wire/schemas.ts';

export interface LocalFile {
  readonly path: TreePath;
  readonly sha256: string;
  readonly bytes: number;
}

export interface LocalUnit {
  /** For messages: `GLOBAL 2026-03-13`. */
  readonly name: string;
  /** Of the names and hashes of its files: `toContent`. */
  readonly digest: string;
  /** Read from disk at each call. @throws Error where they do not give the digest */
  files(): readonly LocalFile[];
}

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
  const files = new TreeFiles(dir);
  const { release, date } = releaseFile.parse(JSON.parse(files.read(releasePath).toString('utf8')));
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

function toProvider(files: TreeFiles, code: ProviderCode): LocalProvider {
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
    years: new Map([...years].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** A memory without digests of content was written by an older version. */
function readMemory(files: TreeFiles, code: ProviderCode): InputsMemory {
  const path = inputsPath(code);
  const memory = parseInputs(files.read(path).toString('utf8'));
  if (memory !== NO_MEMORY) return memory;
  throw new Error(`${path} is not what this version writes: run generate again`);
}

function dayPaths(files: TreeFiles, code: ProviderCode, date: IsoDate): readonly string[] {
  const rates = files.below(dirname(historicalPath(code, date, EUR, 'standard', 'json')));
  return [tablePath(code, date), provenancePath(code, date), ...rates];
}

function seriesPaths(files: TreeFiles, code: ProviderCode, year: string): readonly string[] {
  const folder = dirname(dirname(seriesPath(code, EUR, year, 'csv')));
  const named = ['csv', 'json'].map((format) => `${year}.${format}`);
  return files.folders(folder).flatMap((currency) => {
    const held = files.below(`${folder}/${currency}`);
    return named.map((name) => `${folder}/${currency}/${name}`).filter((path) => held.includes(path));
  });
}

class TreeFiles {
  readonly #folders = new Map<string, readonly string[]>();

  constructor(readonly dir: string) {}

  read(path: TreePath): Buffer {
    try {
      return readFileSync(join(this.dir, path));
    } catch (cause) {
      throw new Error(`${path} cannot be read from ${this.dir}: build the tree from nothing in an empty --out`, {
        cause,
      });
    }
  }

  /** Paths of the files in a folder of the tree; a folder of series is asked for once a year, and read once. */
  below(folder: string): readonly string[] {
    const held = this.#folders.get(folder) ?? namesIn(this.dir, folder).map((name) => `${folder}/${name}`);
    if (folder.startsWith('v1/series/')) this.#folders.set(folder, held);
    return held;
  }

  folders(folder: string): readonly string[] {
    const entries = readdirSync(join(this.dir, folder), { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  }

  /** A few small files that no memory speaks of: their digest is made from their bytes. */
  small(name: string, paths: readonly string[]): LocalUnit {
    const digest = digestOfFiles(this.#filesOf(paths));
    return this.unit(name, digest, () => paths);
  }

  unit(name: string, digest: string, paths: () => readonly string[]): LocalUnit {
    return {
      name,
      digest,
      files: () => {
        const files = this.#filesOf(paths());
        if (digestOfFiles(files) === digest) return files;
        throw new Error(
          `${name}: the files are not those that were generated (changed by hand, damaged, or by a generate that is ` +
            'running now): build the tree from nothing in an empty --out',
        );
      },
    };
  }

  #filesOf(paths: readonly string[]): readonly LocalFile[] {
    return paths.map((text) => {
      const path = text as TreePath;
      const bytes = this.read(path);
      return { path, sha256: sha256(bytes), bytes: bytes.length };
    });
  }
}

function digestOfFiles(files: readonly LocalFile[]): string {
  return toContent(new Map(files.map((file) => [file.path, file.sha256])));
}

/** Files in a folder that is there or not, without those that an editor or the generator hides. */
function namesIn(dir: string, folder: string): readonly string[] {
  const path = join(dir, folder);
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [])).sort();
}
