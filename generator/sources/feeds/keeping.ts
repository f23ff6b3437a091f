/**
 * Keeps what sources answer, as recordings.ts reads it: as recordings, `<folder>/<PROVIDER>/source.json` and the
 * answers beside it, or the documents behind new figures, compressed, named by their hash, which wait in a folder of
 * the archive until a night has put them into the store. What is a key, or a token that a page gave, is left out.
 */

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { listFolder, makeFolder, replaceFile } from '../../kit/files.ts';
import { DOCUMENT_ENDS, DOCUMENTS, documentKey } from '../../wire/release/keys.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type Received, withoutKeys } from './delivery.ts';
import type { Recording } from './recordings.ts';
import type { FeedAnswer, Keys } from './request.ts';

/** Told of every answer, whatever its status, one of a provider after the other. */
export type Keep = (provider: string, answer: FeedAnswer, sent: Sent) => Promise<void>;

/** What is in the request and must not be kept. */
export interface Sent {
  /** From the environment. */
  readonly keys: Keys;
  /** What the page of a session gave: tokens, but also numbers of currencies and addresses of files. */
  readonly tokens: Keys;
}

/** What `source.json` says of an answer; the headers are for people. */
type Kept = Recording & { readonly headers: Readonly<Record<string, string>> };

/** By the beginning of the content type, the end of a file's name. */
const ENDS: readonly (readonly [RegExp, string])[] = [
  [/json/i, 'json'],
  [/html/i, 'html'],
  [/xml(;|$)/i, 'xml'],
  [/csv/i, 'csv'],
  [/pdf/i, 'pdf'],
  [/spreadsheetml/i, 'xlsx'],
  [/^text\//i, 'txt'],
];

/** @throws InputError if there is something in the folder, which a recording of today would be mixed with */
export async function keeper(folder: string, now: () => Date): Promise<Keep> {
  if ((await listFolder(folder)).length > 0)
    throw new InputError(`${folder} is not empty: name a new folder for --keep`);
  const kept = new Map<string, Kept[]>();
  return async (provider, answer, sent) => {
    const requests = kept.get(provider) ?? [];
    kept.set(provider, requests);
    const end = ENDS.find(([pattern]) => pattern.test(answer.contentType))?.[1] ?? 'bin';
    const file = `${`${requests.length + 1}`.padStart(3, '0')}.${end}`;
    const own = answer.status === undefined ? answer : withoutEcho(answer, sent.keys);
    requests.push(toKept(own, sent, file, toInstant(now())));
    await mkdir(join(folder, provider), { recursive: true });
    await writeFile(join(folder, provider, file), own.bytes);
    await replaceFile(join(folder, provider, 'source.json'), `${JSON.stringify({ provider, requests }, null, 1)}\n`);
  };
}

/** A page that says what is wrong with a request likes to repeat it, with the key. */
function withoutEcho(answer: FeedAnswer, keys: Keys): FeedAnswer {
  const clean = (text: string) => withoutKeys(text, keys);
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, clean(value)]);
  // Each byte is one character of latin1, so that all others stay as they are.
  const bytes = Buffer.from(clean(Buffer.from(answer.bytes).toString('latin1')), 'latin1');
  return { ...answer, headers: Object.fromEntries(headers), bytes };
}

/** @param seen when it was received, an instant */
function toKept(answer: FeedAnswer, sent: Sent, file: string, seen: string): Kept {
  const { request, bytes, contentType, status, headers = {} } = answer;
  const { method, url, body, mayBeAbsent } = request;
  return {
    method,
    url: withoutKeys(url, sent.keys),
    ...(body === undefined ? {} : { requestBody: withoutKeys(withoutKeys(body, sent.keys), tokensOf(sent.tokens)) }),
    file,
    contentType,
    ...(status === undefined ? {} : { status }),
    ...(mayBeAbsent && { mayBeAbsent }),
    recordedAt: seen,
    bytes: bytes.length,
    sha256: hashOf(bytes),
    headers,
  };
}

/** A number of a form is as short as this, and says what was asked for. */
const NUMBER_MAX = 8;

/** Of what pages gave, the tokens, and not the numbers by which a form names its currencies. */
function tokensOf(tokens: Keys): Keys {
  return Object.fromEntries(Object.entries(tokens).filter(([, value]) => value.length > NUMBER_MAX));
}

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
