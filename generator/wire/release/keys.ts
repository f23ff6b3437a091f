/** Addresses in a bucket, as pure text. */

import type { TreePath } from '../answers/paths.ts';
import { hashOf } from '../words/hash.ts';
import { InputError } from '../words/input-error.ts';

export interface BucketAddress {
  readonly bucket: string;
  /** Either empty or ending in '/'. */
  readonly prefix: string;
}

/** @param text of the form `s3://bucket/prefix` @throws InputError naming the fix */
export function parseBucketAddress(text: string): BucketAddress {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined) throw new InputError(`not an address of a bucket: ${text}; write s3://BUCKET/PREFIX`);
  const trimmed = prefix.replace(/^\/+|\/+$/g, '');
  return { bucket, prefix: trimmed === '' ? '' : `${trimmed}/` };
}

export const NOTES = 'notes/';
/** What a night has made and has not put into force. No reader needs it to answer. */
export const DRAFT_KEY = `${NOTES}draft.json`;

export const OBJECTS = 'objects/';
/** Below this prefix of a store lies its log. */
export const LOG = 'log/';
export const CHECKPOINT_KEY = `${LOG}checkpoint`;
export const ARCHIVE = 'archive/';
/** The documents behind figures. They lie below the archive, because whatever keeps it private keeps them private too. */
export const DOCUMENTS = `${ARCHIVE}documents/`;
/** Of each release the pointer that put it into force first, and the newest one, by their sequence. */
export const POINTER_COPIES = 'pointers/';

/** Which release the copies at the stable addresses are of. */
export const COPIES_KEY = `${POINTER_COPIES}copies.json`;

/** Padded with zeros, so that the order of keys is the order of sequences. */
export const pointerCopyKey = (sequence: number) => `${POINTER_COPIES}${`${sequence}`.padStart(10, '0')}.json`;

/** The text of a manifest, which is the only one with this hash. */
export const textKey = (sha256: string) => `${OBJECTS}${sha256.slice(0, 2)}/${sha256}`;

/**
 * The bytes of a file. Files at two paths are two objects even if their bytes are equal: what a dropped release alone
 * needs is then found by comparing manifests place by place, without reading all that the others name.
 */
export const fileKey = (path: TreePath, sha256: string) => placedKey(sha256, hashOf(path));
/** @param place the hash of the path */
const placedKey = (sha256: string, place: string) => `${textKey(sha256)}-${place.slice(0, 16)}`;

/** A file of the archive, its list, or a text of the state: none of them needs to be public. */
export const archiveKey = (sha256: string) => `${ARCHIVE}${sha256}`;

/** The pointer, the log of releases, and the texts of manifests: what leads from a figure to a signature, without figures. */
const OF_PROOFS =
  /^(?:current\.json|log\/checkpoint|log\/tile\/(?:entries|\d{1,2})(?:\/x\d{3})*\/\d{3}(?:\.p\/\d{1,3})?|objects\/[0-9a-f]{2}\/[0-9a-f]{64})$/;

/** Whether a gateway passes the object on, so that who is given figures can prove them. */
export function isOfProofs(key: string): boolean {
  return OF_PROOFS.test(key);
}

/** The hash of what lies at the key, if it is named by that alone; null for other objects. */
export function hashInKey(key: string): string | null {
  return /^objects\/..\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}

/** The end of the name of a document's bytes, and of what says how they were fetched. */
export const DOCUMENT_ENDS = { bytes: '.gz', recording: '.json' } as const;

/**
 * Where the document behind a row of the archive lies, without the end of the name: by the day on which the row saw it.
 * The documents of a day are found and deleted together.
 */
export const documentKey = (provider: string, seen: string, sha256: string) =>
  `${DOCUMENTS}${seen.slice(0, 10)}/${provider}/${sha256}`;
