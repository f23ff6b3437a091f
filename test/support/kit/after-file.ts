/**
 * Tasks that clean up after a test file. vitest forgets a hook that is registered while a test runs; this list does
 * not.
 */
import { execFileSync } from 'node:child_process';

const tasks: (() => unknown)[] = [];
const folders: string[] = [];
/** Of the folders that are named on one command line. */
const AT_ONCE = 500;

/** Runs the task when the test file that is running has ended. */
export function afterFile(task: () => unknown): void {
  tasks.push(task);
}

/** Removes the folder when the test file that is running has ended, after all tasks. */
export function removeAfterFile(folder: string): void {
  folders.push(folder);
}

export function cleanUp(): void {
  for (const task of tasks.splice(0).reverse()) task();
  // Node would take three times as long for the ten thousands of small files.
  for (let some = folders.splice(0, AT_ONCE); some.length > 0; some = folders.splice(0, AT_ONCE))
    execFileSync('rm', ['-rf', ...some]);
}
