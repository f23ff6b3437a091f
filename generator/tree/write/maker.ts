/** Makes the files of works, one work after another. */
import { setImmediate } from 'node:timers/promises';
import type { Reference } from '../../wire/release/manifest.ts';
import type { TreeObjects } from '../read/objects.ts';
import { filesOf, type Work } from '../render/work.ts';
import type { TreeWriter } from './tree-writer.ts';

/** So many works take some tens of milliseconds. */
const WORKS_BETWEEN_PAUSES = 16;

export class Maker {
  #given = 0;

  constructor(
    readonly objects: TreeObjects,
    readonly writer: TreeWriter,
  ) {}

  /**
   * Returns what lists the files; null if there are none. It pauses now and then, so that a signal that stops the night is
   * heard within a moment and not after the hundreds of thousands of files of a first run. @throws DamagedObject
   */
  async make(work: Work): Promise<Reference | null> {
    if (++this.#given % WORKS_BETWEEN_PAUSES === 0) await setImmediate();
    return this.writer.putAll(filesOf(work, this.objects), work.digest);
  }
}
