/** What a verification is told: where to look, whom to trust, how much to read. */

import type { TrustedKeys } from '../wire/pointer.ts';
import type { Sample } from './sample.ts';
import type { VerifySource } from './source.ts';

export interface VerifyOptions {
  readonly source: VerifySource;
  /** null: hashes are checked, and nothing proves who made them. */
  readonly trusted: TrustedKeys | null;
  /** A pointer of a lower sequence is an old one replayed; null where none was told or seen. */
  readonly sequenceMin: number | null;
  readonly now: Date;
  /** null: everything. */
  readonly sample: Sample | null;
  /** `auto`: through the pointer where there is one. */
  readonly mode: 'auto' | 'pointer' | 'stable';
  /** Reads at once. */
  readonly atOnce: number;
  readonly onProgress?: (done: number, total: number) => void;
}
