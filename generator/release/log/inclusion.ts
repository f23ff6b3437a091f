/** C2SP tlog-proof: that an entry is in a log, as a text that stands for itself. The entry is its extra data. */
import { InputError } from '../../wire/words/input-error.ts';
import { fromBase64, toBase64, toSize } from './bytes.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';

const FIRST = 'c2sp.org/tlog-proof@v1';

export interface Inclusion {
  readonly entry: Uint8Array;
  readonly position: number;
  /** The hashes beside the way from the entry to the root. */
  readonly proof: readonly Uint8Array[];
  readonly checkpoint: Checkpoint;
}

export function inclusionText({ entry, position, proof, checkpoint }: Inclusion): string {
  const hashes = proof.map((hash) => `${toBase64(hash)}\n`);
  return `${FIRST}\nextra ${toBase64(entry)}\nindex ${position}\n${hashes.join('')}\n${checkpoint.note}`;
}

const TEXT =
  /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/]+=*)\nindex (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n/;

/** Checks neither who signed the checkpoint nor whether the proof leads to it. @throws InputError */
export function parseInclusion(text: string): Inclusion {
  const [head, extra = '', index = '', hashes = ''] = TEXT.exec(text) ?? [];
  if (head === undefined) throw new InputError('there is no proof of inclusion in it');
  const proof = hashes.split('\n').slice(0, -1).map(fromBase64);
  const checkpoint = parseCheckpoint(text.slice(head.length));
  return { entry: fromBase64(extra), position: toSize(index), proof, checkpoint };
}
