/**
 * The texts of a log: its head as a signed note (C2SP tlog-checkpoint), the line of a release, which is an entry, and
 * the proof that an entry is in a log (C2SP tlog-proof).
 */
import { InputError } from '../../wire/words/input-error.ts';
import { fromBase64, toBase64, toSize } from './bytes.ts';
import { HASH_BYTES, type TreeHead } from './merkle.ts';
import { noteText, parseNote, type Signed } from './note.ts';

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
  readonly entry: Uint8Array;
  readonly position: number;
  /** The hashes beside the way from the entry to the root. */
  readonly proof: readonly Uint8Array[];
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
