/** Documents of a few lines that we wrote ourselves in the format of each bank's feeds, so that no bank goes untested. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';
import type { ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import type { Fault } from '../faults/mutations.ts';

export interface Fixture {
  /** The name of the feed whose documents look like this. */
  readonly feed: string;
  /** An address that the feed's `matches` knows. */
  readonly url: string;
  /** Of a POST: what was asked for. A fixture without it is the answer to a GET. */
  readonly requestBody?: string;
  readonly contentType: string;
  /** A UTC instant at which such a document could be fetched. */
  readonly recordedAt: string;
  readonly body: string | Uint8Array;
  /** Faults that cannot be made in the bank's documents, each with the reason. The tests of faults leave them out. */
  readonly exempt?: Readonly<Partial<Record<Fault, string>>>;
  /** Every figure of the document, as `observedLines` writes it, in the order of the document. */
  readonly lines: readonly string[];
}

const FOLDER = join(packageRoot(), 'test', 'providers', 'fixtures');

/** The fixtures of a bank, from `test/providers/fixtures/<code>.ts`; none where the file is missing. */
export async function readFixtures({ code }: ProviderDefinition): Promise<readonly Fixture[]> {
  const file = join(FOLDER, `${code.toLowerCase()}.ts`);
  if (!existsSync(file)) return [];
  const { fixtures } = (await import(file)) as { readonly fixtures: readonly Fixture[] };
  return fixtures;
}

/** Writes the fixtures as recordings, `<dir>/<PROVIDER>/source.json` and the answers, and returns `dir`. */
export async function writeFixtures(dir: string, providers: readonly ProviderDefinition[]): Promise<string> {
  for (const provider of providers) {
    const fixtures = await readFixtures(provider);
    if (fixtures.length === 0) continue;
    const folder = join(dir, provider.code);
    await mkdir(folder, { recursive: true });
    for (const [index, { body }] of fixtures.entries()) await writeFile(join(folder, `${index}.txt`), body);
    const requests = fixtures.map(toRecording);
    await writeFile(join(folder, 'source.json'), JSON.stringify({ provider: provider.code, requests }));
  }
  return dir;
}

function toRecording({ url, requestBody, contentType, recordedAt, body }: Fixture, index: number) {
  const bytes = Buffer.from(body);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const method = requestBody === undefined ? 'GET' : 'POST';
  const asked = requestBody === undefined ? {} : { requestBody };
  return { method, url, ...asked, file: `${index}.txt`, contentType, recordedAt, bytes: bytes.length, sha256 };
}
