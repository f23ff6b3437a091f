/** JSON files of a tree → typed values. Files that a new release leaves unchanged are neither read nor parsed again. */

import type { z } from 'zod';
import type { TreePath } from '../answers/paths.ts';
import { PlainError } from '../words/input-error.ts';
import { toPlain } from '../words/plain.ts';
import type { IsoDate } from '../words/schemas.ts';

/**
 * Files of one kind. Parsing an index of seven thousand dates takes some milliseconds, and there are dozens of them.
 */
export class TreeFiles<Parsed> {
  readonly #schema: z.ZodType<Parsed>;
  readonly #held = new Map<TreePath, { readonly sha256: string; readonly parsed: Parsed }>();

  constructor(schema: z.ZodType<Parsed>) {
    this.#schema = schema;
  }

  /** @throws StoreError, and UnreadableFile if the file is missing or is not what the generator writes */
  async read(tree: Tree, path: TreePath): Promise<Parsed> {
    const parsed = await this.readIfThere(tree, path);
    if (parsed === null) throw new UnreadableFile(path, `the tree has no ${path}`);
    return parsed;
  }

  /** Resolves to null if there is no such file. @throws StoreError, and UnreadableFile */
  async readIfThere(tree: Tree, path: TreePath): Promise<Parsed | null> {
    const held = this.#held.get(path);
    const found = await tree.read(path, held?.sha256 ?? null);
    if (found === null) return null;
    if (found !== 'unchanged') {
      const parsed = parseTreeFile(path, found.bytes, this.#schema);
      if (found.sha256 !== null) this.#held.set(path, { sha256: found.sha256, parsed });
      return parsed;
    }
    if (held === undefined) throw new TypeError(`${path} is reported as unchanged, but was never held`);
    return held.parsed;
  }
}

/** The file's bytes; null if the tree has no such file. @throws StoreError */
export async function readBytes(tree: Tree, path: TreePath): Promise<Buffer | null> {
  const found = await tree.read(path, null);
  if (found === 'unchanged') throw new TypeError(`${path} is reported as unchanged, but was never held`);
  return found?.bytes ?? null;
}

/** @throws UnreadableFile, for a truncated file, a proxy's error page with status 200, or a generator's mistake */
export function parseTreeFile<Parsed>(path: TreePath, bytes: Buffer, schema: z.ZodType<Parsed>): Parsed {
  const parsed = schema.safeParse(parseJson(path, bytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnreadableFile(
    path,
    `${path} is not what the generator writes: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

function parseJson(path: TreePath, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new UnreadableFile(path, `${path} is not what the generator writes`, { cause });
  }
}

// A tree as it is served: one state of a store, so that every figure of an answer belongs to the release that the
// answer names. The gateway reads from it, and so does a publisher before it lets a gateway read.

export interface ServedRelease {
  readonly release: string;
  /** UTC date of the release. */
  readonly date: IsoDate;
}

export interface Content {
  readonly bytes: Buffer;
  /** As stated in the release's manifest; null for what lies beside it. */
  readonly sha256: string | null;
}

export interface Tree {
  readonly release: ServedRelease;
  /** SHA-256 of the root of its manifest. */
  readonly root: string;
  /**
   * When it was published last, in milliseconds since 1970: a night without news signs the same release again. Absent
   * where no gateway serves it.
   */
  readonly signedMs?: () => number;
  /**
   * The file, or null if the tree has no such file.
   * @param held SHA-256 of the content that the reader has; `unchanged` is returned if the file still has it
   * @throws StoreError
   */
  read(path: TreePath, held: string | null): Promise<Content | 'unchanged' | null>;
}

/** Where objects lie: a folder, a bucket, an address, or what one of them is known to hold. */
export interface Objects {
  /** For messages, which append a key. */
  readonly name: string;
  /** The bytes of the object, or null if there is none. @throws StoreError */
  read(key: string): Promise<Buffer | null>;
}

/**
 * A fault of the store or of the network to it: it gave no answer, or not one that a store gives, so that nothing is known
 * of the object. The message names the store and, where known, operation and key.
 */
export class StoreError extends PlainError {
  override readonly name: string = 'StoreError';
  readonly outcome = 'store failed';

  /** @param message may quote what answered, which then moves no cursor and hides no word */
  constructor(message: string, options: ErrorOptions = {}) {
    super(toPlain(message), options);
  }
}

/** The store works, but one object in it is damaged. */
export class CorruptObject extends StoreError {
  override readonly name = 'CorruptObject';
  readonly kind: 'missing' | 'bad';

  constructor(
    /** Of the object, or of the first one that shows the damage. */
    readonly key: string,
    message: string,
    { kind = 'bad', ...options }: ErrorOptions & { readonly kind?: 'missing' | 'bad' } = {},
  ) {
    super(message, options);
    this.kind = kind;
  }
}

/** The store works and gives the file as it was published, but the gateway cannot read it, or the tree lacks it. */
export class UnreadableFile extends StoreError {
  override readonly name = 'UnreadableFile';

  constructor(
    readonly path: TreePath,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}
