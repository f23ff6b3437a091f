/** Reads documents with their adapters: recorded ones, where the recordings exist, and short ones written by hand. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';
import {
  DocumentError,
  type FeedAnswer,
  type FeedRequest,
  type Observation,
  type ProviderDefinition,
} from '../../../generator/sources/feeds/provider.ts';
import { readRecordings } from '../../../generator/sources/feeds/recordings.ts';
import { toIsoDate } from '../../../generator/wire/words/calendar.ts';

/** The first banks have their folder, and those that came later have others. */
export const RECORDINGS: readonly string[] = ['feeds', 'feeds-new', 'feeds-3', 'feeds-4'].map((name) =>
  join(packageRoot(), '..', 'shared', name),
);

const read = new Map<string, Promise<readonly string[]>>();

/**
 * `2026-03-02 1 USD/PLN mid 3.6056`, `2026-03-02 1g XAU/PLN mid 595.71`: date, unit, pair, and each side that is
 * stated.
 */
export function toLine({ date, base, quote, per, unit, ...sides }: Observation): string {
  const stated = (['mid', 'bid', 'ask'] as const).filter((side) => sides[side] !== '');
  return `${date} ${per}${unit} ${base}/${quote} ${stated.map((side) => `${side} ${sides[side]}`).join(' ')}`;
}

/** What the adapter reads from a recorded file. The feed is found by the recorded address. */
export function readRecordedLines(provider: ProviderDefinition, file: string): Promise<readonly string[]> {
  const key = `${provider.code}/${file}`;
  const lines = read.get(key) ?? observeRecorded(provider, file);
  read.set(key, lines);
  return lines;
}

/** What the adapter reads from a document that is said to come from the address, and to be fetched on that day. */
export function observedLines(
  provider: ProviderDefinition,
  url: string,
  body: string | Uint8Array,
  contentType = '',
  requestBody?: string,
) {
  const request: FeedRequest =
    requestBody === undefined ? { method: 'GET', url } : { method: 'POST', url, body: requestBody };
  return observe(provider, { request, bytes: Buffer.from(body), contentType }, refuseOddRow);
}

/** As `collect`, which leaves such a row out and names it: a day or a figure that is none, or no figure. */
function refuseOddRow({ date, mid, bid, ask }: Observation): void {
  if (`${mid}${bid}${ask}` === '') throw new DocumentError('there is no figure');
  if (toIsoDate(date) === null) throw new DocumentError(`not a day: ${JSON.stringify(date)}`);
  for (const figure of [mid, bid, ask])
    if (!/^(\d+(\.\d+)?([eE][+-]?\d+)?)?$/.test(figure))
      throw new DocumentError(`not a figure: ${JSON.stringify(figure)}`);
}

async function observeRecorded(provider: ProviderDefinition, file: string): Promise<readonly string[]> {
  const found = await readRecordings(RECORDINGS, provider.code);
  const recorded = found?.find((recording) => recording.file === file);
  if (recorded === undefined) throw new Error(`${file} is not a recording of ${provider.code}`);
  const { method, url, requestBody, contentType } = recorded;
  const request = { method, url, ...(requestBody === undefined ? {} : { body: requestBody }) };
  const answer = { request, bytes: await readFile(join(recorded.folder, file)), contentType };
  return observe(provider, answer);
}

/** The feed that an address belongs to. */
export function feedOf({ feeds, code }: ProviderDefinition, url: string) {
  const feed = feeds.find(({ matches }) => matches.test(url));
  if (feed === undefined) throw new Error(`${url} is not an address of a feed of ${code}`);
  return feed;
}

function observe(
  provider: ProviderDefinition,
  answer: FeedAnswer,
  judge: (row: Observation) => void = () => {},
): readonly string[] {
  const feed = feedOf(provider, answer.request.url);
  const rows = [...feed.observe(feed.schema.parse(feed.read(answer)), answer)];
  for (const row of rows) judge(row);
  return rows.map(toLine);
}
