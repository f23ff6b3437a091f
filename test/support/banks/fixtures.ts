/** The fixtures of banks, which `bank-file.ts` reads, in the form of documents and as recordings. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import type { Fault } from '../faults/mutations.ts';
import { readBankFile, toBytes } from './bank-file.ts';

export interface Fixture {
  readonly feed: string;
  readonly url: string;
  readonly requestBody?: string;
  readonly contentType: string;
  readonly recordedAt: string;
  readonly bytes: Buffer;
  readonly exempt?: Readonly<Partial<Record<Fault, string>>>;
}

/** None where the bank has no file. */
export function readFixtures(code: string): readonly Fixture[] {
  const documents = readBankFile(code)?.fixtures ?? [];
  return documents.map(({ post, exempt, ...document }) => ({
    feed: document.feed,
    url: document.url,
    ...(post === undefined ? {} : { requestBody: post }),
    contentType: document.contentType,
    recordedAt: document.recordedAt,
    bytes: toBytes(document),
    ...(exempt === undefined ? {} : { exempt }),
  }));
}

/** The fixture of that number, from 1, for a server to answer with. */
export function fixtureOf(
  code: string,
  number = 1,
): { readonly url: string; readonly bytes: Buffer; readonly text: string } {
  const found = readFixtures(code)[number - 1];
  if (found === undefined) throw new Error(`${code} has no fixture ${number}`);
  return { url: found.url, bytes: found.bytes, text: found.bytes.toString() };
}

/** Writes the fixtures as recordings, `<dir>/<PROVIDER>/source.json` and the answers, and returns `dir`. */
export async function writeFixtures(dir: string, providers: readonly ProviderDefinition[]): Promise<string> {
  for (const provider of providers) {
    const fixtures = readFixtures(provider.code);
    if (fixtures.length === 0) continue;
    const folder = join(dir, provider.code);
    await mkdir(folder, { recursive: true });
    for (const [index, { bytes }] of fixtures.entries()) await writeFile(join(folder, `${index}.txt`), bytes);
    const requests = fixtures.map(toRecording);
    await writeFile(join(folder, 'source.json'), JSON.stringify({ provider: provider.code, requests }));
  }
  return dir;
}

function toRecording({ url, requestBody, contentType, recordedAt, bytes }: Fixture, index: number) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const method = requestBody === undefined ? 'GET' : 'POST';
  const asked = requestBody === undefined ? {} : { requestBody };
  return { method, url, ...asked, file: `${index}.txt`, contentType, recordedAt, bytes: bytes.length, sha256 };
}
