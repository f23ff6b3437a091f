/** Sources whose every answer is their whole archive: what of it a night reads, and when it is not fetched at all. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { readArchiveOf } from '../../generator/release/archive/archive-list.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import type { Feed, ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { bank, bankFeed, collect, readRows } from '../support/banks/recorded-bank.ts';
import { standingClock } from '../support/kit/clocks.ts';
import { listen, status } from '../support/servers/loopback.ts';

const dispatcher = new Agent();
afterAll(() => dispatcher.close());

const NOW = () => new Date('2026-03-13T12:00:00Z');

async function collectFrom(
  url: string,
  feed: Partial<Feed<string[][]>> = {},
  more: Partial<Parameters<typeof collect>[0]> & { readonly definition?: Partial<ProviderDefinition> } = {},
) {
  const limits = { backoffMs: 1, attemptsMax: 1 };
  const source = networkSource({ dispatcher, userAgent: 'test', limits, now: NOW, clock: standingClock() });
  const request = { method: 'GET', url: `${url}/a/all` } as const;
  const feeds = [bankFeed('a', { wholeArchive: true, latest: () => [request], between: () => [request], ...feed })];
  const { definition, archiveDir = join(freshFolder(), 'archive'), ...options } = more;
  const collected = await collect({ providers: [bank({ feeds, ...definition })], source, archiveDir, ...options });
  return { ...collected, archiveDir };
}

/** Two currencies on each of forty days up to 12 March 2026. */
const DAYS = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10));
const LIST = DAYS.flatMap((day, index) => [`${day},USD,PLN,1,3.6${index + 10}`, `${day},EUR,PLN,1,4.2${index + 10}`]);
const serve = (...rows: readonly string[]) => listen(status(200, {}, [...rows, ...LIST, ''].join('\n')));

const ODD = [
  ['that cannot be a figure', '2009-05-04,USD,PLN,1,n/a'],
  ['with a bid above its ask', '2009-05-04,USD,PLN,1,,3.7,3.6'],
  ['of two figures for a day', '2009-05-04,USD,PLN,1,3.6\n2009-05-04,USD,PLN,1,3.7'],
  ['of a day in the future', '2062-05-04,USD,PLN,1,3.6'],
] as const;

describe('a row of a whole archive', () => {
  it.each(ODD)('%s refuses no night', async (_, row) => {
    const { url } = await serve(row);
    const { summaries, notes, archiveDir } = await collectFrom(url);
    expect(summaries).toMatchObject([{ failures: [] }]);
    expect(notes).toEqual([]);
    const rows = await readRows(dirname(archiveDir), '2026');
    expect([rows[0]?.slice(0, 18), rows.at(-1)?.slice(0, 18)]).toEqual(['2026-02-10,EUR,PLN', '2026-03-12,USD,PLN']);
  });

  it.each(ODD)('%s is left out by name if years are loaded, and the others are kept', async (_, row) => {
    const { url } = await serve(row);
    const { summaries, notes } = await collectFrom(url, {}, { from: parseIsoDate('2001-01-01') });
    expect(summaries).toMatchObject([{ fresh: 80, failures: [] }]);
    const isLater = row.startsWith('2062');
    expect(notes).toEqual(
      isLater ? [] : [expect.stringMatching(/^BANK: left out, cannot be right: 2009-05-04 USD\/PLN/)],
    );
  });

  it('that is odd on the newest day refuses the document, if it is half of that day’s list', async () => {
    const { url } = await serve('2026-03-13,USD,PLN,1,,3.7,3.6', '2026-03-13,EUR,PLN,1,,4.3,4.2');
    const { summaries } = await collectFrom(url);
    expect(summaries).toMatchObject([{ failures: [expect.stringContaining('2 of 2 rows of 2026-03-13 are odd')] }]);
  });

  it('refuses the document if a tenth of the rows are like it', async () => {
    const { url } = await serve(...DAYS.slice(20, 30).map((day) => `${day},CHF,PLN,1,none`));
    const { summaries } = await collectFrom(url);
    expect(summaries).toMatchObject([{ failures: [expect.stringContaining('10 of 72 rows are odd')] }]);
  });

  it('withdraws nothing by being left out', async () => {
    const { url } = await serve();
    const { archiveDir } = await collectFrom(url);
    const changed = await listen(
      status(200, {}, [...LIST, ''].join('\n').replace('2026-03-04,USD,PLN,1,3.641', '2026-03-04,USD,PLN,1,oops')),
    );
    const { summaries, notes } = await collectFrom(changed.url, {}, { archiveDir });
    expect(summaries).toMatchObject([{ fresh: 0, corrected: 0, withdrawn: 0, failures: [] }]);
    expect(notes[0]).toContain('left out, cannot be right: 2026-03-04 USD/PLN: mid is not a positive decimal: "oops"');
  });

  it('of a bank whose lists are amended on their end is read once, as it stands first', async () => {
    const { url } = await serve('2026-03-12,CHF,PLN,1,4.5', '2026-03-12,CHF,PLN,1,4.6');
    const { summaries, archiveDir } = await collectFrom(url, { wholeArchive: false, repeats: 'first holds' });
    expect(summaries).toMatchObject([{ failures: [] }]);
    expect((await readRows(dirname(archiveDir), '2026')).filter((row) => row.includes('CHF'))).toEqual([
      expect.stringContaining('2026-03-12,CHF,PLN,1,,4.5'),
    ]);
  });
});

it('a whole archive without a row of its newest weeks is a failure, because the file has been left behind', async () => {
  const { url } = await listen(status(200, {}, '2009-05-04,USD,PLN,1,3.6\n'));
  const { summaries } = await collectFrom(url);
  expect(summaries).toMatchObject([{ failures: [expect.stringContaining('states no figure from 2026-02-10 on')] }]);
});

describe('a document that has not changed since the last run', () => {
  /** Answers 304 to whoever knows its ETag or its Last-Modified. */
  async function bankWith(validators: Record<string, string>) {
    const conditions: (string | undefined)[] = [];
    const loopback = await listen((request, response) => {
      const { 'if-none-match': etag, 'if-modified-since': modified } = request.headers;
      conditions.push(etag ?? modified);
      const isKnown = (etag ?? modified) !== undefined && (etag ?? modified) === Object.values(validators)[0];
      if (isKnown) response.writeHead(304).end();
      else
        response.writeHead(200, { ...validators, 'content-encoding': 'gzip' }).end(gzipSync([...LIST, ''].join('\n')));
    });
    return { ...loopback, conditions };
  }

  it.each([
    ['ETag', { etag: '"abc, d%e"' }],
    ['Last-Modified', { 'last-modified': 'Thu, 12 Mar 2026 16:00:00 GMT' }],
  ])('is recognized by its %s and not fetched, and the run counts as answered', async (_, validators) => {
    const { url, conditions } = await bankWith(validators);
    const asked = { askedAt: '2026-03-13T12:00:00Z' };
    const { archiveDir } = await collectFrom(url, {}, asked);
    const again = await collectFrom(url, {}, { ...asked, archiveDir });
    expect(conditions).toEqual([undefined, Object.values(validators)[0]]);
    expect(again.summaries).toMatchObject([{ documents: 0, failures: [] }]);
    expect(again.notes).toEqual(['BANK: a: unchanged since the last run']);
  });

  it('is fetched again if its figures are no longer in the archive, and for a span', async () => {
    const { url, conditions } = await bankWith({ etag: '"abc"' });
    const asked = { askedAt: '2026-03-13T12:00:00Z' };
    const { archiveDir } = await collectFrom(url, {}, asked);
    await collectFrom(url, {}, { ...asked, archiveDir, from: parseIsoDate('2026-03-02') });
    rmSync(`${archiveDir}/BANK/2026.csv`);
    const { summaries } = await collectFrom(url, {}, { ...asked, archiveDir });
    expect(conditions).toEqual([undefined, undefined, undefined]);
    expect(summaries).toMatchObject([{ fresh: 62 }]);
  });

  it('leaves its memory out of what is published', async () => {
    const { url } = await bankWith({ etag: '"abc"' });
    const { archiveDir } = await collectFrom(url, {}, { askedAt: '2026-03-13T12:00:00Z' });
    const { list } = await readArchiveOf(archiveDir);
    expect(list.files.map(([path]) => path)).toEqual([
      'BANK/2026.csv',
      'BANK/asked-2026.csv',
      'BANK/documents-2026.csv',
    ]);
  });
});

/** A workbook of one month. */
const SHORT = ['SBP averages'];

it('every source that gives the same answer for today and for 17 years is read as a whole archive', () => {
  const today = parseIsoDate('2026-11-20');
  const span = { from: parseIsoDate('2010-01-01'), to: today };
  const unmarked = PROVIDERS.flatMap(({ code, feeds }) =>
    feeds.flatMap(({ name, keys = [], wholeArchive, latest, between }) => {
      const known = Object.fromEntries(keys.map((key) => [key, 'x']));
      const [newest, years] = [latest(today, known), between?.(span, known, today) ?? []];
      const isSame = newest.length > 0 && JSON.stringify(newest) === JSON.stringify(years);
      return isSame && wholeArchive !== true ? [`${code} ${name}`] : [];
    }),
  );
  expect(unmarked).toEqual(SHORT);
});
