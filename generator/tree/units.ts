/** Files of a tree on disk, in units whose digest says whether they are the files that were generated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../wire/hash.ts';
import { InputError } from '../wire/input-error.ts';
import type { TreePath } from '../wire/paths.ts';
import { entriesIn, REMEDY } from './in-place.ts';
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
  readonly #folders = new Map<string, readonly string[]>();

  constructor(readonly dir: string) {}

  /** @throws InputError where the file cannot be read */
  read(path: TreePath): Buffer {
    try {
      return readFileSync(join(this.dir, path));
    } catch (cause) {
      throw new InputError(`${path} cannot be read from ${this.dir}: ${REMEDY}`, { cause });
    }
  }

  /** Paths of the files in a folder. A folder of series is read only once, although each of its years asks for it. */
  below(folder: string): readonly string[] {
    const held = this.#folders.get(folder) ?? visibleFilesIn(this.dir, folder).map((name) => `${folder}/${name}`);
    if (folder.startsWith('v1/series/')) this.#folders.set(folder, held);
    return held;
  }

  folders(folder: string): readonly string[] {
    return entriesIn(join(this.dir, folder)).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  }

  /** A few small files for which the generator notes no digest. It is made from their bytes. */
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
        throw new InputError(
          `${name}: the files are not those that were generated (edited, damaged, or changed by a generate that is ` +
            `running now): ${REMEDY}`,
        );
      },
    };
  }

  #filesOf(paths: readonly string[]): readonly LocalFile[] {
    return paths.map((text) => {
      const path = text as TreePath;
      const bytes = this.read(path);
      return { path, sha256: hashOf(bytes), bytes: bytes.length };
    });
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
