/**
 * `ratetree why … --document`: what the bank sent, byte for byte, from the store that a night has kept it in. No network
 * of the bank is needed, and the hash is that of the release.
 */
import { writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'lossless-json';
import { z } from 'zod';
import { DOCUMENT_ENDS, documentKey } from '../../generator/wire/release/keys.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { readObjects } from '../ask/origin.ts';
import type { Published } from './provenance.ts';

/** In place of a file. */
export const STANDARD_OUTPUT = '-';
/** A bank's answer has up to 32 MB. */
const BYTES_MAX = 64 * 1024 * 1024;
const recording = z.looseObject({ contentType: z.string() });

interface Asked {
  readonly origin: string | undefined;
  readonly provider: string;
  readonly file: string;
}

/**
 * Writes the documents that the figures stand in. The first has the file's own name, the others a number after it.
 * Returns a line for each.
 * @throws InputError if there is none, or it is not kept or damaged
 */
export async function writeDocuments(published: readonly Published[], asked: Asked): Promise<readonly string[]> {
  const documents = [...new Map(published.map((one) => [one.document.sha256, one])).values()];
  if (documents.length === 0)
    throw new InputError('the figure stands in no document of its own: ask for a bank, and a currency that it states');
  if (asked.file === STANDARD_OUTPUT && documents.length > 1)
    throw new InputError(`the figure stands in ${documents.length} documents: name a file, and each gets a name`);
  const lines: string[] = [];
  for (const [place, one] of documents.entries()) {
    const { bytes, contentType } = await readDocument(one, asked);
    const file = place === 0 ? asked.file : `${asked.file}.${place + 1}`;
    if (file === STANDARD_OUTPUT) process.stdout.write(bytes);
    else writeFileSync(file, bytes);
    const where = file === STANDARD_OUTPUT ? 'written' : `written to ${file}`;
    const { url, fetched } = one.document;
    lines.push(`${where}: ${bytes.length} bytes of ${contentType}, fetched ${fetched} from ${url}`);
  }
  return lines;
}

async function readDocument({ seen, document }: Published, { origin, provider }: Asked) {
  const key = documentKey(provider, seen, document.sha256);
  const keys = [DOCUMENT_ENDS.bytes, DOCUMENT_ENDS.recording].map((end) => `${key}${end}`);
  const [packed, recorded] = await readObjects(origin ?? null, process.env, keys);
  if (!packed || !recorded) {
    const fix = 'name with --origin the bucket, or the folder, that nights publish to';
    throw new InputError(`${key} is not kept here, or not for you to read: ${fix}`);
  }
  const found = unpacked(packed, recorded);
  if (found === null || hashOf(found.bytes) !== document.sha256)
    throw new InputError(`${keys[0]} is damaged, or of other bytes: restore it from a copy of the store`);
  return found;
}

/** Null if the bytes are not a kept document. */
function unpacked(packed: Buffer, recorded: Buffer): { readonly bytes: Buffer; readonly contentType: string } | null {
  try {
    const bytes = gunzipSync(packed, { maxOutputLength: BYTES_MAX });
    return { bytes, contentType: recording.parse(parse(recorded.toString('utf8'))).contentType };
  } catch {
    return null;
  }
}
