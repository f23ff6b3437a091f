/** Files of a tree on disk, in units whose digest says whether they are the files that were generated. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { entriesIn } from '../../kit/files.ts';
import type { TreePath } from '../../wire/answers/paths.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { REMEDY } from './in-place.ts';
import { toContent } from './inputs.ts';

export interface LocalFile {
  readonly path: TreePath;
  readonly sha256: string;
  readonly bytes: number;
}

export interface LocalUnit {
  /** For messages, such as `GLOBAL 2026-03-13`. */
  readonly name: string;
  /** Made from the names and hashes of the unit's files by `toContent`. */
  readonly digest: string;
  /** Reads the files from disk at each call. @throws InputError where they do not have that digest */
  files(): readonly LocalFile[];
}

export class LocalFiles {
  /** The names in folders of series, in one text for each: 27 years of a hundred banks have 170,000 names. */
  readonly #names = new Map<string, string>();

  constructor(readonly dir: string) {}

  /** @throws InputError where the file cannot be read */
  read(path: TreePath): Buffer {
    return this.#reading(path, () => readFileSync(join(this.dir, path)));
  }

  /** Paths of the files in a folder. A folder of series is read only once, although each of its years asks for it. */
  below(folder: string): readonly string[] {
    const held = this.#names.get(folder);
    const names = held === undefined ? visibleFilesIn(this.dir, folder) : held.split('/');
    const isAskedAgain = held === undefined && folder.startsWith('v1/series/') && names.length > 0;
    if (isAskedAgain) this.#names.set(folder, names.join('/'));
    return names.map((name) => `${folder}/${name}`);
  }

  folders(folder: string): readonly string[] {
    return entriesIn(join(this.dir, folder)).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  }

  /**
   * A few small files for which the generator notes no digest. It is made from their bytes, once somebody asks for it: of
   * a tree that is published already nobody does, and the indexes of 27 years of a hundred banks are 20 MB.
   */
  small(name: string, paths: readonly string[]): LocalUnit {
    let unit: LocalUnit | null = null;
    const read = () => {
      unit ??= this.unit(name, digestOfFiles(this.#filesOf(paths)), () => paths);
      return unit;
    };
    return {
      name,
      get digest() {
        return read().digest;
      },
      files: () => read().files(),
    };
  }

  unit(name: string, digest: string, paths: () => readonly string[]): LocalUnit {
    return {
      name,
      digest,
      files: () => {
        const files = this.#filesOf(paths());
        if (digestOfFiles(files) === digest) return files;
        throw new InputError(
          `${name}: the files are not those that were generated (edited, damaged, or changed by a generate that is ` +
            `running now): ${REMEDY}`,
        );
      },
    };
  }

  #reading<Result>(path: TreePath, read: () => Result): Result {
    try {
      return read();
    } catch (cause) {
      throw new InputError(`${path} cannot be read from ${this.dir}: ${REMEDY}`, { cause });
    }
  }

  #filesOf(paths: readonly string[]): readonly LocalFile[] {
    return paths.map((text) => {
      const path = text as TreePath;
      return { path, ...this.#reading(path, () => hashed(join(this.dir, path))) };
    });
  }
}

/** A Buffer for each of a million files would leave a hundred megabytes of them to the collector. */
let scratch = Buffer.alloc(256 * 1024);

function hashed(path: string): { readonly sha256: string; readonly bytes: number } {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    // One byte more shows the end of the file.
    if (size >= scratch.length) scratch = Buffer.alloc(2 * size);
    let bytes = 0;
    for (let read = -1; read !== 0; bytes += read) read = readSync(file, scratch, bytes, scratch.length - bytes, null);
    return { sha256: hashOf(scratch.subarray(0, bytes)), bytes };
  } finally {
    closeSync(file);
  }
}

function digestOfFiles(files: readonly LocalFile[]): string {
  return toContent(new Map(files.map((file) => [file.path, file.sha256])));
}

/** Sorted, without the files that an editor or the generator hides; none where there is no such folder. */
export function visibleFilesIn(dir: string, folder: string): readonly string[] {
  const files = entriesIn(join(dir, folder)).filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map(({ name }) => name).sort();
}
