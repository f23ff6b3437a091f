/**
 * Checks a published release as a stranger would: who signed it and how fresh it is, then every text of its manifest,
 * and then every file or a sample. It trusts nothing but the public keys that it was given.
 */

import { releaseOf } from '../wire/release/manifest.ts';
import { POINTER_KEY } from '../wire/release/pointer.ts';
import { checkFiles, findOthers } from './files.ts';
import { VerifyFindings } from './findings.ts';
import { checkKept } from './kept.ts';
import type { VerifyOptions } from './options.ts';
import { findWanted } from './pointer.ts';
import { checkReadable } from './readable.ts';
import type { VerifyReport } from './report.ts';

/** @throws StoreError if the target does not answer, which says nothing about the release */
export function verifyTarget(options: VerifyOptions): Promise<VerifyReport> {
  return verifyParts(options, { isLoaded: true });
}

/** As `verifyTarget`, but does not ask whether a gateway could read the files, which nobody could mend in a store. */
export function verifyObjects(options: VerifyOptions): Promise<VerifyReport> {
  return verifyParts(options, { isLoaded: false });
}

async function verifyParts(
  options: VerifyOptions,
  { isLoaded }: { readonly isLoaded: boolean },
): Promise<VerifyReport> {
  const { source, trusted, sample, mode } = options;
  const pointerBytes = await source.read(POINTER_KEY);
  const findings = new VerifyFindings();
  const wanted = await findWanted(options, pointerBytes, findings);
  const root = wanted === null ? null : await checkFiles(options, wanted, findings);
  const pointer = wanted?.pointer ?? null;
  const kept = options.isAll === true && pointer !== null ? await checkKept(options, pointer, findings) : null;
  const isWhole = sample === null || sample.files >= findings.counts.files;
  if (isWhole && wanted !== null && root !== null) await findOthers(source, wanted, findings);
  // No gateway reads the copies at the stable addresses, which have no indexes. A sample reads no more than it says.
  const isRead = isLoaded && sample === null && root !== null && wanted?.through === 'pointer';
  if (isRead && pointer !== null) await checkReadable(options, pointer, findings);
  const claim = `it claims to be signed by key ${pointer?.key}; that public key was not given`;
  return {
    target: source.name,
    through: wanted?.through ?? (mode === 'stable' ? 'stable' : 'pointer'),
    release: root === null || wanted === null ? null : releaseOf(wanted.root, root),
    pointer,
    key: trusted === null ? null : (pointer?.key ?? null),
    seed: sample !== null && sample.files < findings.counts.files ? sample.seed : null,
    kept,
    counts: findings.counts,
    faults: findings.faults,
    others: findings.others,
    othersCount: findings.othersCount,
    notes: trusted === null && pointer?.key ? [claim] : [],
  };
}
