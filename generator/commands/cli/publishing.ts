/** What `publish`, `rollback` and `nightly` share: the flags for signing and pruning, and what they print. */

import { type Command, InvalidArgumentError } from 'commander';
import { Progress } from '../../kit/progress.ts';
import { parseWitness, type Witness } from '../../release/log/witness.ts';
import { releaseWords } from '../../release/pointer/published.ts';
import { type ReplacedKey, readSigner, type Signer } from '../../release/pointer/signing.ts';
import { prune } from '../../release/publish/prune.ts';
import type { PublishOptions, PublishSummary } from '../../release/publish/publish.ts';
import type { ObjectStore } from '../../release/store/store.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { toCountFlag, toReplacedKeyFlag } from './flags.ts';

export interface SigningFlags {
  readonly signingKey?: string;
  readonly replaceKey?: ReplacedKey;
  readonly log?: string;
  readonly witness?: readonly Witness[];
  readonly witnessQuorum?: number;
}

export const SIGNING_OPTION = ['--signing-key <file>', 'Ed25519 key in PEM (default: RATETREE_SIGNING_KEY)'] as const;

export const REPLACE_KEY_OPTION = [
  '--replace-key <file>',
  'the public key that signed the pointer in force, to go on with another key or none; "none" if nobody signed it',
  toReplacedKeyFlag,
] as const;

/** The flags by which releases are logged. */
export function withLogOptions(command: Command): Command {
  return command
    .option('--log <name>', 'log releases; name the log by its address, as rates.example/log', toLogName)
    .option(
      '--witness <key@url>',
      'a witness of the log; repeat the flag for several',
      (text: string, named: readonly Witness[] = []) => [...named, parseWitness(text)],
    )
    .option('--witness-quorum <number>', 'how many of them must sign (default: more than half)', toCountFlag);
}

function toLogName(text: string): string {
  if (/^[\w-]+(\.[\w-]+)*(:\d+)?(\/[\w.~-]+)*$/.test(text)) return text;
  throw new InvalidArgumentError('It must be an address without https:// and without a slash at its end.');
}

export const LIFT_HOLD_OPTION = ['--lift-hold', 'publish although a rollback holds, and end the hold'] as const;

export const KEEP_OPTION = [
  '--keep <releases>',
  'then delete all but this many of the newest releases (default: keep all)',
  toCountFlag,
] as const;

/** What writing a pointer takes, whichever command does it. */
export type PublishSteps = Pick<
  PublishOptions,
  'store' | 'signer' | 'replaceKey' | 'keptIn' | 'now' | 'say' | 'onProgress' | 'log'
>;

/** @param say gets one line about a draft that is ignored because nobody who is trusted signed it */
export function toSteps(
  store: ObjectStore,
  signer: Signer | null,
  flags: SigningFlags & { readonly archive?: string },
  say: (line: string) => void = console.error,
): PublishSteps {
  const { replaceKey, archive: keptIn, log: origin = null, witness: witnesses = [] } = flags;
  const log = { origin, witnesses, quorum: flags.witnessQuorum ?? halfOf(witnesses.length) };
  const progress = new Progress(process.stderr, () => performance.now(), '');
  const onProgress: PublishOptions['onProgress'] = (part, done, total) => progress.step(part, done, total);
  if (replaceKey === 'none' && signer === null)
    throw new InputError('--replace-key none is for who signs from now on: give the key with --signing-key');
  // Said before anything is written: a log that begins in the end would leave a store without a pointer.
  if (origin !== null && signer === null)
    throw new InputError('--log is for releases that are signed: give the key with --signing-key');
  const told = new Set<string>();
  const sayOnce = (line: string) => {
    if (!told.has(line)) say(line);
    told.add(line);
  };
  return { store, signer, replaceKey, keptIn, now: () => new Date(), onProgress, log, say: sayOnce };
}

/** Of three witnesses two, of none none. */
function halfOf(witnesses: number): number {
  return witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1;
}

/** Returns null, and warns on standard error, if there is no key: an unsigned release proves nothing. */
export function toSigner({ signingKey }: SigningFlags): Signer | null {
  const signer = readSigner(signingKey ?? null, process.env);
  if (signer === null) console.error('no signing key: the pointer is not signed, so it does not prove who published');
  return signer;
}

export async function pruneTo(steps: PublishSteps, keep: number | undefined): Promise<void> {
  if (keep === undefined) return;
  const { store, onProgress } = steps;
  const { releases, objects, left: undeleted } = await prune(store, steps, keep, onProgress);
  for (const line of undeleted) console.error(`no file of an archive is deleted: ${line}`);
  for (const release of releases) console.error(`deleted ${releaseWords(release)}`);
  if (objects > 0) console.error(`deleted ${objects} objects of ${releases.length} older releases`);
}

/** Prints the release that is now in force, as a line for people and, on request, as a line of JSON. */
export function printRelease(store: ObjectStore, summary: PublishSummary, isJson: boolean): void {
  const { objects, bytes, copied, removed, isNew } = summary;
  if (summary.expired !== null) console.error(summary.expired);
  const what = isNew ? `${objects} objects, ${bytes} bytes` : 'nothing new, the pointer signed again';
  console.log(`${releaseWords(summary)} is in force: ${what}; ${copied} stable copies, ${removed} removed`);
  if (summary.log !== null) printLogged(summary.log);
  if (isJson)
    console.log(
      JSON.stringify({ ...summary, requests: store.requests, seconds: Math.round(performance.now()) / 1000 }),
    );
}

function printLogged({ origin, size, position, failures, begun }: NonNullable<PublishSummary['log']>): void {
  for (const failure of failures) console.error(failure);
  console.log(`it is entry ${position} of the ${size} of the log ${origin}`);
  if (begun !== null) console.log(`the log begins here, and its key is ${begun}`);
}
