/** Whether a checkpoint is signed by those who must have signed it. */
import type { TrustedKeys } from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { toSize } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type NoteKey, type Signed, signersOf, toNoteKey } from './note.ts';

/** Whose signatures count, and how many of them there must be. */
interface Quorum {
  readonly witnesses: readonly NoteKey[];
  readonly quorum: number;
}

export interface Trust extends Quorum {
  /** The publisher's keys; null if none was given, and nothing proves who signed. */
  readonly trusted: TrustedKeys | null;
}

export interface Judged {
  /** Who has signed, for people. */
  readonly words: string;
  readonly faults: readonly string[];
}

interface Witnessed {
  /** Who has signed, and when. */
  readonly seen: readonly string[];
  /** Null if they are enough. */
  readonly fault: string | null;
}

/** @throws InputError if the signature of a witness is false */
function judgeWitnesses({ note }: Checkpoint, { witnesses, quorum }: Quorum): Witnessed {
  // A witness that is named twice counts once.
  const seen = [...new Set([...signersOf(note, witnesses)].map(seenText))];
  const fault = seen.length >= quorum ? null : `${seen.length} of the witnesses have signed, and ${quorum} must`;
  return { seen, fault };
}

const MS = 1000;

function seenText([{ name }, { time }]: readonly [NoteKey, Signed]): string {
  return `witness ${name}${time === null ? '' : ` at ${toInstant(new Date(toSize(`${time}`) * MS))}`}`;
}

export function judgeSigners(checkpoint: Checkpoint, trust: Trust): Judged {
  const { note, origin } = checkpoint;
  const own = [...(trust.trusted?.values() ?? [])].map((key) => toNoteKey(origin, key));
  const isUnknown = trust.trusted === null;
  try {
    const isOurs = signersOf(note, own).size > 0;
    const { seen, fault } = judgeWitnesses(checkpoint, trust);
    const faults = isOurs || isUnknown ? [] : ['the checkpoint is not signed by a key that was given'];
    const ours = isUnknown ? 'no public key was given, so nothing proves who signed' : 'signed by the publisher';
    return {
      words: [isOurs || isUnknown ? ours : 'not signed', ...seen].join('; '),
      faults: fault === null ? faults : [...faults, fault],
    };
  } catch (error) {
    return { words: 'not signed', faults: [(error as Error).message] };
  }
}
