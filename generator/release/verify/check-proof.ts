/** Checks the proof of a figure, without a network and years later. */
import { gunzipSync } from 'node:zlib';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { judgeSigners, type Trust } from '../log/witness.ts';
import { checkLogged, checkStated } from '../proof/check.ts';
import { documentOf, figureIn, parseProof } from '../proof/proof.ts';

export interface ProofReport {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** Reads a proof, and trusts nothing but the keys. @throws InputError if it is no proof, or proves nothing */
export async function checkProof(text: string, trust: Trust): Promise<ProofReport> {
  const { answer, provenance, texts, document, log, ...asked } = parseProof(text);
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
