/** Checks objects of a release against what its manifest says: one object, or all files that a leaf lists. */

import { hasStableAddress, questionOf } from '../../wire/answers/page.ts';
import { textKey } from '../../wire/release/keys.ts';
import { type FileEntry, keyOf } from '../../wire/release/manifest.ts';
import { type Texts, textsIn } from '../../wire/release/manifest-nodes.ts';
import type { Objects } from '../../wire/release/tree-file.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { Wanted } from './pointer.ts';
import type { VerifyFindings } from './report.ts';
import type { VerifySource } from './source.ts';

export type Read = VerifySource['read'];
export type Through = Wanted['through'];
/** Of a text that is named by its hash alone the size is not stated. */
type Expected = Pick<FileEntry, 'sha256'> & { readonly bytes: number | null } & Partial<Pick<FileEntry, 'path'>>;

export async function checkObject(
  read: Read,
  key: string,
  { sha256, bytes: size, path }: Expected,
  findings: VerifyFindings,
): Promise<void> {
  findings.named.add(key);
  const bytes = await read(key);
  findings.counts.bytesChecked += bytes?.length ?? 0;
  if (bytes === null) findings.fault('missing', key, '', path);
  else if (size !== null && bytes.length !== size)
    findings.fault('bad', key, `${bytes.length} bytes, not ${size}`, path);
  else if (hashOf(bytes) !== sha256) findings.fault('bad', key, `its SHA-256 is ${hashOf(bytes)}, not ${sha256}`, path);
}

/** Does nothing for a file that cannot be read that way. */
export async function checkFile(
  read: Read,
  through: Through,
  entry: FileEntry,
  findings: VerifyFindings,
): Promise<void> {
  const key = addressOf(through, entry);
  if (key === null) return;
  await checkObject(read, key, entry, findings);
  findings.counts.filesChecked++;
}

/** The key at which the file is read, or null if it has none there. */
export function addressOf(through: Through, entry: FileEntry): string | null {
  if (through === 'pointer') return keyOf(entry);
  if (through === 'gateway') return questionOf(entry.path);
  return hasStableAddress(entry.path) ? entry.path : null;
}

/** Counts the texts that are good, and notes the keys of all. */
export function countingTexts(objects: Objects, findings: VerifyFindings): Texts {
  const texts = textsIn({ ...objects, name: '' });
  return {
    read: async (sha256) => {
      findings.named.add(textKey(sha256));
      const text = await texts.read(sha256);
      findings.counts.manifestsChecked++;
      return text;
    },
  };
}
