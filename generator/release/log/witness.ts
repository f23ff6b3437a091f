/** A client of C2SP tlog-witness: asks witnesses to sign a checkpoint, each of which signs no other log of its name. */
import { type Dispatcher, request } from 'undici';
import { InputError } from '../../wire/words/input-error.ts';
import { toSize } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
import { consistencyProof } from './merkle.ts';
import { type NoteKey, parseNote, parseNoteKey, type Signed, signatureOf, signersOf } from './note.ts';

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

export interface Cosigned {
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

interface Answer {
  readonly signed: Signed | null;
  readonly failure: string | null;
  readonly isAhead: boolean;
}

async function askOne(witness: Witness, grown: Grown, asking: Asking): Promise<Answer> {
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
  const { statusCode, body } = await request(`${url}/add-checkpoint`, {
    method: 'POST',
    body: `old ${known}\n${proof.join('')}\n${grown.checkpoint.note}`,
    signal: AbortSignal.timeout(asking.timeoutMs),
    ...(asking.dispatcher === undefined ? {} : { dispatcher: asking.dispatcher }),
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('it answers more than a witness has to say');
    chunks.push(chunk);
  }
  return { status: statusCode, body: Buffer.concat(chunks).toString('utf8') };
}

/** The size that the witness has signed last, if that is not what we believed. */
function sizeIn({ status, body }: Posted): number | null {
  const [, digits] = /^(0|[1-9]\d{0,14})\n$/.exec(body) ?? [];
  return status === 409 && digits !== undefined ? toSize(digits) : null;
}
