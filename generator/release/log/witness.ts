/** A client of C2SP tlog-witness: asks witnesses to sign a checkpoint, each of which signs no other log of its name. */

import type { Dispatcher } from 'undici';
import { readBounded } from '../../kit/read-bounded.ts';
import type { TrustedKeys } from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { consistencyProof, toSize } from './merkle.ts';
import {
  type Checkpoint,
  type NoteKey,
  parseNote,
  parseNoteKey,
  type Signed,
  signatureOf,
  signersOf,
  toNoteKey,
} from './note.ts';

export interface Witness {
  readonly key: NoteKey;
  /** Its submission prefix. */
  readonly url: string;
}

/** @param text its key and address: `KEY@https://…` @throws InputError */
export function parseWitness(text: string): Witness {
  const at = text.search(/@https?:\/\//);
  const url = text.slice(at + 1).replace(/\/+$/, '');
  if (at > 0 && URL.canParse(url)) return { key: parseNoteKey(text.slice(0, at)), url };
  throw new InputError(`not a witness: ${text}; write KEY@https://HOST/PATH`);
}

export interface Asking {
  readonly dispatcher?: Dispatcher | undefined;
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 10_000;
/** A witness with several keys answers a few thousand bytes. */
const ANSWER_BYTES_MAX = 65_536;

/** A log that has grown. */
interface Grown {
  readonly checkpoint: Checkpoint;
  /** Hashes of all its leaves. */
  readonly leaves: readonly Buffer[];
  /** The checkpoint before it, with the signatures of witnesses; null if there is none. */
  readonly before: Checkpoint | null;
}

interface Cosigned {
  readonly signed: readonly Signed[];
  /** A line for each witness that has not signed. */
  readonly failures: readonly string[];
  /** True if a witness says that it has signed a larger log of this name. */
  readonly isAhead: boolean;
}

export async function cosign(
  witnesses: readonly Witness[],
  grown: Grown,
  asking: Asking = { timeoutMs: TIMEOUT_MS },
): Promise<Cosigned> {
  const answers = await Promise.all(witnesses.map((witness) => askOne(witness, grown, asking)));
  return {
    signed: answers.flatMap(({ signed }) => (signed === null ? [] : [signed])),
    failures: answers.flatMap(({ failure }) => (failure === null ? [] : [failure])),
    isAhead: answers.some(({ isAhead }) => isAhead),
  };
}

async function askOne(witness: Witness, grown: Grown, asking: Asking) {
  const { key } = witness;
  const { checkpoint, before } = grown;
  const failed = (why: string, isAhead = false) => ({ signed: null, failure: `witness ${key.name}: ${why}`, isAhead });
  try {
    const known = before !== null && signersOf(before.note, [key]).size > 0 ? before.size : 0;
    let answer = await post(witness, grown, known, asking);
    const stated = sizeIn(answer);
    if (stated !== null && stated > checkpoint.size)
      return failed(`it has signed ${stated} entries of ${checkpoint.origin}, and here are ${checkpoint.size}`, true);
    if (stated !== null && stated !== known) answer = await post(witness, grown, stated, asking);
    if (answer.status !== 200) return failed(`it answers with status ${answer.status}`);
    const { text } = parseNote(checkpoint.note);
    const signed = signatureOf(parseNote(`${text}\n${answer.body}`), key);
    return signed === null ? failed('it answers without its signature') : { signed, failure: null, isAhead: false };
  } catch (error) {
    return failed(error instanceof Error ? error.message : `${error}`);
  }
}

interface Posted {
  readonly status: number;
  readonly body: string;
}

async function post({ url }: Witness, grown: Grown, known: number, asking: Asking): Promise<Posted> {
  const proof = consistencyProof(known, grown.leaves).map((hash) => `${hash.toString('base64')}\n`);
  // Half of the time in which `verify` and `publish` are loaded, and few logs have witnesses.
  const { request } = await import('undici');
  const { statusCode, body } = await request(`${url}/add-checkpoint`, {
    method: 'POST',
    body: `old ${known}\n${proof.join('')}\n${grown.checkpoint.note}`,
    signal: AbortSignal.timeout(asking.timeoutMs),
    ...(asking.dispatcher === undefined ? {} : { dispatcher: asking.dispatcher }),
  });
  return { status: statusCode, body: `${await readBounded(body, ANSWER_BYTES_MAX)}` };
}

/** The size that the witness has signed last, if that is not what we believed. */
function sizeIn({ status, body }: Posted): number | null {
  const [, digits] = /^(0|[1-9]\d{0,14})\n$/.exec(body) ?? [];
  return status === 409 && digits !== undefined ? toSize(digits) : null;
}

// Whether a checkpoint is signed by those who must have signed it.

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
