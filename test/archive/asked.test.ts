/**
 * The rows that collect adds when it asks a provider: only news, no secrets, none for recordings; and their way to the
 * bucket.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishArchive } from '../../generator/release/archive/archive-in-store.ts';
import { readArchiveOf } from '../../generator/release/archive/archive-list.ts';
import { restoreArchive } from '../../generator/release/archive/restore-archive.ts';
import { openFolderStore } from '../../generator/release/store/folder.ts';
import { type Asked, readAsked, recordAsked } from '../../generator/sources/archive/ledger.ts';
import type { Delivery, FeedSource } from '../../generator/sources/feeds/delivery.ts';
import type { FeedRequest, Schedule } from '../../generator/sources/feeds/provider.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { BANK, bank, bankFeed, collect, collectRecorded, record } from '../support/banks/recorded-bank.ts';

const SCHEDULE: Schedule = { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Berlin' };
const row = (line: string): Asked => {
  const [at = '', outcome = '', since = '', ...reason] = line.split(' ');
  const day = since === '' || since === '-' ? '' : parseIsoDate(since);
  return { at, outcome: outcome === 'ok' ? 'ok' : 'failed', since: day, reason: reason.join(' ') };
};
const lines = (rows: readonly Asked[]) =>
  rows.map(({ at, outcome, since, reason }) => [at, outcome, since || '-', reason].join(' ').trim());

describe('a row about a run is', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      // 13 March 2026 is a Friday, and the list of 16:00 in Frankfurt is published at 15:00 UTC.
      'kept once before and once after each publication, however often the source is asked',
      [
        '2026-03-13T09:00:00Z ok 2026-03-04',
        '2026-03-13T14:00:00Z ok 2026-03-04',
        '2026-03-13T15:30:00Z ok 2026-03-04',
      ],
      ['2026-03-13T09:00:00Z ok 2026-03-04', '2026-03-13T15:30:00Z ok 2026-03-04'],
    ],
    [
      'not added on a weekend',
      [
        '2026-03-13T23:00:00Z ok 2026-03-04',
        '2026-03-14T23:00:00Z ok 2026-03-05',
        '2026-03-15T23:00:00Z ok 2026-03-06',
      ],
      ['2026-03-13T23:00:00Z ok 2026-03-04'],
    ],
    [
      'kept for a failure after a success and for a success after a failure',
      [
        '2026-03-13T23:00:00Z ok 2026-03-04',
        '2026-03-14T23:00:00Z failed - gone',
        '2026-03-15T23:00:00Z ok 2026-03-06',
      ],
      [
        '2026-03-13T23:00:00Z ok 2026-03-04',
        '2026-03-14T23:00:00Z failed - gone',
        '2026-03-15T23:00:00Z ok 2026-03-06',
      ],
    ],
    [
      'kept for another failure, but not for the same one again',
      [
        '2026-03-14T01:00:00Z failed - gone',
        '2026-03-14T02:00:00Z failed - gone',
        '2026-03-14T03:00:00Z failed - late',
      ],
      ['2026-03-14T01:00:00Z failed - gone', '2026-03-14T03:00:00Z failed - late'],
    ],
    [
      'kept if the documents contain older days than before',
      ['2026-03-14T01:00:00Z ok 2026-03-13', '2026-03-14T02:00:00Z ok 2026-01-02'],
      ['2026-03-14T01:00:00Z ok 2026-03-13', '2026-03-14T02:00:00Z ok 2026-01-02'],
    ],
  ])('%s', async (_, runs, kept) => {
    const dir = freshFolder();
    for (const run of runs) await recordAsked(dir, 'ECB', row(run), SCHEDULE);
    expect(lines(await readAsked(dir, 'ECB'))).toEqual(kept);
  });

  it('written to the file of its year, as CSV', async () => {
    const dir = freshFolder();
    await recordAsked(dir, 'ECB', row('2025-12-31T23:00:00Z ok 2025-12-22'), SCHEDULE);
    await recordAsked(dir, 'ECB', row('2026-01-02T23:00:00Z failed - daily, "x": 503'), SCHEDULE);
    expect(readdirSync(join(dir, 'ECB'))).toEqual(['asked-2025.csv', 'asked-2026.csv']);
    expect(readFileSync(join(dir, 'ECB', 'asked-2026.csv'), 'utf8')).toBe(
      'at,outcome,since,reason\n2026-01-02T23:00:00Z,failed,,"daily, ""x"": 503"\n',
    );
    expect(lines(await readAsked(dir, 'ECB', '2026-01-01T00:00:00Z'))).toEqual(['2025-12-31T23:00:00Z ok 2025-12-22']);
    expect(await readAsked(dir, 'ECB', '2026-01-02T23:00:00Z')).toHaveLength(2);
    expect(await readAsked(dir, 'ECB')).toHaveLength(2);
  });
});

/** A network whose answer to each feed is given by the test. */
function answering(deliveries: (feed: string, request: FeedRequest) => string | Error | null): FeedSource {
  return {
    readNotes: async () => [],
    async *deliver({ feeds }, { today, keys }): AsyncGenerator<Delivery> {
      for (const feed of feeds) {
        if ((feed.keys ?? []).some((name) => !keys[name])) continue;
        for (const request of feed.latest(today, keys)) {
          const found = deliveries(feed.name, request);
          if (found === null) yield { kind: 'absent', feed };
          else if (found instanceof Error) yield { kind: 'failed', feed, reason: found.message };
          else {
            const answer = { request, bytes: Buffer.from(found), contentType: 'text/csv' };
            yield { kind: 'document', feed, answer, seen: '2026-03-13T16:00:00Z' };
          }
        }
      }
    },
  };
}

const AT = '2026-03-13T15:59:00Z';
async function askedBy(
  source: FeedSource,
  more: Partial<Parameters<typeof collect>[0]> & { readonly definition?: ReturnType<typeof bank> } = {},
): Promise<readonly string[]> {
  const dir = freshFolder();
  const { definition: of = bank(), ...options } = more;
  await collect({ providers: [of], source, archiveDir: dir, askedAt: AT, ...options });
  return lines(await readAsked(dir, 'BANK'));
}

describe('a run notes', () => {
  const days = (name: string) =>
    name === 'a' ? '2026-03-12,USD,PLN,1,3.6\n2026-03-13,USD,PLN,1,3.7\n' : '2026-03-13,EUR,PLN,1,4.2\n';

  it.each<[string, FeedSource, readonly string[]]>([
    ['a success, with the oldest day of the feed that goes back least', answering(days), [`${AT} ok 2026-03-13`]],
    [
      'a feed without any document',
      answering((name) => (name === 'a' ? days(name) : null)),
      [`${AT} failed - BANK: c: nothing at any of its addresses`],
    ],
    [
      'a failure of one feed, whatever the others gave',
      answering((name) => (name === 'a' ? days(name) : new Error('the source\nanswers  503'))),
      [`${AT} failed - BANK: c, the source?answers 503`],
    ],
    [
      'a document that cannot be read',
      answering(() => '2026-03-12;USD'),
      [expect.stringMatching(/^2026-03-13T15:59:00Z failed - BANK: a, https:.{1,200}$/)],
    ],
  ])('%s', async (_, source, noted) => expect(await askedBy(source)).toEqual(noted));

  it('a failure, without any key in it', async () => {
    const secret = bank({ feeds: [bankFeed('a', { keys: ['BANK_KEY'] })] });
    const source = answering(() => new Error('https://bank.example/a?key=s%2Fecret: 403 for s/ecret'));
    expect(await askedBy(source, { definition: secret, env: { BANK_KEY: 's/ecret' } })).toEqual([
      `${AT} failed - BANK: a, https://bank.example/a?key=: 403 for`,
    ]);
  });

  it.each<[string, Parameters<typeof askedBy>[1]]>([
    [
      'a source whose key is missing, because it was not asked',
      { definition: bank({ feeds: [bankFeed('a', { keys: ['NO_KEY'] })] }) },
    ],
    [
      'a span of the past, because it says nothing about today',
      { from: parseIsoDate('2026-03-12'), to: parseIsoDate('2026-03-13') },
    ],
    ['recordings, because the bank was not asked', { askedAt: null }],
  ])('nothing from %s', async (_, more) => expect(await askedBy(answering(days), more)).toEqual([]));

  it('nothing from recordings, so that each replay makes the same archive', async () => {
    const dir = freshFolder();
    await collectRecorded(dir, [{ url: `${BANK}/a/1`, body: '2026-03-02,USD,PLN,1,3.6\n', recordedAt: '2026-03-05' }]);
    expect(readdirSync(join(dir, 'archive', 'BANK')).sort()).toEqual(['2026.csv', 'documents-2026.csv']);
    record(join(dir, 'recordings'), 'BANK', []);
    expect(existsSync(join(dir, 'archive', 'BANK', 'asked-2026.csv'))).toBe(false);
  });
});

describe('the rows about runs are restored with the archive', () => {
  it('to an empty disk, and to a disk that has rows of its own', async () => {
    const [here, there] = [freshFolder(), freshFolder()];
    const store = await openFolderStore(freshFolder(), true);
    await writeLines(there, 'ECB', ['2026-03-10 EUR/USD 1.1']);
    await recordAsked(there, 'ECB', row('2026-03-13T23:00:00Z failed - a, "b"'), SCHEDULE);
    // A bank that has not given any figures yet.
    await recordAsked(there, 'NBP', row('2026-03-13T23:00:00Z failed - gone'), SCHEDULE);
    await recordAsked(here, 'ECB', row('2026-03-12T23:00:00Z ok 2026-03-12'), SCHEDULE);
    const local = await readArchiveOf(there);
    await publishArchive(store, there, local, []);
    expect(await restoreArchive(store, local.hash, here)).toBe(4);
    expect(lines(await readAsked(here, 'ECB'))).toEqual([
      '2026-03-12T23:00:00Z ok 2026-03-12',
      '2026-03-13T23:00:00Z failed - a, "b"',
    ]);
    expect(lines(await readAsked(here, 'NBP'))).toEqual(['2026-03-13T23:00:00Z failed - gone']);
    const empty = freshFolder();
    await restoreArchive(store, local.hash, empty);
    expect(await readArchiveOf(empty)).toEqual(local);
  });
});
