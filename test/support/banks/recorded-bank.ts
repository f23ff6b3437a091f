/** A bank for tests: its documents are lines of CSV, recorded into a folder and replayed like any other recording. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { collectProviders } from '../../../generator/sources/collect/collect.ts';
import type { CollectEvent, CollectOptions, ProviderSummary } from '../../../generator/sources/collect/events.ts';
import { defineFeed, type Feed, type ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { csv } from '../../../generator/sources/feeds/readers.ts';
import { replaySource } from '../../../generator/sources/feeds/recordings.ts';
import { parseDay } from '../../../generator/sources/feeds/spelling.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { definition } from './archives.ts';

export const BANK = 'https://bank.example';

/** `date,base,quote,per,mid,bid,ask` lines under https://bank.example/<name>/… */
export function bankFeed(name: string, more: Partial<Feed<string[][]>> = {}): Feed<string[][]> {
  return defineFeed<string[][]>({
    name,
    matches: new RegExp(`^https?://[^/]+/${name}/`),
    latest: () => [{ method: 'GET', url: `${BANK}/${name}/latest` }],
    read: csv(),
    schema: z.array(z.array(z.string())),
    *observe(rows) {
      for (const [date = '', base = '', quote = '', per = '', mid = '', bid = '', ask = ''] of rows) {
        yield { date: parseDay(date, 'YMD'), base, quote, per, unit: '', mid, bid, ask };
      }
    },
    ...more,
  });
}

/** Its reference currency is the zloty; its lists A (mid) and C (bid and ask) are two tables. */
export function bank(more: Partial<ProviderDefinition> = {}): ProviderDefinition {
  return definition('BANK', 'PLN', { bidAsk: true, feeds: [bankFeed('a'), bankFeed('c')], ...more });
}

export interface RecordedDocument {
  readonly url: string;
  readonly body: string | Uint8Array;
  readonly recordedAt: string;
  readonly contentType?: string;
  readonly status?: number;
  /** Of a POST: what was asked for. */
  readonly requestBody?: string;
}

/** Writes `<dir>/<code>/source.json` and the answers that it names, `0.txt` and so on. */
export function record(dir: string, code: string, documents: readonly RecordedDocument[]): void {
  mkdirSync(join(dir, code), { recursive: true });
  const requests = documents.map(({ body, ...asked }, index) => {
    const [method, file] = [asked.requestBody === undefined ? 'GET' : 'POST', `${index}.txt`];
    writeFileSync(join(dir, code, file), body);
    return { method, contentType: 'text/csv', ...asked, file, bytes: Buffer.byteLength(body), sha256: hashOf(body) };
  });
  writeFileSync(join(dir, code, 'source.json'), JSON.stringify({ provider: code, requests }));
}

export interface Collected {
  readonly summaries: readonly ProviderSummary[];
  readonly events: readonly CollectEvent[];
  /** The texts of the notes among the events. */
  readonly notes: readonly string[];
}

/** Collects, with defaults for the options that a test does not need. */
export async function collect(
  options: Pick<CollectOptions, 'providers' | 'source' | 'archiveDir'> & Partial<CollectOptions>,
) {
  const events: CollectEvent[] = [];
  const { summaries } = await collectProviders({
    from: null,
    to: null,
    today: parseIsoDate('2026-03-13'),
    currencies: new Set(['PLN', 'USD', 'EUR', 'JPY', 'CHF']),
    redenominations: [],
    env: {},
    askedAt: null,
    backfill: null,
    withdraw: [],
    onEvent: (event) => events.push(event),
    ...options,
  });
  const notes = events.flatMap((event) => (event.kind === 'note' ? [event.text] : []));
  return { summaries, events, notes } satisfies Collected;
}

/** Records the documents into `dir`/recordings and collects them into `dir`/archive. */
export async function collectRecorded(
  dir: string,
  documents: readonly RecordedDocument[],
  more: Partial<CollectOptions> & { readonly definition?: ProviderDefinition } = {},
) {
  const { definition: of = bank(), ...options } = more;
  record(join(dir, 'recordings'), of.code, documents);
  const source = replaySource({ dirs: [join(dir, 'recordings')], adapters: null });
  return collect({ providers: [of], source, archiveDir: join(dir, 'archive'), ...options });
}

/** The rows of a year as they are in the file, without the header and without the documents' names. */
export async function readRows(dir: string, year: string, code = 'BANK'): Promise<readonly string[]> {
  const lines = (await readFile(join(dir, 'archive', code, `${year}.csv`), 'utf8')).split('\n');
  return lines.slice(1, -1).map((line) => line.slice(0, line.lastIndexOf(',')));
}
