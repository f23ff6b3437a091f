/** The steps by which a proof is checked: each trusts only what it is given, and fails in plain words. */

import { provenancePath, type TreePath } from '../../wire/answers/paths.ts';
import { findEntry } from '../../wire/release/find-entry.ts';
import { ManifestFault, readRootNode } from '../../wire/release/manifest-nodes.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { isIncluded, leafHash, toText } from '../log/merkle.ts';
import { type Inclusion, type LoggedRelease, parseInclusion, parseLeaf } from '../log/note.ts';
import type { Stated } from './make.ts';
import { isAnswer } from './proof.ts';

export interface Logged extends Inclusion {
  readonly release: LoggedRelease;
}

/** Does not check who signed the checkpoint. @throws InputError if the proof does not lead to it from a release */
export function checkLogged(log: string): Logged {
  const found = parseInclusion(log);
  const { entry, position, checkpoint, proof } = found;
  if (!isIncluded(leafHash(entry), position, checkpoint, proof))
    throw new InputError(`the proof does not lead from entry ${position} to the root of the checkpoint`);
  const release = parseLeaf(toText(entry));
  if (release !== null) return { ...found, release };
  throw new InputError(`entry ${position} of the log is not a release`);
}

/** @param root of the release @throws InputError if the answer, or the provenance, is not what the release states */
export async function checkStated(stated: Stated, root: string): Promise<void> {
  const { asked, provenance } = stated;
  const { provider, date } = asked;
  const [path, text] = stated.answer;
  const find = await finderIn(root, stated.texts);
  const hashIn = async (place: string) => (await find(place as TreePath))?.sha256;
  if (!isAnswer(path, asked) || hashOf(text) !== (await hashIn(path)))
    throw new InputError(`${path} is not what the release states for ${provider} of ${date}`);
  if (provenance !== null && hashOf(provenance) !== (await hashIn(provenancePath(provider, date))))
    throw new InputError('the provenance is not that of the release');
}

async function finderIn(root: string, texts: readonly string[]) {
  const byHash = new Map(texts.map((text) => [hashOf(text), text]));
  const reader = {
    async read(hash: string) {
      const text = byHash.get(hash);
      if (text === undefined) throw new ManifestFault('missing', hash, 'is missing');
      return text;
    },
  };
  const node = await readRootNode(root, reader);
  return (path: TreePath) => findEntry(node, path, reader);
}
