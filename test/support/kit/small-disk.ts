/** Disks of tests, which are mounts of tmpfs: one of a few kilobytes that is soon full, and one that is read-only. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { freshFolder } from '../banks/archives.ts';
import { afterFile } from './after-file.ts';

/**
 * Returns the folder of an empty disk of that size. Where mounting is not permitted, the test is skipped and says so.
 */
export function mountSmallDisk(size: string, context: TestContext): string {
  return mount(`size=${size}`, context);
}

/** Returns an empty folder that nobody may write, not even root, who may write whatever its rights are. */
export function mountReadOnlyDisk(context: TestContext): string {
  return mount('ro', context);
}

function mount(options: string, { skip }: TestContext): string {
  const folder = join(freshFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    console.log('skipped: mounting a small tmpfs is not permitted here');
    skip();
  }
  afterFile(() => execFileSync('umount', [folder]));
  return folder;
}
