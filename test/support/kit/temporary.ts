/**
 * Makes one folder for everything that the tests write, and deletes it when they have ended. If the machine has a file
 * system in memory, the folder lies there: the program flushes each file, and on a disk the tests mostly wait for that.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The trees and archives of test files that run at the same time need about a third of this. */
const BYTES_MIN = 2n * 1024n ** 3n;

/** If TMPDIR is set, the folder is made there. */
export function setup(): () => void {
  const parent = process.env.TMPDIR === undefined && hasRoom(MEMORY) ? MEMORY : tmpdir();
  const left = bytesLeft(parent);
  if (left < BYTES_MIN) {
    const words = `${parent} has ${left / 1024n ** 2n} MiB left, and the tests need ${BYTES_MIN / 1024n ** 2n} MiB`;
    throw new Error(`${words}: make room, or set TMPDIR to a folder with more`);
  }
  const folder = mkdtempSync(join(parent, 'ratetree-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(folder: string): boolean {
  return existsSync(folder) && bytesLeft(folder) >= BYTES_MIN;
}

function bytesLeft(folder: string): bigint {
  const { bavail, bsize } = statfsSync(folder, { bigint: true });
  return bavail * bsize;
}
