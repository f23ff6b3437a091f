/** A disk that is soon full, which is a tmpfs of a few kilobytes or megabytes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { freshFolder } from '../banks/archives.ts';
import { afterFile } from './after-file.ts';

/**
 * Returns the folder of an empty disk of that size. Where mounting is not permitted, the test is skipped and says so.
 */
export function mountSmallDisk(size: string, { skip }: TestContext): string {
  const folder = join(freshFolder(), 'small');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    console.log('skipped: mounting a small tmpfs is not permitted here');
    skip();
  }
  afterFile(() => execFileSync('umount', [folder]));
  return folder;
}
