/** The steps by which a proof is checked: each trusts only what it is given, and fails in plain words. */
import { fromText, toText } from '../log/bytes.ts';
import { type Inclusion, parseInclusion } from '../log/inclusion.ts';
import { type LoggedRelease, parseLeaf } from '../log/leaf.ts';
import { isIncluded, leafHash } from '../log/merkle.ts';
import { provenancePath, type TreePath } from '../wire/answers/paths.ts';
import { findEntry } from '../wire/release/find-entry.ts';
import { ManifestFault, readRootNode } from '../wire/release/manifest-nodes.ts';
import { InputError } from '../wire/words/input-error.ts';
import { hexOf, type Sha256, solved } from './hashing.ts';
import type { Stated } from './make.ts';
import { isAnswer } from './proof.ts';

export interface Logged extends Inclusion {
  readonly release: LoggedRelease;
}

/** Does not check who signed the checkpoint. @throws InputError if the proof does not lead to it from a release */
export async function checkLogged(log: string, sha256: Sha256): Promise<Logged> {
  const found = parseInclusion(log);
  const { entry, position, checkpoint, proof } = found;
  const leaf = await solved(leafHash(entry), sha256);
  if (!(await solved(isIncluded(leaf, position, checkpoint, proof), sha256)))
    throw new InputError(`the proof does not lead from entry ${position} to the root of the checkpoint`);
  const release = parseLeaf(toText(entry));
  if (release !== null) return { ...found, release };
  throw new InputError(`entry ${position} of the log is not a release`);
}

/** @param root of the release @throws InputError if the answer, or the provenance, is not what the release states */
export async function checkStated(stated: Stated, root: string, sha256: Sha256): Promise<void> {
  const { asked, provenance } = stated;
  const { provider, date } = asked;
  const [path, text] = stated.answer;
  const find = await finderIn(root, stated.texts, sha256);
  const hashIn = async (place: string) => (await find(place as TreePath))?.sha256;
  const hashOf = (words: string) => hexOf(fromText(words), sha256);
  if (!isAnswer(path, asked) || (await hashOf(text)) !== (await hashIn(path)))
    throw new InputError(`${path} is not what the release states for ${provider} of ${date}`);
  if (provenance !== null && (await hashOf(provenance)) !== (await hashIn(provenancePath(provider, date))))
    throw new InputError('the provenance is not that of the release');
}

async function finderIn(root: string, texts: readonly string[], sha256: Sha256) {
  const byHash = new Map<string, string>();
  for (const text of texts) byHash.set(await hexOf(fromText(text), sha256), text);
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
