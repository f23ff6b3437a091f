/** Writes objects that never change, and counts those that the store did not have yet. */
import type { ObjectFacts, ObjectStore } from '../../store/store.ts';

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
