/** JSON files of a tree → typed values. Files that a new release leaves unchanged are neither read nor parsed again. */
import type { z } from 'zod';
import type { TreePath } from '../answers/paths.ts';
import { type Tree, UnreadableFile } from './served-tree.ts';

/**
 * Files of one kind. Parsing an index of seven thousand dates takes some milliseconds, and there are dozens of them.
 */
export class TreeFiles<Parsed> {
  readonly #schema: z.ZodType<Parsed>;
  readonly #held = new Map<TreePath, { readonly sha256: string; readonly parsed: Parsed }>();

  constructor(schema: z.ZodType<Parsed>) {
    this.#schema = schema;
  }

  /** @throws StoreDown, and UnreadableFile if the file is missing or is not what the generator writes */
  async read(tree: Tree, path: TreePath): Promise<Parsed> {
    const parsed = await this.readIfThere(tree, path);
    if (parsed === null) throw new UnreadableFile(path, `the tree has no ${path}`);
    return parsed;
  }

  /** Resolves to null if there is no such file. @throws StoreDown, and UnreadableFile */
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

/** The file's bytes; null if the tree has no such file. @throws StoreDown */
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
