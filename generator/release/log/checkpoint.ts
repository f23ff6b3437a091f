/** C2SP tlog-checkpoint: the head of a log as the text of a signed note. */
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
