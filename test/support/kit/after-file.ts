/**
 * Tasks that clean up after a test file. vitest forgets a hook that is registered while a test runs; this list does
 * not.
 */
const tasks: (() => unknown)[] = [];

/** Runs the task when the test file that is running has ended. */
export function afterFile(task: () => unknown): void {
  tasks.push(task);
}

export function cleanUp(): void {
  for (const task of tasks.splice(0).reverse()) task();
}
