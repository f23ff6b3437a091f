/**
 * Writes a release into the log of its store, before any pointer names it: entries, tiles, the signatures of witnesses,
 * and the checkpoint last. Who is killed between leaves entries without a checkpoint, and the next publisher goes on
 * from them, because a witness may have signed them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noneIfMissing, replaceFile } from '../../kit/files.ts';
import { CHECKPOINT_KEY } from '../../wire/release/keys.ts';
import type { Released } from '../../wire/release/pointer.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { leafHash, rootOf } from '../log/merkle.ts';
import {
  type Checkpoint,
  checkpointText,
  type LoggedRelease,
  leafText,
  type NoteKey,
  noteKeyText,
  noteText,
  parseCheckpoint,
  parseLeaf,
  signersOf,
  toNoteKey,
  withSignatures,
} from '../log/note.ts';
import { ENTRIES, LogForked, newFiles, readEntries, sizeOfBundle, withLeft } from '../log/tiles.ts';
import { type Asking, cosign, type Witness } from '../log/witness.ts';
import { FACTS_OF_CHECKPOINT, FACTS_OF_TILE } from '../pointer/caching.ts';
import type { Signing } from '../pointer/flip.ts';
import { inOneLine } from '../pointer/published.ts';
import type { Signer } from '../pointer/signing.ts';
import { listFew, type ObjectStore, StoreError } from '../store/store.ts';
import { ReleaseRefused } from './trial.ts';

export interface LogOptions {
  /** The name of the log; null for that of the log that is there, or for none. */
  readonly origin: string | null;
  readonly witnesses: readonly Witness[];
  /** How many of them must sign. */
  readonly quorum: number;
  /** How they are asked. */
  readonly asking?: Asking;
}

export interface Logged {
  readonly origin: string;
  readonly size: number;
  /** The place of the release, from 0. */
  readonly position: number;
  /** A line for each witness that has not signed. */
  readonly failures: readonly string[];
  /** The key of the log as verifiers need it, if the log begins with this release; else null. */
  readonly begun: string | null;
}

const NO_OPTIONS: LogOptions = { origin: null, witnesses: [], quorum: 0 };

/**
 * Returns null for a store without a log, unless one is to begin.
 * @param named what the log says of the release
 * @param known what it may say of others: what was signed of them
 * @param keptIn the folder in which this machine keeps the last checkpoint; null to keep none
 * @throws LogForked if the log is not the one that was signed; ReleaseRefused without enough witnesses
 */
export async function logRelease(
  signing: Signing & { readonly log?: LogOptions | undefined },
  named: LoggedRelease,
  known: readonly LoggedRelease[],
  keptIn: string | null,
): Promise<Logged | null> {
  const { store, signer, log = NO_OPTIONS } = signing;
  const keptFile = keptIn === null ? null : join(keptIn, `.checkpoint-${hashOf(store.name).slice(0, 16)}`);
  const keptText = keptFile === null ? null : await readFile(keptFile, 'utf8').catch(noneIfMissing);
  const kept = keptText === null ? null : parseCheckpoint(keptText);
  const found = await store.get(CHECKPOINT_KEY);
  const place = `${store.name}${CHECKPOINT_KEY}`;
  if (found === null && log.origin === null && kept !== null)
    throw new InputError(`${place} is missing: "--log ${kept.origin}" writes it again from the entries`);
  if (found === null && log.origin === null) return null;
  if (signer === null) throw new InputError(`${place}: a log is signed: give the key with --signing-key`);
  const before = found === null ? null : parsedCheckpoint(place, found.bytes);
  const origin = log.origin ?? before?.origin ?? '';
  if (before !== null && before.origin !== origin)
    throw new InputError(`${place} is of the log ${before.origin}, not ${origin}: correct --log`);
  const key = toNoteKey(origin, signer.publicKey);
  if (before !== null) refuseOtherKey(signing, place, before, key);

  const there = await readThere(store, before, kept);
  refuseUnknown(store, there, Math.max(before?.size ?? 0, kept?.size ?? 0), [named, ...known]);
  // One that comes back has another instant, and no release is logged twice.
  const logged = there.findIndex((entry) => parseLeaf(entry.toString('utf8'))?.release === named.release);
  const entries = logged === -1 ? [...there, Buffer.from(leafText(named))] : there;
  const position = logged === -1 ? there.length : logged;
  const facts = { origin, size: entries.length, position, failures: [], begun: null };
  if (before !== null && entries.length === before.size) {
    if (keptFile !== null) await replaceFile(keptFile, before.note);
    return facts;
  }
  const { note, failures } = await grow(store, before, entries, { key, signer, log });
  if ((await store.replace(CHECKPOINT_KEY, Buffer.from(note), FACTS_OF_CHECKPOINT, found?.etag ?? null)) === 'changed')
    throw new StoreError(`${place}: another publisher was faster; run it again`);
  if (keptFile !== null) await replaceFile(keptFile, note);
  return { ...facts, failures, begun: before === null ? noteKeyText(key) : null };
}

function parsedCheckpoint(place: string, bytes: Buffer): Checkpoint {
  try {
    return parseCheckpoint(bytes.toString('utf8'));
  } catch (cause) {
    const fix = 'delete it, and --log with the name of the log writes it again from the entries';
    throw new StoreError(`${place}: ${inOneLine(cause)}; ${fix}`, { cause });
  }
}

/** @throws InputError as for the pointer: a wrong key would make a log that nobody believes */
function refuseOtherKey({ replaceKey }: Signing, place: string, { note }: Checkpoint, key: NoteKey): void {
  const replaced = replaceKey === undefined || replaceKey === 'none' ? [] : [toNoteKey(key.name, replaceKey.publicKey)];
  try {
    if (signersOf(note, [key, ...replaced]).size > 0) return;
  } catch (cause) {
    throw new LogForked(`${place}: ${inOneLine(cause)}: somebody else has changed it`, { cause });
  }
  throw new InputError(`${place} is not signed by the key given: sign with that key, or use --replace-key`);
}

/** The entries that are there. @throws LogForked if they are not those of both checkpoints */
async function readThere(
  store: ObjectStore,
  before: Checkpoint | null,
  kept: Checkpoint | null,
): Promise<readonly Buffer[]> {
  const read = async (key: string) => (await store.get(key))?.bytes ?? null;
  const signed = await readEntries(read, before?.size ?? (await largestSize(store)));
  const entries = await withLeft(read, signed);
  for (const head of [before, kept]) {
    if (head === null) continue;
    const isLess = entries.length < head.size;
    if (!isLess && rootOf(entries.slice(0, head.size).map(leafHash)).equals(head.root)) continue;
    const what = isLess ? `only ${entries.length} entries` : 'other entries';
    throw new LogForked(`${store.name}log/ has ${what} than the ${head.size} that were signed: restore a copy`);
  }
  return entries;
}

/**
 * What no checkpoint of ours covers is signed only if it is of releases that were signed: anybody who may write to the
 * store can add an entry.
 * @param signed how many entries a checkpoint covers
 * @throws LogForked naming the first entry that is of no such release
 */
function refuseUnknown(
  store: ObjectStore,
  entries: readonly Buffer[],
  signed: number,
  known: readonly LoggedRelease[],
): void {
  const texts = new Set(known.map(leafText));
  for (const [place, entry] of entries.entries()) {
    if (place < signed) continue;
    if (texts.has(entry.toString('utf8'))) continue;
    const what = `entry ${place} is of no release that was signed here, and no checkpoint covers it`;
    throw new LogForked(`${store.name}log/: ${what}: restore a copy of log/`);
  }
}

/** Of a log that has lost its checkpoint, or of none. */
async function largestSize(store: ObjectStore): Promise<number> {
  let largest = 0;
  for await (const { key } of listFew(store, ENTRIES)) largest = Math.max(largest, sizeOfBundle(key) ?? 0);
  return largest;
}

/** What the log says of a release. */
export function toLogged({ release, root, first, published }: Released): LoggedRelease {
  return { release, root, sequence: first, time: published };
}

interface LogSigner {
  readonly key: NoteKey;
  readonly signer: Signer;
  readonly log: LogOptions;
}

/** Writes what is new, and returns the checkpoint with all signatures. */
async function grow(
  store: ObjectStore,
  before: Checkpoint | null,
  entries: readonly Buffer[],
  { key, signer, log }: LogSigner,
): Promise<{ readonly note: string; readonly failures: readonly string[] }> {
  const leaves = entries.map(leafHash);
  for (const { key: at, bytes } of newFiles(before?.size ?? 0, entries, leaves)) {
    if ((await store.create(at, bytes, FACTS_OF_TILE)) === 'created') continue;
    if ((await store.get(at))?.bytes.equals(bytes) === true) continue;
    throw new LogForked(
      `${store.name}${at} has other bytes already: another publisher writes this log, or it is damaged`,
    );
  }
  const text = checkpointText(key.name, { size: entries.length, root: rootOf(leaves) });
  const own = noteText({ text, signatures: [{ name: key.name, id: key.id, bytes: signer.sign(text) }] });
  const grown = { checkpoint: parseCheckpoint(own), leaves, before };
  const { signed, failures, isAhead } = await cosign(log.witnesses, grown, log.asking);
  if (signed.length >= log.quorum) return { note: withSignatures(own, signed), failures };
  const words = `${signed.length} of ${log.quorum} witnesses have signed: ${failures.join('; ')}`;
  if (isAhead) throw new LogForked(`${store.name}log/: ${words}`);
  throw new ReleaseRefused(`${store.name}: the release is not put into force, because ${words}`);
}
