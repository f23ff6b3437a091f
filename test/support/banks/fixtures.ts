/** The fixtures of banks, which `bank-file.ts` reads, in the form of documents and as recordings. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { type BankFile, readBankFile, toBytes } from './bank-file.ts';

export type Fixture = BankFile['fixtures'][number] & { readonly bytes: Buffer };

/** None where the bank has no file. */
export function readFixtures(code: string): readonly Fixture[] {
  return (readBankFile(code)?.fixtures ?? []).map((fixture) => ({ ...fixture, bytes: toBytes(fixture) }));
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

function toRecording({ url, post, contentType, recordedAt, bytes }: Fixture, index: number) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const method = post === undefined ? 'GET' : 'POST';
  const asked = post === undefined ? {} : { requestBody: post };
  return { method, url, ...asked, file: `${index}.txt`, contentType, recordedAt, bytes: bytes.length, sha256 };
}
