/**
 * Remembers the highest sequence that a verification has seen at a target, so that the next run detects an old release
 * that is shown again. There is one small file per target, below a folder that git ignores.
 */

import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { noneIfMissing, replaceFile } from '../../kit/files.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';

/**
 * Sequences signed by a trusted key are kept apart from those that were only seen: anyone could write an unsigned
 * pointer with a huge sequence, and every honest pointer after it would be refused.
 */
const remembered = z.object({
  target: z.string(),
  signed: z.int().positive().nullable(),
  seen: z.int().positive().nullable(),
});
type Remembered = z.infer<typeof remembered>;

/**
 * @param isProven true to count only sequences signed by a trusted key
 * @throws InputError naming the file if it is damaged
 */
export async function readRemembered(dir: string, target: string, isProven: boolean): Promise<number | null> {
  const { signed, seen } = await read(dir, target);
  return isProven ? signed : highest(signed, seen);
}

/**
 * @param isProven true if a trusted key has signed the sequence
 * @param isAnew true to forget higher sequences: a person has said that lower ones are right
 * @throws InputError as `readRemembered` does
 */
export async function writeRemembered(
  dir: string,
  target: string,
  sequence: number,
  isProven: boolean,
  isAnew = false,
): Promise<void> {
  const known = await read(dir, target);
  const before = isAnew ? { signed: isProven ? null : known.signed, seen: null } : known;
  const signed = isProven ? highest(before.signed, sequence) : before.signed;
  const text = `${JSON.stringify({ target, signed, seen: highest(before.seen, sequence) } satisfies Remembered)}\n`;
  await mkdir(dir, { recursive: true });
  await replaceFile(fileOf(dir, target), text);
}

async function read(dir: string, target: string): Promise<Remembered> {
  const file = fileOf(dir, target);
  const text = await readFile(file, 'utf8').catch(noneIfMissing);
  if (text === null) return { target, signed: null, seen: null };
  try {
    return remembered.parse(JSON.parse(text));
  } catch (cause) {
    const fix = 'remove it, and give the last sequence with --sequence';
    throw new InputError(`${file} is not what verify writes: ${fix}`, { cause });
  }
}

function fileOf(dir: string, target: string): string {
  return join(dir, `${hashOf(target).slice(0, 16)}.json`);
}

function highest(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}
