/**
 * Makes one folder for everything that the tests write, and deletes it when they have ended. If the machine has a file
 * system in memory, the folder lies there: the program flushes each file, and on a disk the tests mostly wait for that.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The trees and archives of test files that run at the same time need about a third of this. */
const BYTES_MIN = 2 * 1024 ** 3;

/** If TMPDIR is set, the folder is made there. */
export function setup(): () => void {
  const parent = process.env.TMPDIR === undefined && hasRoom(MEMORY) ? MEMORY : tmpdir();
  const folder = mkdtempSync(join(parent, 'ratetree-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= BYTES_MIN;
}
