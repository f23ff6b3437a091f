/** `ratetree/client` over a gateway and over plain files: exact figures, waiting, kept answers and long spans. */

import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { addDays } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { type Options, Rate, Ratetree, RatetreeError, toNumber } from '../../server/clients/client/client.ts';
import { gatewayWithPage, EXPLORER_KEY as KEY, plainHost } from '../support/servers/explorer.ts';
import { inTurn, listen, status } from '../support/servers/loopback.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { generateLongTree, someCurrencies } from '../support/trees/long-tree.ts';

const LATEST = '{"provider":"GLOBAL","date":"2026-03-18","base":"EUR","exchangeRates":{"USD":0.10000000000000000001}}';
const told = (body = LATEST, headers: Record<string, string> = {}) => status(200, headers, body);
const busy = (code: number, headers: Record<string, string> = {}) =>
  status(code, headers, `{"message":"ask again","errorCode":1${code}}`);
const gone: RequestListener = (_, response: ServerResponse) => void response.destroy();
const clientOf = async (answer: RequestListener, options: Options = {}) => {
  const { url, asked } = await listen(answer);
  return { client: new Ratetree(`${url}/v1`, options), asked };
};

describe('a figure', () => {
  let rate: Rate;
  beforeAll(async () => {
    const { client } = await clientOf(told());
    rate = (await client.latest({ currencies: 'USD' })).exchangeRates.USD as Rate;
  });

  it('has every digit as a text, also in JSON', () => {
    expect([String(rate), `${rate}`, JSON.stringify({ rate })]).toEqual([
      '0.10000000000000000001',
      '0.10000000000000000001',
      '{"rate":"0.10000000000000000001"}',
    ]);
  });

  it('becomes a number only by name', () => {
    expect(toNumber(rate)).toBe(0.1);
    expect(() => (rate as unknown as number) * 2).toThrow(/exact/);
    expect(() => rate < new Rate('1')).toThrow(/exact/);
  });
});

describe('over a gateway and over files', () => {
  let [gateway, files]: Ratetree[] = [];
  beforeAll(async () => {
    const tree = await embeddedTree();
    const [behind, plain] = await Promise.all([gatewayWithPage(tree), plainHost(tree)]);
    gateway = new Ratetree(`${behind}/v1`, { key: KEY });
    files = new Ratetree(`${plain.url}/v1/`, { files: true });
  });

  it.each<[what: string, ask: (client: Ratetree) => Promise<unknown>]>([
    ['currencies', (client) => client.currencies()],
    ['currencies, some of them', (client) => client.currencies({ code: ['USD', 'ALL', 'QQQ'] })],
    ['providers of a country', (client) => client.providers({ countryCode: 'CZ,PL' })],
    ['rules of a country', (client) => client.rules({ countryCode: 'CZ' })],
    ['latest', (client) => client.latest()],
    ['latest of a bank', (client) => client.latest({ provider: 'CNB', currencies: ['USD', 'CZK'] })],
    ['latest with another base', (client) => client.latest({ base: 'USD', currencies: 'EUR,SEK' })],
    ['latest, both sides', (client) => client.latest({ provider: 'BNM', extended: true, currencies: 'USD' })],
    ['latest, one side', (client) => client.latest({ provider: 'BNM', type: 'ask', currencies: 'USD' })],
    ['historical', (client) => client.historical({ provider: 'ECB', date: '2026-03-10' })],
    ['series', (client) => client.series({ provider: 'ECB', currencies: 'USD,SEK', from: '2026-03-09' })],
    ['series of GLOBAL', (client) => client.series({ currencies: 'USD', from: '2026-03-07', to: '2026-03-12' })],
  ])('%s: the same answer', async (_, ask) => {
    const [one, other] = await Promise.all([gateway, files].map((client) => ask(client as Ratetree)));
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    expect(JSON.stringify(one).length).toBeGreaterThan(60);
  });

  it('converts exactly, by a gateway alone', async () => {
    const query = { amount: '1000', base: 'EUR', to: ['CZK'], rule: 'CZ-VAT', date: '2026-03-08' };
    const { amount, conversions, date } = (await gateway?.convert(query)) ?? {};
    expect([`${amount}`, `${conversions?.CZK}`, date]).toEqual(['1000', '24405', '2026-03-06']);
    await expect(files?.convert({ amount: '1' })).rejects.toThrow(/convert with amount needs a gateway/);
    await expect(files?.latest({ decimals: 2 })).rejects.toThrow(/latest with decimals needs a gateway/);
  });

  it('knows the types of figures as published, which a gateway alone states', async () => {
    const query = { provider: 'CNB', currencies: ['HUF', 'USD'], published: true } as const;
    const { exchangeRates } = (await gateway?.latest(query)) ?? {};
    expect(
      exchangeRates?.map(({ per, base, mid, quote, bid, table }) => [`${per} ${base} = ${mid} ${quote}`, bid, table]),
    ).toEqual([
      ['100 HUF = 6.244 CZK', null, 'daily'],
      ['1 USD = 21.204 CZK', null, 'daily'],
    ]);
    const { published } =
      (await gateway?.convert({ provider: 'CNB', amount: '1', base: 'USD', to: 'CZK', published: true })) ?? {};
    expect(published?.map(({ currency, mid }) => [currency, `${mid}`])).toEqual([['USD', '21.204']]);
    const { exchangeRates: crossed } = (await gateway?.latest({ provider: 'CNB', base: 'USD', cross: true })) ?? {};
    expect(`${crossed?.CZK}`).toBe('21.204');
    await expect(files?.latest(query)).rejects.toThrow(/latest with published needs a gateway/);
  });

  it('counts the days of an average in numbers', async () => {
    const query = { provider: 'ECB', currencies: 'USD', from: '2026-03-02', period: 'month' } as const;
    const [item] = (await gateway?.series(query))?.series ?? [];
    expect([item?.period, item?.days]).toEqual(['2026-03', { USD: 15 }]);
  });

  it('passes on a refusal with its code, and says which file is missing', async () => {
    const refused = await gateway?.latest({ provider: 'ABC' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RatetreeError);
    expect(refused).toMatchObject({ errorCode: 1001, status: 400, message: expect.stringContaining('provider') });
    await expect(files?.historical({ date: '2026-03-08' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('/v1/historical/GLOBAL/2026/03/08/EUR.json'),
    });
  });

  it.each([
    '<p>hello</p>',
    'null',
    '5',
    '{"days":null}',
    '['.repeat(100_000),
    '"\\'.repeat(300_000),
    '{"message":{},"errorCode":"a"}',
    '[]',
    '{"exchangeRates":5}',
  ])('takes nothing for an answer that is none: %.30s', async (text) => {
    for (const status of text.startsWith('{"message') ? [400] : [200, 400]) {
      const { client } = await clientOf((_, response) =>
        response.writeHead(status, { link: '<http://[>; rel=next' }).end(text),
      );
      const refused = await client.latest().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RatetreeError);
      expect(refused).toMatchObject({ errorCode: null, status, message: expect.stringContaining('not by Ratetree') });
    }
  });

  it.each<[question: string, text: string, ask: (client: Ratetree) => Promise<unknown>]>([
    ['series', '{}', (client) => client.series({ from: '2026-03-02', to: '2026-03-02', currencies: 'USD' })],
    ['convert', '[]', (client) => client.convert({ amount: '1', to: 'USD' })],
    ['providers', '{"exchangeRates":{}}', (client) => client.providers()],
    ['fixings', '{"series":null}', (client) => client.fixings({ from: '2026-03-02', currencies: 'USD' }).next()],
  ])('takes no other document for the answer to %s', async (_, text, ask) => {
    const { client } = await clientOf((_request, response) => response.writeHead(200).end(text));
    await expect(ask(client)).rejects.toMatchObject({ name: 'RatetreeError', status: 200 });
  });

  it.each<[question: string, text: string, ask: (client: Ratetree) => Promise<unknown>]>([
    ['latest', '[]', (client) => client.latest({ base: 'EUR' })],
    ['latest', '{"exchangeRates":null}', (client) => client.latest({ base: 'EUR', currencies: 'USD' })],
    ['series', '{"series":{}}', (client) => client.series({ from: '2026-03-02', to: '2026-03-02', currencies: 'USD' })],
    ['rules', '{}', (client) => client.rules()],
    ['rules', '[null]', (client) => client.rules()],
  ])('takes no other file for that of %s', async (_, text, ask) => {
    const { client } = await clientOf((_request, response) => response.writeHead(200).end(text), { files: true });
    await expect(ask(client)).rejects.toMatchObject({ name: 'RatetreeError' });
  });

  it('gives its key to no other host', async () => {
    const asked: unknown[] = [];
    const other = await listen((request, response) => {
      asked.push(request.headers['subscription-key']);
      told()(request, response);
    });
    const { client } = await clientOf((_, response) => response.writeHead(302, { location: other.url }).end(), {
      key: 'k',
    });
    await expect(client.latest()).rejects.toMatchObject({ status: 302 });
    expect(asked).toEqual([]);
  });

  it('refuses what a gateway that knows no rules says of one', async () => {
    const { client } = await clientOf(told());
    await expect(client.historical({ rule: 'CZ-VAT', date: '2026-03-08' })).rejects.toThrow(/knows no rules/);
  });
});

describe('asking again', () => {
  it.each<[what: string, answers: readonly RequestListener[], asked: number]>([
    ['after the limit of the key', [busy(429, { 'retry-after': '0' }), busy(429, { 'retry-after': '0' }), told()], 3],
    ['after the time that is named', [busy(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }), told()], 2],
    ['when nobody answered', [gone, told()], 2],
  ])('%s', async (_, answers, count) => {
    const { client, asked } = await clientOf(inTurn(...answers));
    expect((await client.latest()).date).toBe('2026-03-18');
    expect(asked.length).toBe(count);
  });

  it.each<[what: string, answer: RequestListener, options: Options, expected: object]>([
    ['so often', busy(429, { 'retry-after': '0' }), { retries: 2 }, { status: 429, errorCode: 1429, asked: 3 }],
    ['so long', busy(503, { 'retry-after': '3600' }), {}, { status: 503, retryAfter: 3600, asked: 1 }],
    ['not at all after another refusal', busy(400), {}, { status: 400, asked: 1 }],
    ['so often where nobody is', gone, { retries: 1 }, { status: null, errorCode: null, asked: 2 }],
  ])('%s and no more', async (_, answer, options, expected) => {
    const { client, asked } = await clientOf(answer, options);
    const refused = await client.latest().catch((error: unknown) => error);
    expect({ ...(refused as RatetreeError), asked: asked.length }).toMatchObject(expected);
  });

  it('ends at once when it is aborted, also while it waits', async () => {
    const { client } = await clientOf(busy(429, { 'retry-after': '20' }));
    const reason = new Error('enough');
    const controller = new AbortController();
    const asking = client.latest({}, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(asking).rejects.toBe(reason);
    await expect(client.latest({}, { signal: controller.signal })).rejects.toBe(reason);
  });
});

it('keeps an answer by its ETag', async () => {
  const tags: (string | undefined)[] = [];
  const { client } = await clientOf((request, response) => {
    tags.push(request.headers['if-none-match']);
    if (request.headers['if-none-match'] === '"a"') response.writeHead(304).end();
    else told(LATEST, { etag: '"a"' })(request, response);
  });
  const [first, second] = [await client.latest(), await client.latest()];
  expect(second).toEqual(first);
  expect(tags).toEqual([undefined, '"a"']);
});

describe('a long span', () => {
  const item = (date: string) => `{"date":"${date}","exchangeRates":{"USD":1.1}}`;
  const series = (...dates: string[]) => `{"provider":"ECB","base":"EUR","series":[${dates.map(item).join()}]}`;
  const datesOf = async (client: Ratetree, from: string, to?: string) => {
    const dates: (string | undefined)[] = [];
    for await (const { date } of client.fixings({ provider: 'ECB', currencies: someCurrencies(150), from, to }))
      dates.push(date);
    return dates;
  };

  it('comes in as many answers as it takes, without a gap or a double', async () => {
    const asked: { readonly days: string; readonly link: string | null }[] = [];
    const daysOf = (address: string) => ['from', 'to'].map((name) => new URL(address).searchParams.get(name)).join(' ');
    const noted = async (...[input, init]: Parameters<typeof fetch>) => {
      const answer = await fetch(input, init);
      asked.push({ days: daysOf(`${input}`), link: answer.headers.get('link') });
      return answer;
    };
    const client = new Ratetree(await gatewayWithPage(await generateLongTree()), { key: KEY, fetch: noted });
    const all = await datesOf(client, '2023-12-27');
    // The gateway refuses with 1105 and a link; what is asked next is what the link names, and then the days after it.
    const [, next = ''] = /^<(\?[^>]+)>; rel="next"$/.exec(asked[0]?.link ?? '') ?? [];
    const first = daysOf(`http://gateway/${next}`);
    expect(asked.map(({ days }) => days)).toEqual([
      '2023-12-27 ',
      first,
      `${addDays(first.slice(-10) as IsoDate, 1)} `,
    ]);
    expect([all.length, new Set(all).size, all.at(0), all.at(-1)]).toEqual([524, 524, '2023-12-27', '2026-01-06']);
    expect(await datesOf(client, '2023-12-27', '2025-12-31')).toEqual(all.filter((date) => `${date}` < '2026'));
  });

  it('is cut where the service says', async () => {
    const tooLarge = status(
      400,
      { link: '</v1/series?from=2026-01-01&to=2026-01-20>; rel="next"' },
      '{"message":"too large","errorCode":1105}',
    );
    const { client, asked } = await clientOf(inTurn(tooLarge, told(series('2026-01-05')), told(series('2026-01-21'))));
    expect(await datesOf(client, '2026-01-01', '2026-02-01')).toEqual(['2026-01-05', '2026-01-21']);
    const days = asked.map((line) => /from=.*$/.exec(line)?.[0]);
    expect(days).toEqual([
      'from=2026-01-01&to=2026-02-01',
      'from=2026-01-01&to=2026-01-20',
      'from=2026-01-21&to=2026-02-01',
    ]);
  });

  it('is not cut where it is one period: its mean is not that of its parts', async () => {
    const { client } = await clientOf(status(400, {}, '{"message":"too large","errorCode":1105}'));
    const items = client.fixings({ provider: 'ECB', from: '2024-01-01', to: '2026-02-01', period: 'span' });
    await expect(items.next()).rejects.toMatchObject({ errorCode: 1105 });
  });

  it('is of one release', async () => {
    const tooLarge = status(400, {}, '{"message":"too large","errorCode":1105}');
    const of = (release: string) => told(series('2025-01-05'), { 'ratetree-release': release });
    const { client } = await clientOf(inTurn(tooLarge, of('a'), of('b')));
    await expect(datesOf(client, '2025-01-01', '2026-02-01')).rejects.toThrow(/new release/);
  });
});

it('is a module of at most 6 kB, minified and compressed, that imports nothing', async () => {
  const path = join(packageRoot(), 'build', 'client', 'client.js');
  const bundled = await rolldown({ input: path });
  const { output } = await bundled.generate({ minify: true });
  expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(6000);
  expect(await readFile(path, 'utf8')).not.toMatch(/^import |\brequire\(|node:|process\./m);
});
