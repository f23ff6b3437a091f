/** Checks the proof of a figure, without a network and years later. */
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { parseInclusion } from '../log/inclusion.ts';
import { judgeSigners, type Trust } from '../log/judge.ts';
import { parseLeaf } from '../log/leaf.ts';
import { provenancePath, type TreePath } from '../wire/answers/paths.ts';
import { findEntry } from '../wire/release/find-entry.ts';
import type { FileEntry } from '../wire/release/manifest.ts';
import { checkedReader, readRootNode } from '../wire/release/manifest-nodes.ts';
import { hashOf } from '../wire/words/hash.ts';
import { InputError } from '../wire/words/input-error.ts';
import { documentOf, figureIn, isAnswer, proof } from './proof.ts';

export interface ProofReport {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** Reads a proof, and trusts nothing but the keys. @throws InputError if it is no proof, or proves nothing */
export async function checkProof(text: string, trust: Trust): Promise<ProofReport> {
  const parsed = proof.safeParse(parsedJson(text));
  if (!parsed.success)
    throw new InputError(`it is not a proof: ${z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ')}`);
  const { answer, provenance, texts, document, log, ...asked } = parsed.data;
  const { entry, position, checkpoint } = parseInclusion(log);
  const release = parseLeaf(entry.toString('utf8'));
  if (release === null) throw new InputError(`entry ${position} of the log is not a release`);
  const judged = judgeSigners(checkpoint, trust);
  const find = await finderIn(release.root, texts);
  const [path, answerText] = answer;
  const isRight = isAnswer(path, asked) && hashOf(answerText) === (await find(path))?.sha256;
  if (!isRight) throw new InputError(`${path} is not what the release states for ${asked.provider} of ${asked.date}`);
  const source = provenance === null ? null : await find(provenancePath(asked.provider, asked.date));
  if (provenance !== null && hashOf(provenance) !== source?.sha256)
    throw new InputError('the provenance is not that of the release');
  return {
    lines: [
      `${asked.provider} of ${asked.date}: ${figureIn(answerText, asked)}`,
      `in release ${release.release} (sequence ${release.sequence}, ${release.time})`,
      `entry ${position} of the ${checkpoint.size} of the log ${checkpoint.origin}: ${judged.words}`,
      documentWords(provenance === null ? null : documentOf(provenance, asked), document),
    ],
    faults: judged.faults,
  };
}

async function finderIn(root: string, texts: readonly string[]): Promise<(path: string) => Promise<FileEntry | null>> {
  const byHash = new Map(texts.map((text) => [hashOf(text), Buffer.from(text)]));
  const reader = checkedReader(async (sha256) => byHash.get(sha256) ?? null);
  const node = await readRootNode(root, reader);
  return (path) => findEntry(node, path as TreePath, reader);
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

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
