/**
 * Checks a published release as a stranger would: who signed it and how fresh it is, then every text of its manifest, then
 * every file, or some of them. It believes nothing but the public keys that it was given.
 */

import { POINTER_KEY } from '../wire/pointer.ts';
import { checkFiles } from './files.ts';
import { Findings } from './findings.ts';
import type { VerifyOptions } from './options.ts';
import { findWanted } from './pointer.ts';
import type { VerifyReport } from './report.ts';
import { isTree, verifyTree } from './tree.ts';

/** @throws StoreError when the target does not answer: that says nothing about what lies there */
export async function verifyTarget(options: VerifyOptions): Promise<VerifyReport> {
  const { source, trusted, sample, mode } = options;
  const pointerBytes = await source.read(POINTER_KEY);
  // A tree that nobody published cannot be what somebody signed.
  if (pointerBytes === null && mode === 'auto' && trusted === null && isTree(source)) return verifyTree(source);
  const findings = new Findings();
  const wanted = await findWanted(options, pointerBytes, findings);
  const root = wanted === null ? null : await checkFiles(options, wanted, findings);
  const pointer = wanted?.pointer ?? null;
  const claim = `key ${pointer?.key} is said to have signed it; its public key was not given`;
  return {
    target: source.name,
    through: wanted?.through ?? (mode === 'stable' ? 'stable' : 'pointer'),
    release: root?.release ?? null,
    pointer,
    key: trusted === null ? null : (pointer?.key ?? null),
    seed: sample !== null && sample.files < findings.counts.files ? sample.seed : null,
    counts: findings.counts,
    faults: findings.faults,
    others: findings.others,
    notes: trusted === null && pointer?.key ? [claim] : [],
  };
}
