/** Writes objects that never change, and counts those that the store did not have yet. */
import type { ObjectFacts, ObjectStore } from '../store/store.ts';
import { KeySet } from './key-set.ts';

export class Uploads {
  objects = 0;
  bytes = 0;

  constructor(readonly store: ObjectStore) {}

  /** Leaves an object that exists as it is: its key stands for its content. */
  async create(key: string, content: Buffer, facts: ObjectFacts): Promise<void> {
    if ((await this.store.create(key, content, facts)) === 'exists') return;
    this.objects++;
    this.bytes += content.length;
  }
}

/**
 * Keys and sizes of the files that a killed run has uploaded. They are written create-only, so an object of full size
 * is right.
 */
export async function heldFiles(store: ObjectStore, release: string): Promise<HeldFiles> {
  const held = new KeySet();
  const nameOf = (key: string, bytes: number) => `${bytes} ${key}`;
  for await (const { key, bytes } of store.list(`releases/${release}/`)) held.add(nameOf(key, bytes));
  return { has: (key, bytes) => held.size > 0 && held.has(nameOf(key, bytes)) };
}

interface HeldFiles {
  has(key: string, bytes: number): boolean;
}
