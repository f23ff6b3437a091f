/**
 * One folder for everything that the tests write, deleted when they have ended. It lies in memory where the machine has such
 * a file system: the program flushes each file to the disk, and on a disk most of the time of the tests is spent on that.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The largest trees and archives of all test files that run at once take about a third of this. */
const BYTES_MIN = 2 * 1024 ** 3;

/** Whoever sets TMPDIR decides where the folder is made. */
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
