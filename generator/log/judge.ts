/** Whether a checkpoint is signed by those who must have signed it. */
import type { TrustedKeys } from '../wire/release/pointer.ts';
import { toInstant } from '../wire/words/calendar.ts';
import { type Checkpoint, signersOf } from './checkpoint.ts';
import { type NoteKey, toNoteKey } from './note.ts';
import { toSize } from './sizes.ts';

export interface Trust {
  /** The publisher's keys; null if none was given, and nothing proves who signed. */
  readonly trusted: TrustedKeys | null;
  readonly witnesses: readonly NoteKey[];
  /** How many of the witnesses must have signed. */
  readonly quorum: number;
}

export interface Judged {
  /** Who has signed, for people. */
  readonly words: string;
  readonly faults: readonly string[];
}

const MS = 1000;

export function judgeSigners({ note, origin }: Checkpoint, { trusted, witnesses, quorum }: Trust): Judged {
  const own = [...(trusted?.values() ?? [])];
  try {
    const isOurs =
      signersOf(
        note,
        own.map((key) => toNoteKey(origin, key)),
      ).size > 0;
    const seen = [...signersOf(note, witnesses)].map(
      ([{ name }, { time }]) => `${name} at ${toInstant(new Date(toSize(`${time}`) * MS))}`,
    );
    const faults = [
      ...(trusted === null || isOurs ? [] : [`the checkpoint is not signed by a key that was given`]),
      ...(seen.length >= quorum ? [] : [`${seen.length} of the witnesses have signed, and ${quorum} must`]),
    ];
    const ours = trusted === null ? 'no public key was given, so nothing proves who signed' : 'signed by the publisher';
    return { words: [isOurs || trusted === null ? ours : 'not signed', ...seen].join('; witness '), faults };
  } catch (error) {
    return { words: 'not signed', faults: [(error as Error).message] };
  }
}
