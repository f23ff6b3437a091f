/** The files of a tree as docs/format.md describes them: from the pointer, text by text, to the objects of one date. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Reference = readonly [digest: string, sha256: string, files: number];
type Named = Readonly<Record<string, Reference>>;
interface Root {
  readonly files: Reference;
  readonly providers: Named;
}
interface Provider {
  readonly years: Named;
}
interface Year {
  readonly days: Named;
}
interface Leaf {
  readonly files: readonly (readonly [path: string, sha256: string, bytes: number])[];
}

/** Where the object of each file lies, by the file's path. */
export type Objects = ReadonlyMap<string, string>;

const NONE: Objects = new Map();

export class TreeObjects {
  readonly #root: Root | null;

  /** A folder without a pointer has no files. */
  constructor(readonly folder: string) {
    const pointer = join(folder, 'current.json');
    this.#root = existsSync(pointer) ? this.#text(JSON.parse(readFileSync(pointer, 'utf8')).root) : null;
  }

  /** The files that belong to no provider. */
  lists(): Objects {
    return this.#root === null ? NONE : this.#leaf(this.#root.files);
  }

  /** The dates that the provider has files for, in order. */
  dates(provider: string): readonly string[] {
    const years = Object.keys(this.#provider(provider).years);
    return years.flatMap((year) => Object.keys(this.#year(provider, year).days)).sort();
  }

  /** The files of one date; none if the provider has no fixing of it. */
  ofDate(provider: string, date: string): Objects {
    const reference = this.#year(provider, date.slice(0, 4)).days[date];
    return reference === undefined ? NONE : this.#leaf(reference);
  }

  #provider(code: string): Provider {
    const reference = this.#root?.providers[code];
    return reference === undefined ? { years: {} } : this.#text(reference[1]);
  }

  #year(provider: string, year: string): Year {
    const reference = this.#provider(provider).years[year];
    return reference === undefined ? { days: {} } : this.#text(reference[1]);
  }

  #leaf([, sha256]: Reference): Objects {
    return new Map(
      this.#text<Leaf>(sha256).files.map(([path, hash]) => [path, this.#place(`${hash}-${nameOf(path)}`)]),
    );
  }

  #text<Node>(sha256: string): Node {
    return JSON.parse(readFileSync(this.#place(sha256), 'utf8'));
  }

  #place(name: string): string {
    return join(this.folder, 'objects', name.slice(0, 2), name);
  }
}

function nameOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}
