/** The folder of a tree that a run of generate makes: copies are links, because a first run makes a million. */
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from '../../kit/files.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { FolderObjectStore } from './folder.ts';
import { temporaryIn } from './folder-files.ts';
import type { ObjectStore } from './store.ts';

export async function openWorkFolder(folder: string): Promise<ObjectStore> {
  const store = new WorkFolder(resolve(folder), Date.now);
  await store.open(true);
  return store;
}

class WorkFolder extends FolderObjectStore {
  override copy(from: string, to: string): Promise<void> {
    return this.do('COPY', `${from} to ${to}`, async () => {
      try {
        linkOver(this.root, this.at(from), this.at(to));
      } catch (error) {
        if (!hasCode(error, 'ENOENT') || existsSync(this.at(from))) throw error;
        throw new InputError(`${to} is missing from ${this.root}: build the tree from scratch in an empty folder`);
      }
    });
  }
}

/** Gives a file another name, in place of what had that name; a copy of it where the filesystem cannot. Flushes nothing. */
export function linkOver(root: string, from: string, to: string): void {
  const staged = temporaryIn(root);
  linkOrCopy(from, staged);
  try {
    renameSync(staged, to);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    mkdirSync(dirname(to), { recursive: true });
    renameSync(staged, to);
  } finally {
    // Of two names of the same file, rename(2) leaves both.
    rmSync(staged, { force: true });
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    copyFileSync(from, to);
  }
}
