/**
 * C2SP signed notes: a text and lines of signatures, each with the name of its key. Ed25519 signs the text itself
 * (type 1, of logs), or the text below a line with the time (type 4, of witnesses: tlog-cosignature).
 */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { InputError } from '../wire/words/input-error.ts';

const [OF_LOG, OF_WITNESS] = [1, 4] as const;
const [KEY_BYTES, ID_BYTES, TIME_BYTES, SIGNATURE_BYTES] = [32, 4, 8, 64];
/** The latest time that a cosignature may state. */
const TIME_MAX = 2n ** 63n - 1n;

/** A public key, by the name under which it signs. */
export interface NoteKey {
  readonly name: string;
  /** With the name it says which key has signed. */
  readonly id: Buffer;
  readonly type: typeof OF_LOG | typeof OF_WITNESS;
  readonly key: KeyObject;
}

interface NoteSignature {
  readonly name: string;
  readonly id: Buffer;
  readonly bytes: Buffer;
}

export interface Note {
  /** With its last line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A key name is the name of a log or of a witness, usually an address without `https://`. */
export const KEY_NAME = /^[^\s+]+$/u;

export function toNoteKey(name: string, key: KeyObject, type: NoteKey['type'] = OF_LOG): NoteKey {
  const signed = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), rawKey(key)]);
  return { name, id: hash('sha256', signed, 'buffer').subarray(0, ID_BYTES), type, key };
}

/** How verifiers are told of a key: `name+id+base64`. */
export function noteKeyText({ name, id, type, key }: NoteKey): string {
  return `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(type), rawKey(key)]).toString('base64')}`;
}

/** @throws InputError if it is not the text of an Ed25519 key, or was mistyped */
export function parseNoteKey(text: string): NoteKey {
  const [, name = '', id, base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text) ?? [];
  const [type, ...raw] = Buffer.from(base64, 'base64');
  if ((type === OF_LOG || type === OF_WITNESS) && raw.length === KEY_BYTES) {
    const x = Buffer.from(raw).toString('base64url');
    const found = toNoteKey(name, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), type);
    if (found.id.toString('hex') === id) return found;
  }
  throw new InputError(`not a key of a log or a witness: ${text}; it is written name+id+base64, as they publish it`);
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u;

/** @throws InputError */
export function parseNote(words: string): Note {
  const end = words.lastIndexOf('\n\n');
  const lines = words.slice(end + 2).split('\n');
  const signatures = lines.slice(0, -1).map(toSignature);
  const isWhole = end > 0 && lines.at(-1) === '' && signatures.length > 0;
  const read = signatures.filter((one) => one !== null);
  if (isWhole && read.length === signatures.length) return { text: words.slice(0, end + 1), signatures: read };
  throw new InputError('it is not a signed note: a text, an empty line, and signatures');
}

function toSignature(line: string): NoteSignature | null {
  const [, name, base64 = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (name === undefined || bytes.length <= ID_BYTES) return null;
  return { name, id: bytes.subarray(0, ID_BYTES), bytes: bytes.subarray(ID_BYTES) };
}

export function noteText({ text, signatures }: Note): string {
  const lines = signatures.map(({ name, id, bytes }) => `— ${name} ${Buffer.concat([id, bytes]).toString('base64')}\n`);
  return `${text}\n${lines.join('')}`;
}

export interface Signed {
  readonly signature: NoteSignature;
  /** When a witness has signed, in seconds since 1970; null for a log, which does not say it. */
  readonly time: bigint | null;
}

/** The signature of the key. Null if it has not signed. @throws InputError if a line claims so and is false */
export function signatureOf({ text, signatures }: Note, { name, id, type, key }: NoteKey): Signed | null {
  const own = signatures.filter((one) => one.name === name && one.id.equals(id));
  for (const signature of own) {
    const { bytes } = signature;
    const time = type === OF_WITNESS && bytes.length === TIME_BYTES + SIGNATURE_BYTES ? bytes.readBigUInt64BE() : null;
    const [words, proof] = time === null ? [text, bytes] : [cosignedText(text, time), bytes.subarray(TIME_BYTES)];
    const isOfType = time === null ? type !== OF_WITNESS : time <= TIME_MAX;
    if (isOfType && verify(null, Buffer.from(words), key, proof)) return { signature, time };
  }
  if (own.length === 0) return null;
  throw new InputError(`a signature of ${name} is not that of its key`);
}

/** What a witness signs. */
export function cosignedText(text: string, time: bigint): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}
