/** What a verification has found so far: each faulty object once, and how much was checked. */

import type { TreePath } from '../../wire/answers/paths.ts';
import { textKey } from '../../wire/release/keys.ts';
import { ManifestFault } from '../../wire/release/manifest-nodes.ts';
import { KeySet } from '../objects/key-set.ts';
import { inOneLine } from '../pointer/published.ts';
import type { VerifyFault } from './report.ts';

const OTHERS_NAMED_MAX = 1000;

export class VerifyFindings {
  /** The first objects that the release does not name and that may belong to another release, and how many there are. */
  readonly others: string[] = [];
  othersCount = 0;
  /** Objects that the release names. */
  readonly named = new KeySet();
  readonly counts = { files: 0, filesChecked: 0, bytesChecked: 0, manifestsChecked: 0, archiveChecked: 0 };
  readonly #faults = new Map<string, VerifyFault>();

  get faults(): readonly VerifyFault[] {
    return [...this.#faults.values()];
  }

  /** Of a release whose every file is new, the release before has a million others. */
  other(key: string): void {
    if (++this.othersCount <= OTHERS_NAMED_MAX) this.others.push(key);
  }

  fault(kind: VerifyFault['kind'], key: string, why: string, path?: TreePath): void {
    if (!this.#faults.has(key)) this.#faults.set(key, { kind, key, ...(path !== undefined && { path }), why });
  }

  /** Notes a fault of a manifest text, and throws any other error again. */
  manifestFault(error: unknown): void {
    if (!(error instanceof ManifestFault)) throw error;
    this.fault(error.kind, textKey(error.sha256), error.kind === 'bad' ? error.message : '');
  }

  /** Returns the parsed object, or null, and notes a fault, if it cannot be parsed. */
  parsed<Value>(key: string, parse: () => Value, kind: VerifyFault['kind'] = 'bad'): Value | null {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.fault(kind, key, inOneLine(error));
      return null;
    }
  }
}
