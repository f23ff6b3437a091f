/** The folder of a tree that a run of generate makes: copies are links, of which a first run makes a million. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasCode } from '../kit/files.ts';
import { InputError } from '../wire/words/input-error.ts';
import { FolderObjectStore } from './folder.ts';
import { linkOver } from './folder-files.ts';
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
        throw new InputError(`${to} is missing from ${this.root}: build the tree from nothing in an empty folder`);
      }
    });
  }
}
