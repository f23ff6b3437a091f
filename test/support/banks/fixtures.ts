/** The fixtures of banks, which `bank-file.ts` reads, in the form of documents and as recordings. */
import type { ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { type BankFile, readBankFile, toBytes } from './bank-file.ts';
import { record } from './recorded-bank.ts';

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
export function writeFixtures(dir: string, providers: readonly ProviderDefinition[]): string {
  for (const { code } of providers) {
    const fixtures = readFixtures(code).map(({ url, post, contentType, recordedAt, bytes: body }) => {
      return { url, body, contentType, recordedAt, ...(post === undefined ? {} : { requestBody: post }) };
    });
    if (fixtures.length > 0) record(dir, code, fixtures);
  }
  return dir;
}
