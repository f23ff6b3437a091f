/**
 * The documents behind new figures, as they came: compressed, named by their hash, each with a recording of how it was
 * fetched (recordings.ts). They wait in a folder of the archive until a night has put them into the store.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { makeFolder, replaceFile } from '../../kit/files.ts';
import { DOCUMENT_ENDS, DOCUMENTS, documentKey } from '../../wire/release/keys.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { Received } from './delivery.ts';
import { toKept } from './keeping.ts';
import type { Keys } from './request.ts';

/** Below an archive: where its documents wait. It is no folder of a bank, so no list of the archive has it. */
export const WAITING = '.documents';

/** The path of a waiting document is its key in the store, without what all keys begin with. */
export const keyOfWaiting = (path: string) => `${DOCUMENTS}${path}`;

/** Both files are on the disk when it returns, the bytes last: where they are, the recording is. */
export async function keepDocument(
  folder: string,
  provider: string,
  { answer, seen, tokens = {} }: Received,
  keys: Keys,
): Promise<void> {
  const sha256 = hashOf(answer.bytes);
  const path = join(folder, documentKey(provider, seen, sha256).slice(DOCUMENTS.length));
  if (existsSync(`${path}${DOCUMENT_ENDS.bytes}`)) return;
  makeFolder(dirname(path));
  const kept = toKept(answer, { keys, tokens }, sha256, seen);
  await replaceFile(`${path}${DOCUMENT_ENDS.recording}`, `${JSON.stringify(kept, null, 1)}\n`);
  await replaceFile(`${path}${DOCUMENT_ENDS.bytes}`, await promisify(gzip)(answer.bytes));
}
