/** The options of a verification: where to look, which keys to trust, how much to read. */

import type { TrustedKeys } from '../wire/release/pointer.ts';
import type { Sample } from './sample.ts';
import type { VerifySource } from './source.ts';

export interface VerifyOptions {
  readonly source: VerifySource;
  /** If null, hashes are checked, but nothing proves who made them. */
  readonly trusted: TrustedKeys | null;
  /** A pointer with a lower sequence is an old one that is replayed. Null if no sequence was given or seen. */
  readonly sequenceMin: number | null;
  readonly now: Date;
  /** Null to check everything. */
  readonly sample: Sample | null;
  /** True to check every release that is kept, and not only the one in force. */
  readonly isAll?: boolean;
  /** `auto` goes through the pointer if there is one. */
  readonly mode: 'auto' | 'pointer' | 'stable';
  /** How many reads may be in flight. */
  readonly atOnce: number;
  /** The threads that check the files of a folder. Without them, and for smaller releases, this one does. */
  readonly threads?: { readonly count: number; readonly filesMin: number };
  readonly onProgress?: (part: string, done: number, total: number) => void;
}
