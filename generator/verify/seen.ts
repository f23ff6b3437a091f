/**
 * The highest sequence that a verifier has seen at a target, so that the next run finds out an old release shown again. One
 * small file a target, below a folder that git ignores.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../kit/files.ts';
import { hashOf } from '../wire/hash.ts';

/**
 * What a trusted key has signed and what was merely there are kept apart: anybody could write a pointer of a huge sequence,
 * and every honest one after it would be refused.
 */
const remembered = z.object({
  target: z.string(),
  signed: z.int().positive().nullable(),
  seen: z.int().positive().nullable(),
});
type Remembered = z.infer<typeof remembered>;

/** @param isProven whether a trusted key must have signed it @throws Error naming the file when it is not what was written */
export function readRemembered(dir: string, target: string, isProven: boolean): number | null {
  const { signed, seen } = read(dir, target);
  return isProven ? signed : highest(signed, seen);
}

export function writeRemembered(dir: string, target: string, sequence: number, isProven: boolean): void {
  const before = read(dir, target);
  const signed = isProven ? highest(before.signed, sequence) : before.signed;
  const text = `${JSON.stringify({ target, signed, seen: highest(before.seen, sequence) } satisfies Remembered)}\n`;
  const file = fileOf(dir, target);
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function read(dir: string, target: string): Remembered {
  const file = fileOf(dir, target);
  try {
    return remembered.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return { target, signed: null, seen: null };
    throw new Error(`${file} is not what verify wrote: remove it, and give the last sequence with --sequence`, {
      cause,
    });
  }
}

function fileOf(dir: string, target: string): string {
  return join(dir, `${hashOf(target).slice(0, 16)}.json`);
}

function highest(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}
