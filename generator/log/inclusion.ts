/** C2SP tlog-proof: that an entry is in a log, as a text that stands for itself. The entry is its extra data. */
import { InputError } from '../wire/words/input-error.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { toSize } from './sizes.ts';
import { inclusionProof, isIncluded, leafHash } from './tree.ts';

const FIRST = 'c2sp.org/tlog-proof@v1';

export function inclusionText(entry: Buffer, position: number, leaves: readonly Buffer[], note: string): string {
  const hashes = inclusionProof(position, leaves).map((hash) => `${hash.toString('base64')}\n`);
  return `${FIRST}\nextra ${entry.toString('base64')}\nindex ${position}\n${hashes.join('')}\n${note}`;
}

interface Included {
  readonly entry: Buffer;
  readonly position: number;
  readonly checkpoint: Checkpoint;
}

const TEXT =
  /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/]+=*)\nindex (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n/;

/** Who has signed the checkpoint is not asked. @throws InputError if the proof does not lead to it */
export function parseInclusion(text: string): Included {
  const [head, extra = '', index = '', hashes = ''] = TEXT.exec(text) ?? [];
  if (head === undefined) throw new InputError('there is no proof of inclusion in it');
  const checkpoint = parseCheckpoint(text.slice(head.length));
  const [entry, position] = [Buffer.from(extra, 'base64'), toSize(index)];
  const proof = hashes.split('\n').slice(0, -1);
  const beside = proof.map((line) => Buffer.from(line, 'base64'));
  if (isIncluded(leafHash(entry), position, checkpoint, beside)) return { entry, position, checkpoint };
  throw new InputError(`the proof does not lead from entry ${position} to the root of the checkpoint`);
}
