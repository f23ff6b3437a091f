/**
 * Checks the proof of a figure, without a network and years later. Each step trusts only what it is given, and fails
 * in plain words.
 */
import { gunzipSync } from 'node:zlib';
import { provenancePath, type TreePath } from '../../wire/answers/paths.ts';
import { textKey } from '../../wire/release/keys.ts';
import { Release } from '../../wire/release/release.ts';
import { CorruptObject } from '../../wire/release/tree-file.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { isIncluded, leafHash } from '../log/merkle.ts';
import { type Inclusion, type LoggedRelease, parseInclusion, parseLeaf } from '../log/note.ts';
import { judgeSigners, type Trust } from '../log/witness.ts';
import type { Stated } from '../proof/make.ts';
import { documentOf, figureIn, isAnswer, type Proof } from '../proof/proof.ts';

/** Trusts nothing but the keys. @throws InputError if it proves nothing */
export async function checkProof(proof: Proof, trust: Trust) {
  const { answer, provenance, texts, document, log, ...asked } = proof;
  const { position, checkpoint, release } = checkLogged(log);
  const judged = judgeSigners(checkpoint, trust);
  await checkStated({ asked, answer, provenance, texts }, release.root);
  return {
    lines: [
      `${asked.provider} of ${asked.date}: ${figureIn(answer[1], asked)}`,
      `in release ${release.release} (sequence ${release.sequence}, ${release.time})`,
      `entry ${position} of the ${checkpoint.size} of the log ${checkpoint.origin}: ${judged.words}`,
      documentWords(provenance === null ? null : documentOf(provenance, asked), document),
    ],
    faults: judged.faults,
  };
}

const DOCUMENT_BYTES_MAX = 64 * 1024 * 1024;

function documentWords(named: ReturnType<typeof documentOf>, packed: string | null): string {
  if (named === null) return packed === null ? 'no document of one bank' : refuseDocument();
  const where = `${named.url}, fetched ${named.fetched}, SHA-256 ${named.sha256}`;
  if (packed === null) return `the document is not in the proof: ${where}`;
  const bytes = unpacked(packed);
  if (bytes === null || hashOf(bytes) !== named.sha256) return refuseDocument();
  return `the document, ${bytes.length} bytes, is that of ${where}`;
}

function refuseDocument(): never {
  throw new InputError('the document in the proof is not that of the release');
}

function unpacked(packed: string): Buffer | null {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: DOCUMENT_BYTES_MAX });
  } catch {
    return null;
  }
}

export interface Logged extends Inclusion {
  readonly release: LoggedRelease;
}

/** Does not check who signed the checkpoint. @throws InputError if the proof does not lead to it from a release */
function checkLogged(log: string): Logged {
  const found = parseInclusion(log);
  const { entry, position, checkpoint, proof } = found;
  if (!isIncluded(leafHash(entry), position, checkpoint, proof))
    throw new InputError(`the proof does not lead from entry ${position} to the root of the checkpoint`);
  const release = parseLeaf(`${entry}`);
  if (release !== null) return { ...found, release };
  throw new InputError(`entry ${position} of the log is not a release`);
}

/** @param root of the release @throws InputError if the answer, or the provenance, is not what the release states */
export async function checkStated(stated: Stated, root: string): Promise<void> {
  const { asked, provenance } = stated;
  const { provider, date } = asked;
  const [path, text] = stated.answer;
  const release = await openStated(root, stated.texts);
  const hashIn = async (place: string) => (await release.entry(place as TreePath).catch(proofless))?.sha256;
  if (!isAnswer(path, asked) || hashOf(text) !== (await hashIn(path)))
    throw new InputError(`${path} is not what the release states for ${provider} of ${date}`);
  if (provenance !== null && hashOf(provenance) !== (await hashIn(provenancePath(provider, date))))
    throw new InputError('the provenance is not that of the release');
}

/** The release as far as its texts are in the proof. */
function openStated(root: string, texts: readonly string[]): Promise<Release> {
  const byKey = new Map(texts.map((text) => [textKey(hashOf(text)), Buffer.from(text)]));
  return Release.open({ name: '', read: async (key) => byKey.get(key) ?? null }, root).catch(proofless);
}

/** What is missing or damaged is the proof, and no store. */
function proofless(error: unknown): never {
  throw error instanceof CorruptObject ? new InputError(error.message, { cause: error }) : error;
}
