/** What a verification has met so far: each object that is at fault once, and how much was looked at. */

import { manifestKey } from '../wire/keys.ts';
import { ManifestFault } from '../wire/manifest-nodes.ts';
import type { Fault } from './report.ts';

export class Findings {
  /** Objects that the release does not name and that may be another's. */
  readonly others: string[] = [];
  /** Objects that the release names. */
  readonly named = new Set<string>();
  readonly counts = { files: 0, filesChecked: 0, bytesChecked: 0, manifestsChecked: 0, archiveChecked: 0 };
  readonly #faults = new Map<string, Fault>();

  get faults(): readonly Fault[] {
    return [...this.#faults.values()];
  }

  fault(kind: Fault['kind'], key: string, why: string): void {
    if (!this.#faults.has(key)) this.#faults.set(key, { kind, key, why });
  }

  /** Notes what is wrong with a text of the manifest; any other error is not its to keep. */
  manifestFault(error: unknown): void {
    if (!(error instanceof ManifestFault)) throw error;
    this.fault(error.kind, manifestKey(error.sha256), error.kind === 'bad' ? error.message : '');
  }

  /** What the object says, or null and a fault where it is not what it should be. */
  parsed<Value>(key: string, parse: () => Value): Value | null {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.fault('bad', key, error.message.replaceAll(/\s+/g, ' ').slice(0, 200));
      return null;
    }
  }
}
