/** What `ratetree verify` says of the log of a store, and of a proof in a file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { atPath } from '../kit/files.ts';
import { parseCheckpoint } from '../release/log/checkpoint.ts';
import type { Trust } from '../release/log/judge.ts';
import { type NoteKey, parseNoteKey } from '../release/log/note.ts';
import { checkProof } from '../release/verify/check-proof.ts';
import { checkLog } from '../release/verify/log.ts';
import { parseTrustedKeys, type TrustedKeys } from '../wire/release/pointer.ts';
import { EXIT } from '../wire/words/exit.ts';
import { toCountFlag } from './cli/flags.ts';
import { type StoreFlags, withSource } from './cli/target.ts';

export interface LogFlags extends StoreFlags {
  readonly publicKey?: readonly string[];
  readonly log?: true;
  readonly checkpoint?: string;
  readonly witness?: readonly NoteKey[];
  readonly witnessQuorum?: number;
  readonly json?: true;
}

export function withLogFlags(command: Command): Command {
  return command
    .option('--log', 'check the log of releases instead: every entry, every tile, and who signed it')
    .option(
      '--checkpoint <file>',
      'with --log: the log must go on from the checkpoint in it, and the new one is kept there',
    )
    .option(
      '--witness <key>',
      'a witness whose signature counts; repeat the flag for several',
      (text: string, named: readonly NoteKey[] = []) => [...named, parseNoteKey(text)],
    )
    .option('--witness-quorum <number>', 'how many of them must have signed (default: all)', toCountFlag);
}

/** Null if no key was given. */
export function readTrusted({ publicKey }: Pick<LogFlags, 'publicKey'>): TrustedKeys | null {
  if (publicKey === undefined) return null;
  return parseTrustedKeys(publicKey.map((file) => atPath(file, () => readFileSync(file, 'utf8'))));
}

function toTrust(flags: LogFlags): Trust {
  const { witness: witnesses = [] } = flags;
  return { trusted: readTrusted(flags), witnesses, quorum: flags.witnessQuorum ?? witnesses.length };
}

export async function verifyProof(file: string, flags: LogFlags): Promise<void> {
  const { lines, faults } = await checkProof(readFileSync(file, 'utf8'), toTrust(flags));
  tell(lines, faults, flags);
}

export async function verifyLog(target: string, flags: LogFlags): Promise<void> {
  const { checkpoint: file } = flags;
  const kept = file !== undefined && existsSync(file) ? parseCheckpoint(readFileSync(file, 'utf8')) : null;
  const report = await withSource(target, flags, (source) => checkLog(source, toTrust(flags), kept));
  const { checkpoint, signers, position, faults } = report;
  const lines = checkpoint === null ? [] : [`the log ${checkpoint.origin} has ${checkpoint.size} entries: ${signers}`];
  if (position !== null) lines.push(`the release in force is entry ${position}`);
  if (kept !== null && faults.length === 0)
    lines.push(`it goes on from the ${kept.size} entries of the checkpoint kept`);
  if (file !== undefined && checkpoint !== null && faults.length === 0)
    atPath(file, () => writeFileSync(file, checkpoint.note));
  tell(lines, faults, flags);
}

function tell(lines: readonly string[], faults: readonly string[], { json, publicKey }: LogFlags): void {
  for (const line of lines) console.log(line);
  for (const fault of faults) console.log(`fault: ${fault}`);
  const good = publicKey === undefined ? 'whole, but nobody knows who signed it: give --public-key' : 'all good';
  console.log(faults.length === 0 ? good : `${faults.length} faults`);
  if (json === true) console.log(JSON.stringify({ lines, faults }));
  if (faults.length > 0) process.exitCode = EXIT.faultsFound;
}
