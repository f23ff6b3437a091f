/** Runs that load past years: how they spare the source, and how they resume after an interruption. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { readArchiveOf } from '../../generator/release/archive/archive-list.ts';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import { toCollectLine } from '../../generator/sources/collect/events.ts';
import { toSpanPages } from '../../generator/sources/feeds/delivery.ts';
import { type NetworkOptions, networkSource } from '../../generator/sources/feeds/net/network.ts';
import type { Feed, FeedRequest } from '../../generator/sources/feeds/provider.ts';
import { toMonths } from '../../generator/sources/feeds/spans.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { bank, bankFeed, collect } from '../support/banks/recorded-bank.ts';
import { standingClock } from '../support/kit/clocks.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { certify, opensslIsThere } from '../support/servers/certificates.ts';
import { type Loopback, listen } from '../support/servers/loopback.ts';
import { readTree } from '../support/trees/trees.ts';

const dispatcher = new Agent();
afterAll(() => dispatcher.close());

const FROM = parseIsoDate('2025-01-01');
const MONTHS = toMonths({ from: FROM, to: parseIsoDate('2025-12-31') });
const get = (url: string, more: Partial<FeedRequest> = {}): FeedRequest => ({ method: 'GET', url, ...more });

/** One page for each month, such as `/a/2025-01`. In the months of `empty`, nothing was published. */
function monthly(url: string, more: Partial<Feed<string[][]>> = {}): Feed<string[][]> {
  const name = more.name ?? 'a';
  const between: Feed<unknown>['between'] = (span) =>
    toMonths(span).map((month) => get(`${url}/${name}/${month}`, { mayBeAbsent: true }));
  return bankFeed(name, { latest: () => [get(`${url}/${name}/newest`)], between, ...more });
}

interface Bank extends Loopback {
  /** What is wrong with each month, which a test changes while the server runs. */
  readonly trouble: Map<string, 'absent' | 'broken' | 'nonsense'>;
}

async function listenAsBank(trouble: Bank['trouble'] = new Map()): Promise<Bank> {
  const loopback = await listen((request, response) => {
    const month = /\d{4}-\d\d/.exec(request.url ?? '')?.[0] ?? '2026-03';
    const fault = trouble.get(month);
    if (fault === 'absent') response.writeHead(404).end();
    else if (fault === 'broken') response.writeHead(403).end();
    else if (fault === 'nonsense') response.end('<html>maintenance</html>');
    else response.end(`${month}-03,USD,PLN,1,3.6${month.slice(-2)}\n${month}-04,USD,PLN,1,3.7\n`);
  });
  return { ...loopback, trouble };
}

async function backfill(
  feeds: readonly Feed<string[][]>[],
  more: Partial<Parameters<typeof collect>[0]> & { readonly network?: Partial<NetworkOptions> } = {},
) {
  const { network, ...options } = more;
  const clock = standingClock();
  const now = () => new Date('2026-03-13T12:00:00Z');
  const limits = { backoffMs: 1, attemptsMax: 1 };
  const source = networkSource({ dispatcher, userAgent: 'ratetree test', limits, now, clock, ...network });
  const to = parseIsoDate('2025-12-31');
  const archiveDir = options.archiveDir ?? freshFolder();
  const wanted = { from: FROM, to, backfill: 'resume' as const, archiveDir, ...options };
  const collected = await collect({ providers: [bank({ feeds })], source, ...wanted });
  return { ...collected, lines: collected.events.map(toCollectLine), waits: clock.waits, archiveDir };
}

const asksOf = (months: readonly string[], name = 'a') => months.map((month) => `GET /${name}/${month}`);
const KEY_NAMES = PROVIDERS.flatMap(({ feeds }) => feeds.flatMap(({ keys = [] }) => keys));
const MEMORY = `BANK/backfill-${FROM}.csv`;

describe('between two requests to a host', () => {
  it.each<[string, number, Partial<Feed<string[][]>>, Partial<NetworkOptions>]>([
    ['one second passes', 1000, {}, {}],
    ['the pause that the source asks for passes', 15_000, { pauseMs: 15_000 }, {}],
    ['the usual pause passes, even if the source asks for less', 1000, { pauseMs: 10 }, {}],
    ['the pause that the operator asks for passes', 20_000, { pauseMs: 15_000 }, { pauseMs: 20_000 }],
  ])('%s', async (_, pauseMs, feed, network) => {
    const { url, asked } = await listenAsBank();
    const { waits } = await backfill([monthly(url, feed)], { network });
    expect(asked).toEqual(asksOf(MONTHS));
    expect(waits).toEqual(Array.from({ length: 11 }, () => pauseMs));
  });

  it('a quarter of a second passes for the newest documents', async () => {
    const { url } = await listenAsBank();
    const latest = () => ['1', '2', '3'].map((day) => get(`${url}/a/${day}`));
    const { waits } = await backfill([monthly(url, { latest })], { from: null, to: null });
    expect(waits).toEqual([250, 250]);
  });

  it('there is one pause for all feeds and providers that share the host, and none between two hosts', async () => {
    const [one, other] = [await listenAsBank(), await listenAsBank()];
    const to = parseIsoDate('2025-02-28');
    const shared = await backfill([monthly(one.url), monthly(one.url, { name: 'c' })], { to });
    expect(shared.waits).toEqual([1000, 1000, 1000]);
    const banks = [one, other].map(({ url }, index) => bank({ code: `BANK${'AB'[index]}`, feeds: [monthly(url)] }));
    expect((await backfill([], { to: parseIsoDate('2025-01-31'), providers: banks })).waits).toEqual([]);
  });

  it('the pause ends with the budget, and no further request is made', async () => {
    const { url, asked } = await listenAsBank();
    const budget = new AbortController();
    const clock = {
      ...standingClock(),
      wait: () => {
        budget.abort();
        return Promise.reject(budget.signal.reason);
      },
    };
    const { summaries, notes } = await backfill([monthly(url)], { network: { clock, signal: budget.signal } });
    expect(asked).toEqual(asksOf(MONTHS.slice(0, 1)));
    expect(summaries[0]?.failures).toEqual([expect.stringContaining('the time for collecting ran out')]);
    expect(notes).toEqual(['BANK: a: 10 further requests not made because the time ran out']);
  });
});

describe('of every provider', () => {
  const today = parseIsoDate('2026-03-13');
  const span = { from: parseIsoDate('2001-01-01'), to: today };
  const keys = { token: 'abc', cookie: 'a=b', ...Object.fromEntries(KEY_NAMES.map((name) => [name, 'sesame'])) };
  const archives = PROVIDERS.flatMap((provider) =>
    provider.feeds.flatMap((feed) => {
      const requests = feed.between?.(span, keys) ?? [];
      return requests.length === 0 ? [] : [{ provider, feed, requests }];
    }),
  );

  it.each(archives)('keys change neither the number nor the order of requests: $provider.code $feed.name', (one) => {
    const { provider, feed, requests } = one;
    const pages = toSpanPages(feed, provider, span, today);
    expect(pages).toHaveLength(requests.length);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(
      (feed.between?.(span, {}) ?? []).map(({ url }) => new URL(url).pathname),
    );
    const names = pages.flatMap(({ name }) => name ?? []);
    expect(new Set(names).size).toBe(names.length);
    // Of the 8,181 pages of BNM (27 currencies, month by month), 54 may still grow; CBR has one for each of 77 currencies.
    if (pages.length > 80) expect(pages.length - names.length).toBeLessThan(60);
  });

  it('one second between two requests is enough, unless the source limits requests by the minute', () => {
    const slow = PROVIDERS.flatMap(({ code, feeds }) => feeds.map(({ pauseMs = 0 }) => `${code} ${pauseMs}`));
    // Less than a second counts for the newest documents, between which a quarter of a second is the rule.
    expect(slow.filter((line) => !line.endsWith(' 0'))).toEqual([
      ...['BAM 2000', 'BCCCD 500', 'CBE 1000', 'CBKKW 500', 'NBC 500', 'NBKR 500', 'NBKR 500', 'RB 15000', 'SBP 1000'],
    ]);
  });
});

describe('a span that was interrupted', () => {
  it('is resumed without asking twice, and the archive is the same as without the interruption', async () => {
    const server = await listenAsBank(new Map([['2025-03', 'absent']]));
    const whole = await backfill([monthly(server.url)]);
    for (const month of ['2025-06', '2025-07']) server.trouble.set(month, 'broken');
    const first = await backfill([monthly(server.url)]);
    const failures = ['2025-06', '2025-07'].map((month) => expect.stringContaining(`/a/${month}`));
    expect(first.summaries).toMatchObject([{ documents: 4, failures }]);
    expect(existsSync(join(first.archiveDir, MEMORY))).toBe(true);
    for (const month of ['2025-06', '2025-07']) server.trouble.delete(month);
    const { summaries, notes, lines } = await backfill([monthly(server.url)], { archiveDir: first.archiveDir });
    expect(server.asked.slice(12)).toEqual([...asksOf(MONTHS.slice(0, 7)), ...asksOf(MONTHS.slice(5))]);
    expect(summaries).toMatchObject([{ documents: 7, fresh: 14, failures: [] }]);
    expect(notes).toEqual(['BANK: a: 5 of 12 pages were answered in an earlier run and are not asked for again']);
    expect(lines).toContain(`BANK: page 6 of 12: 2 figures in ${server.url}/a/2025-06`);
    expect(readTree(first.archiveDir)).toEqual(readTree(whole.archiveDir));
  });

  it('names each page that is rightly empty, and does not ask for it again', async () => {
    const server = await listenAsBank(
      new Map([
        ['2025-01', 'absent'],
        ['2025-02', 'absent'],
        ['2025-03', 'broken'],
        ['2025-04', 'broken'],
      ]),
    );
    const { archiveDir, lines } = await backfill([monthly(server.url)]);
    expect(lines).toContain('BANK: page 2 of 12: no figures from a');
    expect(readTree(archiveDir).has(MEMORY)).toBe(true);
    for (const month of ['2025-03', '2025-04']) server.trouble.delete(month);
    await backfill([monthly(server.url)], { archiveDir });
    expect(server.asked.slice(4)).toEqual(asksOf(MONTHS.slice(2)));
  });

  it('asks again only for the page whose document was refused', async () => {
    const server = await listenAsBank(new Map([['2025-06', 'nonsense']]));
    const { archiveDir, summaries } = await backfill([monthly(server.url)]);
    expect(summaries).toMatchObject([{ documents: 11, failures: [expect.stringContaining('/a/2025-06')] }]);
    server.trouble.clear();
    await backfill([monthly(server.url)], { archiveDir });
    expect(server.asked.slice(12)).toEqual(asksOf(['2025-06']));
  });

  it('asks only the feed that failed', async () => {
    const [one, other] = [await listenAsBank(), await listenAsBank(new Map([['2025-02', 'broken']]))];
    const feeds = [monthly(one.url), monthly(other.url, { name: 'c' })];
    const { archiveDir } = await backfill(feeds);
    other.trouble.clear();
    expect((await backfill(feeds, { archiveDir })).summaries).toMatchObject([{ failures: [] }]);
    expect(one.asked).toEqual(asksOf(MONTHS));
    expect(other.asked.slice(12)).toEqual(asksOf(['2025-02'], 'c'));
    expect(readTree(archiveDir).has(MEMORY)).toBe(false);
  });

  it.each<[string, Parameters<typeof backfill>[1]]>([
    ['from its beginning if the operator wants that', { backfill: 'afresh' }],
    [
      'from its beginning if the span begins on another day, where a page may have been cut',
      { from: parseIsoDate('2025-01-02') },
    ],
    ['from its beginning a month later, because sources correct their past', { today: parseIsoDate('2026-04-13') }],
  ])('is asked for %s', async (_, more) => {
    const server = await listenAsBank(new Map([['2025-12', 'broken']]));
    const { archiveDir } = await backfill([monthly(server.url)]);
    server.trouble.clear();
    await backfill([monthly(server.url)], { ...more, archiveDir });
    expect(server.asked.slice(12)).toEqual(asksOf(MONTHS));
  });

  it('asks again for the pages of the last two weeks, which may have grown', async () => {
    const server = await listenAsBank(new Map([['2026-03', 'broken']]));
    const { archiveDir } = await backfill([monthly(server.url)], { to: null });
    const later = { to: null, archiveDir, today: parseIsoDate('2026-03-14') };
    server.trouble.clear();
    await backfill([monthly(server.url)], later);
    expect(server.asked.slice(15)).toEqual(asksOf(['2026-02', '2026-03']));
  });

  it('asks again for the page in which a shorter span ended', async () => {
    const server = await listenAsBank(new Map([['2025-02', 'nonsense']]));
    const { archiveDir } = await backfill([monthly(server.url)], { to: parseIsoDate('2025-04-10') });
    server.trouble.clear();
    await backfill([monthly(server.url)], { archiveDir });
    expect(server.asked.slice(4)).toEqual(asksOf(MONTHS.filter((month) => !['2025-01', '2025-03'].includes(month))));
  });

  it('that is complete is asked for from its beginning the next time', async () => {
    const server = await listenAsBank();
    const { archiveDir } = await backfill([monthly(server.url)]);
    await backfill([monthly(server.url)], { archiveDir });
    expect(server.asked).toEqual([...asksOf(MONTHS), ...asksOf(MONTHS)]);
  });

  it('does not remember addresses if nothing was found at any of them', async () => {
    const server = await listenAsBank(new Map(MONTHS.map((month) => [month, 'absent'])));
    const { archiveDir, summaries } = await backfill([monthly(server.url)]);
    expect(summaries).toMatchObject([{ failures: ['BANK: a: nothing at any of its addresses'] }]);
    expect(readTree(archiveDir)).toEqual(new Map());
  });

  it('is not a failure if all remaining pages are rightly empty', async () => {
    const server = await listenAsBank(new Map([['2025-12', 'broken']]));
    const { archiveDir } = await backfill([monthly(server.url)]);
    server.trouble.set('2025-12', 'absent');
    const { summaries } = await backfill([monthly(server.url)], { archiveDir });
    expect(summaries).toMatchObject([{ documents: 0, failures: [] }]);
  });
});

describe('the file that remembers the answered pages', () => {
  async function interrupted() {
    const server = await listenAsBank(new Map([['2025-12', 'broken']]));
    const { archiveDir } = await backfill([monthly(server.url)]);
    server.trouble.clear();
    return { server, archiveDir, path: join(archiveDir, MEMORY) };
  }

  it('is not part of the archive: it is not published, and readers ignore it', async () => {
    const { archiveDir } = await interrupted();
    const { list } = await readArchiveOf(archiveDir);
    expect(list.files.map(([path]) => path)).toEqual(['BANK/2025.csv', 'BANK/documents-2026.csv']);
    expect((await readArchive(archiveDir, 'BANK')).rows).toHaveLength(22);
  });

  it('contains no keys, and another key changes nothing', async () => {
    let key = 'sesame';
    const env = () => ({ BANK_KEY: key });
    const between: Feed<unknown>['between'] = (span, keys) =>
      toMonths(span).map((month) => get(`${server.url}/a/${month}?key=${keys.BANK_KEY}`));
    const server = await listenAsBank(new Map([['2025-12', 'broken']]));
    const feed = monthly(server.url, { keys: ['BANK_KEY'], between });
    const { archiveDir } = await backfill([feed], { env: env() });
    expect(readFileSync(join(archiveDir, MEMORY), 'utf8')).not.toContain('sesame');
    key = 'barley';
    server.trouble.clear();
    await backfill([feed], { env: env(), archiveDir });
    expect(server.asked.slice(12)).toEqual(['GET /a/2025-12?key=barley']);
  });

  it('begins no session if no request is left', async () => {
    const server = await listenAsBank();
    const session = { request: get(`${server.url}/form`), toKeys: () => ({ token: 'abc' }) };
    const troubled = bankFeed('c', { latest: () => [], between: () => [get(`${server.url}/c/2026-03`)] });
    const feeds = [monthly(server.url, { session }), troubled];
    server.trouble.set('2026-03', 'nonsense');
    const { archiveDir } = await backfill(feeds);
    await backfill(feeds, { archiveDir });
    expect(server.asked).toEqual(['GET /form', ...asksOf(MONTHS), ...asksOf(['2026-03', '2026-03'], 'c')]);
  });

  it.each<[string, (path: string) => void]>([
    ['a line that was cut off by a power failure', (path) => appendFileSync(path, '2026-03-13,figures,0123')],
    ['lines of rubbish', (path) => writeFileSync(path, `nonsense\n${readFileSync(path, 'utf8')}\0\0\n`)],
  ])('survives %s', async (_, damage) => {
    const { server, archiveDir, path } = await interrupted();
    damage(path);
    const { summaries } = await backfill([monthly(server.url)], { archiveDir });
    expect(server.asked.slice(12)).toEqual(asksOf(['2025-12']));
    expect(summaries).toMatchObject([{ failures: [] }]);
  });
});

/** MNB is asked over plain HTTP, so a proxy can stand in for the bank. */
describe('the compiled program, when it is killed and run again,', () => {
  const answer = (date: string) => {
    const days = `<MNBExchangeRates><Day date="${date}"><Rate unit="1" curr="EUR">250,61</Rate></Day></MNBExchangeRates>`;
    const escaped = days.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetExchangeRatesResponse xmlns="http://www.mnb.hu/webservices/"><GetExchangeRatesResult>${escaped}</GetExchangeRatesResult></GetExchangeRatesResponse></s:Body></s:Envelope>`;
  };

  it.skipIf(!opensslIsThere('a backfill over real TLS'))('resumes with the page that was not answered', async () => {
    const asked: string[] = [];
    let [silent, hasBeenAsked] = ['2004-12-31', () => {}];
    const reached = new Promise<void>((resolve) => {
      hasBeenAsked = resolve;
    });
    const authority = certify({ name: 'Authority of banks' });
    const trusted = join(freshFolder(), 'authority.pem');
    writeFileSync(trusted, authority.cert);
    const hosts = ['www.mnb.hu'];
    const mnb = createServer(certify({ name: 'MNB', issuer: authority, hosts }), async (request, response) => {
      const from = /<web:startDate>(\d{4}-\d\d-\d\d)/.exec(await text(request))?.[1] ?? '';
      asked.push(from);
      if (from === silent) hasBeenAsked();
      else response.writeHead(200, { 'content-type': 'text/xml' }).end(answer(from));
    });
    const proxy = await listen((_, response) => response.writeHead(500).end());
    proxy.server.on('connect', (_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      mnb.emit('connection', socket);
    });
    const archive = freshFolder();
    const start = () => {
      const flags = [
        'collect',
        '--verbose',
        '--archive',
        archive,
        '--provider',
        'MNB',
        '--from',
        '2003-01-01',
        '--to',
        '2006-12-30',
      ];
      const named = { HTTPS_PROXY: proxy.url, https_proxy: proxy.url, NO_PROXY: '', no_proxy: '' };
      const env = { ...process.env, ...named, NODE_EXTRA_CA_CERTS: trusted };
      return spawn(process.execPath, [PROGRAM, ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    };
    const killed = start();
    const gone = once(killed, 'exit');
    await reached;
    killed.kill('SIGKILL');
    expect(await gone).toEqual([null, 'SIGKILL']);
    expect(existsSync(join(archive, 'MNB', 'backfill-2003-01-01.csv'))).toBe(true);
    silent = '';
    const resumed = start();
    const [told, [code]] = await Promise.all([text(resumed.stderr), once(resumed, 'exit')]);
    expect(told).toContain('MNB: list: 2 of 4 pages were answered in an earlier run and are not asked for again');
    expect(told).toContain('MNB: page 4 of 4: 1 figures in https://www.mnb.hu/arfolyamok.asmx');
    expect(code).toBe(0);
    expect(asked).toEqual(['2003-01-01', '2004-01-01', '2004-12-31', '2004-12-31', '2005-12-31']);
    expect([...readTree(archive).keys()]).toEqual([
      'MNB/2003.csv',
      'MNB/2004.csv',
      'MNB/2005.csv',
      'MNB/documents-2026.csv',
    ]);
  });
});
