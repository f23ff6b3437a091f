import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { toCollectLine } from '../../generator/sources/collect/events.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import {
  DocumentError,
  type FeedAnswer,
  type FeedRequest,
  type Keys,
  type ProviderDefinition,
  type Session,
} from '../../generator/sources/feeds/provider.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { bank, bankFeed, collect } from '../support/banks/recorded-bank.ts';
import { standingClock } from '../support/kit/clocks.ts';
import { errorLike } from '../support/kit/errors.ts';
import { inTurn, listen, status } from '../support/servers/loopback.ts';

const dispatcher = new Agent();
afterAll(() => dispatcher.close());

const SPAN = { from: parseIsoDate('2026-03-02'), to: parseIsoDate('2026-03-04') };
const ROW = '2026-03-02,USD,PLN,1,3.6\n';
const list = status(200, { 'content-type': 'text/csv' }, ROW);

function collectFrom(providers: readonly ProviderDefinition[], more: Partial<Parameters<typeof collect>[0]> = {}) {
  const now = () => new Date('2026-03-05T12:00:00.987Z');
  const limits = { backoffMs: 1, attemptsMax: 2, timeoutMs: 20_000 };
  const source = networkSource({ dispatcher, userAgent: 'ratetree test', limits, now, clock: standingClock() });
  return collect({ providers, source, archiveDir: freshFolder(), ...more });
}

const get = (url: string, more: Partial<FeedRequest> = {}): FeedRequest => ({ method: 'GET', url, ...more });

describe('from the network', () => {
  it('the newest documents are requested if no span is given', async () => {
    const { url, asked } = await listen(list);
    const feed = bankFeed('a', {
      latest: (today) => [get(`${url}/a/${today}`)],
      between: () => [get(`${url}/a/history`)],
    });
    const { summaries } = await collectFrom([bank({ feeds: [feed] })]);
    expect(asked).toEqual(['GET /a/2026-03-13']);
    expect(summaries).toMatchObject([{ documents: 1, fresh: 1, failures: [] }]);
  });

  it('a span requests its documents, or the newest one with a note if the source has no archive', async () => {
    const { url, asked } = await listen(list);
    const pages = bankFeed('a', { latest: () => [], between: ({ from, to }) => [get(`${url}/a/${from}/${to}`)] });
    const newest = bankFeed('c', { latest: () => [get(`${url}/c/newest`)] });
    const { notes } = await collectFrom([bank({ feeds: [pages, newest] })], SPAN);
    expect(asked).toEqual(['GET /a/2026-03-02/2026-03-04', 'GET /c/newest']);
    expect(notes).toEqual(['BANK: c cannot be asked for a span of dates: asking for its newest document instead']);
  });

  it('one request at a time goes to a host, even for several providers', async () => {
    let [now, most] = [0, 0];
    const { url } = await listen((request, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        list(request, response);
      }, 5);
    });
    const requests = Array.from({ length: 4 }, (_, page) => get(`${url}/a/${page}`));
    const banks = ['BANKA', 'BANKB', 'BANKC'].map((code) =>
      bank({ code, feeds: [bankFeed('a', { latest: () => requests })] }),
    );
    const { summaries } = await collectFrom(banks);
    expect(summaries.map(({ documents }) => documents)).toEqual([4, 4, 4]);
    expect(most).toBe(1);
  });

  it('a feed whose key is missing is left out with a note, and its host is not asked', async () => {
    const { url, asked } = await listen(list);
    const feeds = [bankFeed('a', { keys: ['BANK_KEY'], latest: () => [get(`${url}/a/1`)] })];
    const { notes, summaries } = await collectFrom([bank({ feeds })], { env: { BANK_KEY: '' } });
    expect([asked, notes]).toEqual([[], ['BANK: a left out: BANK_KEY not set']]);
    expect(summaries).toMatchObject([{ documents: 0, failures: [] }]);
  });

  it('a key reaches the source, but no printed line', async () => {
    const { url, asked } = await listen(status(403));
    const latest = (_: unknown, keys: Readonly<Record<string, string>>) => [get(`${url}/a/1?key=${keys.BANK_KEY}`)];
    const { events } = await collectFrom([bank({ feeds: [bankFeed('a', { keys: ['BANK_KEY'], latest })] })], {
      env: { BANK_KEY: 'sesame' },
    });
    const lines = events.map(toCollectLine);
    expect(asked).toEqual(['GET /a/1?key=sesame']);
    expect(lines.filter((line) => line.includes('the source answers 403'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('sesame'))).toEqual([]);
  });
});

describe('a session', () => {
  const page = '<form><input name="token" value="abc"></form>';
  const begin = status(200, { 'set-cookie': 'visitor=7; Path=/; HttpOnly' }, page);
  const session = (url: string): Session => ({
    request: get(`${url}/a/form`),
    toKeys: ({ bytes, cookies = [] }) => {
      const token = /value="(\w+)"/.exec(Buffer.from(bytes).toString())?.[1];
      if (token === undefined) throw new DocumentError('the form has no token');
      return { token, cookie: cookies.join('; ') };
    },
  });
  const pages = (url: string, days: readonly string[]) => (_: unknown, keys: Keys) =>
    days.map((day) => ({
      method: 'POST' as const,
      url: `${url}/a/${day}`,
      headers: { cookie: keys.cookie ?? '' },
      body: `token=${keys.token}&day=${day}`,
    }));

  it('is begun once, before the first request of its feed, and each request sends its token and cookie', async () => {
    const posted: string[] = [];
    const { url, asked } = await listen(async (request, response) => {
      if (request.method === 'GET') return begin(request, response);
      posted.push(`${request.headers.cookie} ${await text(request)}`);
      list(request, response);
    });
    const feed = bankFeed('a', { session: session(url), latest: pages(url, ['1', '2']) });
    const { summaries } = await collectFrom([bank({ feeds: [feed] })]);
    expect(asked).toEqual(['GET /a/form', 'POST /a/1', 'POST /a/2']);
    expect(posted).toEqual(['visitor=7 token=abc&day=1', 'visitor=7 token=abc&day=2']);
    expect(summaries).toMatchObject([{ documents: 2, failures: [] }]);
  });

  it('is begun again after as many requests as the source remembers a visitor for', async () => {
    let begun = 0;
    const posted: string[] = [];
    const { url } = await listen(async (request, response) => {
      if (request.method === 'GET') return response.end(page.replace('abc', `t${++begun}`));
      posted.push(await text(request));
      list(request, response);
    });
    const feed = bankFeed('a', {
      session: { ...session(url), renewAfter: 2 },
      latest: pages(url, ['1', '2', '3', '4', '5']),
    });
    const { summaries } = await collectFrom([bank({ feeds: [feed] })]);
    expect(posted).toEqual(['t1&1', 't1&2', 't2&3', 't2&4', 't3&5'].map((one) => `token=${one.replace('&', '&day=')}`));
    expect(summaries).toMatchObject([{ documents: 5, failures: [] }]);
  });

  it('asks a page for the address of another one, which has the token, and says which of the two failed', async () => {
    let listing = status(200, {}, page);
    const index = status(200, {}, '<a href="/a/forms/2026">');
    const { url, asked } = await listen((request, response) => {
      if (request.method === 'POST') return list(request, response);
      return request.url === '/a/form' ? index(request, response) : listing(request, response);
    });
    const linked = {
      matches: /\/a\/forms\//,
      toRequest: ({ bytes }: FeedAnswer) => get(`${url}${/href="([^"]+)"/.exec(Buffer.from(bytes).toString())?.[1]}`),
    };
    const feed = bankFeed('a', { session: { ...session(url), linked }, latest: pages(url, ['1']) });
    const { summaries } = await collectFrom([bank({ feeds: [feed] })]);
    expect(asked).toEqual(['GET /a/form', 'GET /a/forms/2026', 'POST /a/1']);
    expect(summaries).toMatchObject([{ documents: 1, failures: [] }]);
    listing = status(403);
    const again = await collectFrom([bank({ feeds: [feed] })]);
    expect(again.summaries).toMatchObject([{ failures: [`BANK: a, ${url}/a/forms/2026: the source answers 403`] }]);
  });

  it('is not begun if there is nothing to request', async () => {
    const { url, asked } = await listen(begin);
    await collectFrom([bank({ feeds: [bankFeed('a', { session: session(url), latest: () => [] })] })]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['cannot be begun', status(403), 'the source answers 403'],
    ['has no token', status(200, {}, '<form></form>'), 'the form has no token'],
  ])('that %s is one failure, and the rates are not requested', async (_, form, reason) => {
    const { url, asked } = await listen(form);
    const feed = bankFeed('a', { session: session(url), latest: pages(url, ['1', '2']) });
    const { summaries } = await collectFrom([bank({ feeds: [feed] })]);
    expect(asked).toEqual(['GET /a/form']);
    expect(summaries).toMatchObject([{ documents: 0, failures: [`BANK: a, ${url}/a/form: ${reason}`] }]);
  });
});

describe('a bug of an adapter', () => {
  it('is not taken for the source’s fault', async () => {
    const { url } = await listen(status(200));
    const broken: Session = {
      request: get(`${url}/a/form`),
      toKeys: () => {
        throw new TypeError('a bug');
      },
    };
    const feed = bankFeed('a', { session: broken, latest: () => [get(`${url}/a/1`)] });
    const source = networkSource({ dispatcher, userAgent: 'x', now: () => new Date(), clock: standingClock() });
    const deliveries = source.deliver(bank({ feeds: [feed] }), { today: SPAN.to, span: null, keys: {} });
    await expect(deliveries[Symbol.asyncIterator]().next()).rejects.toThrow(errorLike('TypeError', 'a bug'));
  });
});

describe('a failure', () => {
  it('of one feed does not stop the provider’s other feeds', async () => {
    const { url } = await listen((request, response) =>
      (request.url?.startsWith('/a') ? status(500) : list)(request, response),
    );
    const feeds = ['a', 'c'].map((name) => bankFeed(name, { latest: () => [get(`${url}/${name}/1`)] }));
    const { summaries } = await collectFrom([bank({ feeds })]);
    expect(summaries).toMatchObject([{ documents: 1, failures: [`BANK: a, ${url}/a/1: the source answers 500`] }]);
  });

  it('of one request does not keep the next one from being made', async () => {
    const { url, asked } = await listen(inTurn(list, status(404), list));
    const requests = ['1', '2', '3'].map((page) => get(`${url}/a/${page}`));
    const { summaries } = await collectFrom([bank({ feeds: [bankFeed('a', { latest: () => requests })] })]);
    expect(asked).toEqual(['GET /a/1', 'GET /a/2', 'GET /a/3']);
    expect(summaries).toMatchObject([{ documents: 2, failures: [expect.stringContaining('the source answers 404')] }]);
  });

  it('stops further requests of the feed the second time in a row, because a source in trouble is left alone', async () => {
    const { url, asked } = await listen(inTurn(status(404), list, status(404)));
    const requests = ['1', '2', '3', '4', '5'].map((page) => get(`${url}/a/${page}`));
    const { summaries, notes } = await collectFrom([bank({ feeds: [bankFeed('a', { latest: () => requests })] })]);
    expect(asked).toEqual(['GET /a/1', 'GET /a/2', 'GET /a/3', 'GET /a/4']);
    expect(notes).toEqual(['BANK: a: 1 further requests not made after two failures in a row']);
    expect(summaries).toMatchObject([{ documents: 1 }]);
    expect(summaries[0]?.failures).toHaveLength(3);
  });
});

describe('a document that may be absent', () => {
  const absent = (url: string, pages: number) =>
    bankFeed('a', {
      latest: () => Array.from({ length: pages }, (_, page) => get(`${url}/a/${page}`, { mayBeAbsent: true })),
      between: () => Array.from({ length: pages }, (_, page) => get(`${url}/a/${page}`, { mayBeAbsent: true })),
    });

  it.each([
    ['by a 404', status(404)],
    ['by a document without figures', status(200)],
  ])('is taken as absent %s, and the next one is requested', async (_, none) => {
    const { url } = await listen(inTurn(none, list));
    const { summaries } = await collectFrom([bank({ feeds: [absent(url, 2)] })]);
    expect(summaries).toMatchObject([{ documents: 1, failures: [] }]);
  });

  it('is a failure if every one is absent, because then an address has changed', async () => {
    const { url } = await listen(status(404));
    const { summaries } = await collectFrom([bank({ feeds: [absent(url, 3)] })]);
    expect(summaries).toMatchObject([{ failures: ['BANK: a: nothing at any of its addresses'] }]);
  });

  it('is a failure of a monthly list however short the span, because a month has no holidays', async () => {
    const { url } = await listen(status(404));
    const { summaries } = await collectFrom([bank({ monthly: true, feeds: [absent(url, 1)] })], SPAN);
    expect(summaries).toMatchObject([{ failures: ['BANK: a: nothing at any of its addresses'] }]);
  });

  it('is not a failure within a span of a few days, which may be holidays', async () => {
    const { url } = await listen(status(404));
    const { summaries } = await collectFrom([bank({ feeds: [absent(url, 3)] })], SPAN);
    expect(summaries).toMatchObject([{ failures: [] }]);
  });
});

it('every request of a provider has an address that matches its own feed and no other', () => {
  const today = parseIsoDate('2026-03-13');
  const span = { from: parseIsoDate('2022-12-01'), to: today };
  const strangers = PROVIDERS.flatMap(({ code, feeds }) =>
    feeds.flatMap((feed) => {
      const requests = [...feed.latest(today, {}), ...(feed.between?.(span, {}) ?? [])];
      const isOwn = ({ url }: FeedRequest) => feeds.find(({ matches }) => matches.test(url)) === feed;
      return requests.filter((request) => !isOwn(request)).map(({ url }) => `${code} ${feed.name} ${url}`);
    }),
  );
  expect(strangers).toEqual([]);
});
