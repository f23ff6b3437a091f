/** Addresses in a bucket, as pure text. */
import { InputError } from './input-error.ts';
import type { TreePath } from './paths.ts';

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

export const releaseKey = (release: string, path: TreePath | 'release.json') => `releases/${release}/${path}`;
export const manifestKey = (sha256: string) => `manifests/${sha256}`;
export const archiveKey = (sha256: string) => `archive/${sha256}`;
