/**
 * C2SP signed notes: a text and lines of signatures, each with the name of its key. Ed25519 signs the text itself
 * (type 1, of logs), or the text below a line with the time (type 4, of witnesses: tlog-cosignature). Other types, such
 * as 6 of ML-DSA-44, are passed over, as all lines are whose key was not given.
 */

import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { InputError } from '../../wire/words/input-error.ts';
import { HASH_BYTES, sha256, type TreeHead, toSize } from './merkle.ts';

const [OF_LOG, OF_WITNESS] = [1, 4] as const;
const [KEY_BYTES, ID_BYTES, TIME_BYTES, SIGNATURE_BYTES] = [32, 4, 8, 64];
/** The latest time that a cosignature may state. */
const TIME_MAX = 2n ** 63n - 1n;

type KeyType = typeof OF_LOG | typeof OF_WITNESS;

/** A public key of Ed25519, by the name under which it signs. */
export interface NoteKey {
  readonly name: string;
  /** With the name it says which key has signed. */
  readonly id: Buffer;
  readonly type: KeyType;
  readonly raw: Buffer;
}

interface NoteSignature {
  readonly name: string;
  readonly id: Buffer;
  readonly bytes: Buffer;
}

interface Note {
  /** With its last line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export function toNoteKey(name: string, key: KeyObject, type: KeyType = OF_LOG): NoteKey {
  return named(name, Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url'), type);
}

function named(name: string, raw: Buffer, type: KeyType): NoteKey {
  const digest = sha256(Buffer.from(`${name}\n`), Uint8Array.of(type), raw);
  return { name, id: digest.subarray(0, ID_BYTES), type, raw };
}

function toBase64(...parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('base64');
}

/** No bytes for a text that is not base64. */
function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  return toBase64(bytes) === text ? bytes : Buffer.of();
}

/** How verifiers are told of a key: `name+id+base64`. */
export function noteKeyText({ name, id, type, raw }: NoteKey): string {
  return `${name}+${id.toString('hex')}+${toBase64(Buffer.of(type), raw)}`;
}

/** A key of another type can be of two thousand letters. */
const SHOWN_MAX = 100;

/** @throws InputError if it is not the text of an Ed25519 key, or was mistyped */
export function parseNoteKey(text: string): NoteKey {
  const [, name = '', id, base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text) ?? [];
  const bytes = fromBase64(base64);
  const [type] = bytes;
  if ((type === OF_LOG || type === OF_WITNESS) && bytes.length === 1 + KEY_BYTES) {
    const found = named(name, bytes.subarray(1), type);
    if (found.id.toString('hex') === id) return found;
  }
  const form = 'it is an Ed25519 key, written name+id+base64, as they publish it';
  throw new InputError(`not a key of a log or a witness: ${text.slice(0, SHOWN_MAX)}; ${form}`);
}

const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u;

/** Dozens of signatures have room, of large keys too. */
const NOTE_CHARACTERS_MAX = 1_000_000;

/** @throws InputError */
export function parseNote(words: string): Note {
  if (words.length > NOTE_CHARACTERS_MAX)
    throw new InputError(`a note has more than ${NOTE_CHARACTERS_MAX} characters`);
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
  const lines = signatures.map(({ name, id, bytes }) => `— ${name} ${toBase64(id, bytes)}\n`);
  return `${text}\n${lines.join('')}`;
}

export interface Signed {
  readonly signature: NoteSignature;
  /** When a witness has signed, in seconds since 1970; null for a log, which does not say it. */
  readonly time: bigint | null;
}

/**
 * Who of these has signed it.
 * @throws InputError if a signature is false
 */
export function signersOf(note: string, keys: readonly NoteKey[]): ReadonlyMap<NoteKey, Signed> {
  const parsed = parseNote(note);
  const found = new Map<NoteKey, Signed>();
  for (const key of keys) {
    const signed = signatureOf(parsed, key);
    if (signed !== null) found.set(key, signed);
  }
  return found;
}

/** The signature of the key. Null if it has not signed. @throws InputError if a line claims so and is false */
export function signatureOf({ text, signatures }: Note, { name, id, type, raw }: NoteKey): Signed | null {
  const own = signatures.filter((one) => one.name === name && one.id.equals(id));
  for (const signature of own) {
    const { bytes } = signature;
    const isTimed = type === OF_WITNESS && bytes.length === TIME_BYTES + SIGNATURE_BYTES;
    const time = isTimed ? bytes.readBigUInt64BE() : null;
    const words = Buffer.from(time === null ? text : cosignedText(text, time));
    const isOfType = time === null ? type !== OF_WITNESS : time <= TIME_MAX;
    const proof = time === null ? bytes : bytes.subarray(TIME_BYTES);
    if (isOfType && isSigned(raw, words, proof)) return { signature, time };
  }
  if (own.length === 0) return null;
  throw new InputError(`a signature of ${name} is not that of its key`);
}

function isSigned(raw: Buffer, words: Buffer, proof: Buffer): boolean {
  const x = raw.toString('base64url');
  return verify(null, words, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), proof);
}

/** What a witness signs. */
export function cosignedText(text: string, time: bigint): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}

// The texts of a log: its head as a signed note (C2SP tlog-checkpoint), the line of a release, which is an entry,
// and the proof that an entry is in a log (C2SP tlog-proof).

export interface Checkpoint extends TreeHead {
  /** The name of the log. */
  readonly origin: string;
  /** The whole note. */
  readonly note: string;
}

export function checkpointText(origin: string, { size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** A size above this one is no number that we could count to. */
const TEXT = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/;

/** Reads it, and trusts nothing of it. @throws InputError */
export function parseCheckpoint(note: string): Checkpoint {
  const [, origin = '', size = '', base64 = ''] = TEXT.exec(parseNote(note).text) ?? [];
  const root = fromBase64(base64);
  if (root.length === HASH_BYTES) return { origin, size: toSize(size), root, note };
  throw new InputError('it is not a checkpoint: the name of a log, its size, and its root in base64');
}

/** The same text with further signatures. */
export function withSignatures(note: string, signed: Iterable<Signed>): string {
  const { text, signatures } = parseNote(note);
  return noteText({ text, signatures: [...signatures, ...[...signed].map(({ signature }) => signature)] });
}

/** What the log says of a release. */
export interface LoggedRelease {
  readonly release: string;
  /** The sequence and the instant under which it was first published. */
  readonly sequence: number;
  readonly time: string;
  /** SHA-256 of the root of its manifest. */
  readonly root: string;
}

const LEAF_FORMAT = 'ratetree-release-1';
const LEAF = /^ratetree-release-1 ([0-9a-f]{16}) ([1-9]\d{0,14}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ([0-9a-f]{64})\n$/;

export function leafText({ release, sequence, time, root }: LoggedRelease): string {
  return `${LEAF_FORMAT} ${release} ${sequence} ${time} ${root}\n`;
}

/** Null if the text is not the line of a release. */
export function parseLeaf(text: string): LoggedRelease | null {
  const [, release, sequence = '', time = '', root = ''] = LEAF.exec(text) ?? [];
  return release === undefined ? null : { release, sequence: toSize(sequence), time, root };
}

const PROOF_FORMAT = 'c2sp.org/tlog-proof@v1';

/** A proof stands for itself: the entry is its extra data. */
export interface Inclusion {
  readonly entry: Buffer;
  readonly position: number;
  /** The hashes beside the way from the entry to the root. */
  readonly proof: readonly Buffer[];
  readonly checkpoint: Checkpoint;
}

export function inclusionText({ entry, position, proof, checkpoint }: Inclusion): string {
  const hashes = proof.map((hash) => `${toBase64(hash)}\n`);
  return `${PROOF_FORMAT}\nextra ${toBase64(entry)}\nindex ${position}\n${hashes.join('')}\n${checkpoint.note}`;
}

const PROOF =
  /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/]+=*)\nindex (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n/;

/** Checks neither who signed the checkpoint nor whether the proof leads to it. @throws InputError */
export function parseInclusion(text: string): Inclusion {
  const [head, extra = '', index = '', hashes = ''] = PROOF.exec(text) ?? [];
  if (head === undefined) throw new InputError('there is no proof of inclusion in it');
  const proof = hashes.split('\n').slice(0, -1).map(fromBase64);
  const checkpoint = parseCheckpoint(text.slice(head.length));
  return { entry: fromBase64(extra), position: toSize(index), proof, checkpoint };
}
