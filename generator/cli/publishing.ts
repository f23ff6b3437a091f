/** What `publish`, `rollback` and `nightly` share: the flags for signing and pruning, and what they print. */

import { Progress } from '../kit/progress.ts';
import { releaseWords } from '../release/pointer/published.ts';
import { readSigner, type Signer } from '../release/pointer/signing.ts';
import { prune } from '../release/steps/prune.ts';
import type { PublishOptions, PublishSummary } from '../release/steps/publish.ts';
import type { ObjectStore } from '../store/store.ts';
import { toCountFlag, toKeyIdFlag } from './flags.ts';
import { AT_ONCE } from './target.ts';

export interface SigningFlags {
  readonly signingKey?: string;
  readonly replaceKey?: string;
}

export const SIGNING_OPTION = ['--signing-key <file>', 'Ed25519 key in PEM (default: RATETREE_SIGNING_KEY)'] as const;

export const REPLACE_KEY_OPTION = [
  '--replace-key <id>',
  'the id of the key that signed the pointer in force, to go on with another key or none',
  toKeyIdFlag,
] as const;

export const LIFT_HOLD_OPTION = ['--lift-hold', 'publish although a rollback holds, and end the hold'] as const;

export const KEEP_OPTION = [
  '--keep <releases>',
  'then delete all but this many of the newest releases (default: keep all)',
  toCountFlag,
] as const;

/** What writing a pointer takes, whichever command does it. */
export type PublishSteps = Pick<PublishOptions, 'store' | 'signer' | 'replaceKey' | 'now' | 'atOnce' | 'onProgress'>;

export function toSteps(store: ObjectStore, signer: Signer | null, { replaceKey }: SigningFlags): PublishSteps {
  const progress = new Progress(process.stderr, () => performance.now(), '');
  const onProgress: PublishOptions['onProgress'] = (part, done, total) => progress.step(part, done, total);
  return { store, signer, replaceKey, now: () => new Date(), atOnce: AT_ONCE, onProgress };
}

/** Returns null, and warns on standard error, if there is no key: an unsigned release proves nothing. */
export function toSigner({ signingKey }: SigningFlags): Signer | null {
  const signer = readSigner(signingKey ?? null, process.env);
  if (signer === null) console.error('no signing key: the pointer is not signed, so it does not prove who published');
  return signer;
}

export async function pruneTo({ store, onProgress }: PublishSteps, keep: number | undefined): Promise<void> {
  if (keep === undefined) return;
  const { releases, objects, left: undeleted } = await prune(store, keep, onProgress);
  for (const line of undeleted) console.error(`no file of an archive is deleted: ${line}`);
  for (const record of releases) console.error(`deleted ${releaseWords(record)}`);
  if (objects > 0) console.error(`deleted ${objects} objects of ${releases.length} older releases`);
}

/** Prints the release that is now in force, as a line for people and, on request, as a line of JSON. */
export function printRelease(store: ObjectStore, summary: PublishSummary, isJson: boolean): void {
  const { objects, bytes, copied, removed, isNew } = summary;
  if (summary.expired !== null) console.error(summary.expired);
  const what = isNew ? `${objects} objects, ${bytes} bytes` : 'nothing new, the pointer signed again';
  console.log(`${releaseWords(summary)} is in force: ${what}; ${copied} stable copies, ${removed} removed`);
  if (isJson)
    console.log(
      JSON.stringify({ ...summary, requests: store.requests, seconds: Math.round(performance.now()) / 1000 }),
    );
}
