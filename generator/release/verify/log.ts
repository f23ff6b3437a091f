/** Checks the log of a store as a monitor would: every entry, every tile, who signed it, and that it was only added to. */

import { CHECKPOINT_KEY } from '../../wire/release/keys.ts';
import { POINTER_KEY, parsePointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { leafHash, rootOf } from '../log/merkle.ts';
import { type Checkpoint, parseCheckpoint, parseLeaf } from '../log/note.ts';
import { LogForked, newFiles, readEntries } from '../log/tiles.ts';
import { type Judged, judgeSigners, type Trust } from '../log/witness.ts';
import type { VerifySource } from './source.ts';

interface LogReport {
  /** Null if there is none that can be read. */
  readonly checkpoint: Checkpoint | null;
  readonly signers: string;
  /** Where the release in force is, from 0; null if it is not in the log. */
  readonly position: number | null;
  readonly faults: readonly string[];
}

/** @param kept a checkpoint that was kept from an earlier day @throws StoreError if the store does not answer */
export async function checkLog(source: VerifySource, trust: Trust, kept: Checkpoint | null): Promise<LogReport> {
  const found = await source.read(CHECKPOINT_KEY);
  const faults: string[] = [];
  const none = { checkpoint: null, signers: '', position: null, faults };
  if (found === null) return { ...none, faults: [`${CHECKPOINT_KEY} is missing: there is no log, or it is hidden`] };
  try {
    const checkpoint = parseCheckpoint(found.toString('utf8'));
    const judged: Judged = judgeSigners(checkpoint, trust);
    faults.push(...judged.faults);
    const entries = await readEntries(source.read, checkpoint.size);
    faults.push(...(await faultsIn(source, checkpoint, entries)), ...rewritten(kept, checkpoint, entries));
    const pointer = await source.read(POINTER_KEY);
    const root = pointer === null ? null : parsePointer(pointer.toString('utf8')).root;
    const position = entries.findIndex((entry) => parseLeaf(`${entry}`)?.root === root);
    if (position === -1) faults.push(`the release that ${POINTER_KEY} names is not in the log`);
    return { checkpoint, signers: judged.words, position: position === -1 ? null : position, faults };
  } catch (error) {
    if (!(error instanceof InputError || error instanceof LogForked)) throw error;
    return { ...none, faults: [...faults, `${CHECKPOINT_KEY}: ${error.message}`] };
  }
}

async function faultsIn({ read }: VerifySource, { root }: Checkpoint, entries: readonly Buffer[]) {
  const faults: string[] = [];
  const leaves = entries.map(leafHash);
  if (!rootOf(leaves).equals(root)) faults.push('the entries are not those that the checkpoint signs');
  for (const { key, bytes } of newFiles(0, entries, leaves)) {
    if ((await read(key))?.equals(bytes) !== true) faults.push(`${key} is missing, or not what the entries make`);
  }
  for (const [place, entry] of entries.entries())
    if (parseLeaf(`${entry}`) === null) faults.push(`entry ${place} is not a release`);
  return faults;
}

function rewritten(kept: Checkpoint | null, now: Checkpoint, entries: readonly Buffer[]): readonly string[] {
  if (kept === null) return [];
  if (kept.origin !== now.origin)
    return [`the checkpoint kept is of the log ${kept.origin}, and this is ${now.origin}`];
  const isSame = kept.size <= now.size && rootOf(entries.slice(0, kept.size).map(leafHash)).equals(kept.root);
  return isSame ? [] : [`the log was rewritten: its first ${kept.size} entries are not those of the checkpoint kept`];
}
