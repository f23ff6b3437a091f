/** Files of a tree on disk, gathered into units whose digest says whether they are what was generated. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../wire/hash.ts';
import type { TreePath } from '../wire/paths.ts';
import { toContent } from './inputs.ts';

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

export class LocalFiles {
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
      return { path, sha256: hashOf(bytes), bytes: bytes.length };
    });
  }
}

function digestOfFiles(files: readonly LocalFile[]): string {
  return toContent(new Map(files.map((file) => [file.path, file.sha256])));
}

/** Files in a folder that is there or not, without those that an editor or the generator hides. */
export function namesIn(dir: string, folder: string): readonly string[] {
  const path = join(dir, folder);
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [])).sort();
}
