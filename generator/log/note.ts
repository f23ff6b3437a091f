/**
 * C2SP signed notes: a text and lines of signatures, each with the name of its key. Ed25519 signs the text itself
 * (type 1, of logs), or the text below a line with the time (type 4, of witnesses: tlog-cosignature).
 */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { InputError } from '../wire/words/input-error.ts';
import { fromBase64, fromText, isEqual, joined, toBase64 } from './bytes.ts';

const [OF_LOG, OF_WITNESS] = [1, 4] as const;
const [KEY_BYTES, ID_BYTES, TIME_BYTES, SIGNATURE_BYTES] = [32, 4, 8, 64];
/** The latest time that a cosignature may state. */
const TIME_MAX = 2n ** 63n - 1n;

type KeyType = typeof OF_LOG | typeof OF_WITNESS;

/** What a line of signature says of its key. */
export interface Signing<Bytes extends Uint8Array = Uint8Array> {
  readonly name: string;
  /** With the name it says which key has signed. */
  readonly id: Bytes;
  readonly type: KeyType;
}

/** A public key, by the name under which it signs. */
export interface NoteKey extends Signing<Buffer> {
  readonly key: KeyObject;
}

interface NoteSignature {
  readonly name: string;
  readonly id: Uint8Array;
  readonly bytes: Uint8Array;
}

export interface Note {
  /** With its last line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A key name is the name of a log or of a witness, usually an address without `https://`. */
export const KEY_NAME = /^[^\s+]+$/u;

export function toNoteKey(name: string, key: KeyObject, type: KeyType = OF_LOG): NoteKey {
  const digest = hash('sha256', namedKey(name, rawKey(key), type), 'buffer');
  return { ...toSigning(name, digest, type), key };
}

/** The bytes whose SHA-256 begins with the id of the key. */
export function namedKey(name: string, raw: Uint8Array, type: KeyType = OF_LOG): Uint8Array {
  return joined([fromText(`${name}\n`), Uint8Array.of(type), raw]);
}

/** @param digest of the named key */
export function toSigning<Bytes extends Uint8Array>(name: string, digest: Bytes, type: KeyType = OF_LOG) {
  return { name, id: digest.subarray(0, ID_BYTES) as Bytes, type } satisfies Signing;
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
  const bytes = fromBase64(base64);
  if (name === undefined || bytes.length <= ID_BYTES) return null;
  return { name, id: bytes.subarray(0, ID_BYTES), bytes: bytes.subarray(ID_BYTES) };
}

export function noteText({ text, signatures }: Note): string {
  const lines = signatures.map(({ name, id, bytes }) => `— ${name} ${toBase64(joined([id, bytes]))}\n`);
  return `${text}\n${lines.join('')}`;
}

export interface Signed {
  readonly signature: NoteSignature;
  /** When a witness has signed, in seconds since 1970; null for a log, which does not say it. */
  readonly time: bigint | null;
}

/** A line that claims to be the signature of a key: what was signed, and the signature by Ed25519. */
export interface Claim extends Signed {
  readonly words: Uint8Array;
  readonly proof: Uint8Array;
}

/** What the key, by its name and its id, is claimed to have signed. */
export function claimsOf({ text, signatures }: Note, { name, id, type }: Signing): readonly Claim[] {
  const own = signatures.filter((one) => one.name === name && isEqual(one.id, id));
  return own.map((signature) => {
    const { bytes } = signature;
    const isTimed = type === OF_WITNESS && bytes.length === TIME_BYTES + SIGNATURE_BYTES;
    const time = isTimed ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) : null;
    const words = fromText(time === null ? text : cosignedText(text, time));
    return { signature, time, words, proof: time === null ? bytes : bytes.subarray(TIME_BYTES) };
  });
}

/** The signature of the key. Null if it has not signed. @throws InputError if a line claims so and is false */
export function signatureOf(note: Note, key: NoteKey): Signed | null {
  const claims = claimsOf(note, key);
  for (const { signature, time, words, proof } of claims) {
    const isOfType = time === null ? key.type !== OF_WITNESS : time <= TIME_MAX;
    if (isOfType && verify(null, words, key.key, proof)) return { signature, time };
  }
  if (claims.length === 0) return null;
  throw new InputError(`a signature of ${key.name} is not that of its key`);
}

/** What a witness signs. */
export function cosignedText(text: string, time: bigint): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}
