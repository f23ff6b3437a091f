/**
 * Files of a folder that lie only elsewhere, because a run on an empty disk needs few of them. In such a file's place
 * is a line with its hash and size, so that the folder can be listed; it is fetched when it is read.
 */

import { InputError } from '../wire/words/input-error.ts';
import { readIfThere } from './files.ts';

const LINE = /^ratetree-elsewhere ([0-9a-f]{64}) (\d+)\n$/;
const START = Buffer.from('ratetree-elsewhere ');

export interface Elsewhere {
  readonly sha256: string;
  readonly bytes: number;
}

export function elsewhereText(sha256: string, bytes: number): string {
  return `ratetree-elsewhere ${sha256} ${bytes}\n`;
}

/** Null for a file that is here. */
export function parseElsewhere(content: Buffer): Elsewhere | null {
  if (!content.subarray(0, START.length).equals(START)) return null;
  const [, sha256, bytes] = LINE.exec(content.toString('latin1')) ?? [];
  return sha256 === undefined || bytes === undefined ? null : { sha256, bytes: JSON.parse(bytes) };
}

/** Puts the file at the path in place of the line. */
export type FetchFile = (path: string, elsewhere: Elsewhere) => void;

const fetching = new Map<string, FetchFile>();

/** Files of the folder are fetched while the work is done. */
export async function withElsewhere<Result>(
  dir: string,
  fetch: FetchFile,
  work: () => Promise<Result>,
): Promise<Result> {
  fetching.set(dir, fetch);
  try {
    return await work();
  } finally {
    fetching.delete(dir);
  }
}

/** The content of a file, wherever it lies; null if there is none. @throws InputError if nobody can fetch it */
export function readWherever(path: string): Buffer | null {
  const content = readIfThere(path);
  const elsewhere = content === null ? null : parseElsewhere(content);
  if (elsewhere === null) return content;
  const [, fetch] = [...fetching].find(([dir]) => path.startsWith(dir)) ?? [];
  if (fetch !== undefined) fetch(path, elsewhere);
  const fetched = fetch === undefined ? null : readIfThere(path);
  if (fetched !== null && parseElsewhere(fetched) === null) return fetched;
  throw new InputError(`${path} lies only in the store: "ratetree nightly --whole" fetches the whole archive`);
}
