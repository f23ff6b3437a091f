/** Trees that the test files of a run share, and read without writing to them. */
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the folder of the tree. The first test file of a run that asks for it makes it; test/support/kit/temporary.ts
 * deletes it with everything else that the run wrote.
 */
export async function sharedTree(name: string, make: (outDir: string) => Promise<unknown>): Promise<string> {
  const shared = join(tmpdir(), name);
  if (existsSync(shared)) return shared;
  const made = mkdtempSync(`${shared}-`);
  await make(made);
  return putInPlace(made, shared);
}

/** The same for what is made without waiting, such as the folders of nights. */
export function sharedFolder(name: string, make: (folder: string) => void): string {
  const shared = join(tmpdir(), name);
  if (existsSync(shared)) return shared;
  const made = mkdtempSync(`${shared}-`);
  make(made);
  return putInPlace(made, shared);
}

function putInPlace(made: string, shared: string): string {
  try {
    renameSync(made, shared);
  } catch (error) {
    // Another worker has asked at the same time, and its tree, which is the same, is there already.
    if (!existsSync(shared)) throw error;
  }
  return shared;
}
