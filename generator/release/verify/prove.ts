/** Makes the proof of a figure from what lies in a store, with the bank's document if it can be read. */

import { questionOf } from '../../wire/answers/question.ts';
import { DOCUMENT_ENDS } from '../../wire/release/keys.ts';
import { type FileEntry, keyOf } from '../../wire/release/manifest.ts';
import { POINTER_KEY, parsePointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { checkStated } from '../proof/check.ts';
import { readLogged } from '../proof/logged.ts';
import { type Asked, NoDatedFile, type ProofSource, proofText, readStated } from '../proof/make.ts';
import { documentOf } from '../proof/proof.ts';
import { explained, isDeleted } from './dated-files.ts';
import type { VerifySource } from './source.ts';

/**
 * @param release its id, or a day: the last release that was published by its end; null for the release in force
 * @throws InputError if the store has no log, or the release no such figure
 */
export async function toProof(from: VerifySource, wanted: Asked, release: string | null = null): Promise<string> {
  const { name, read, isGateway } = from;
  const file = (entry: FileEntry) => read(isGateway === true ? (questionOf(entry.path) ?? entry.path) : keyOf(entry));
  const source: ProofSource = { name, read, file };
  // The log names a release before the pointer does.
  const pointer = await read(POINTER_KEY);
  if (pointer === null) throw new InputError(`${name}: ${POINTER_KEY} is missing`);
  const { root } = parsePointer(pointer.toString('utf8'));
  const logged = await readLogged(source, root, release);
  const stated = await readStated(source, logged.release, wanted).catch(async (error) => {
    if (error instanceof NoDatedFile) throw await explained(error, source, logged.release);
    if (release === null || !isDeleted(error, logged.release)) throw error;
    const fix = 'choose one that v1/releases.csv lists, or keep more of them with "publish --keep"';
    throw new InputError(`--release ${logged.release.release}: the store has deleted it; ${fix}`, { cause: error });
  });
  // It answers from the release in force, and the one wanted may have stated something else.
  if (isGateway === true) await checkStated(stated, logged.release.root);
  const key = stated.provenance === null ? null : documentOf(stated.provenance, stated.asked)?.key;
  const packed = key ? await read(`${key}${DOCUMENT_ENDS.bytes}`) : null;
  return proofText(stated, logged.inclusion, packed?.toString('base64') ?? null);
}
