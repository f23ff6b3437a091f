/** Both interfaces of Frankfurter over the embedded archive: requests, and the answers that its own service gives. */

import { beforeAll, describe, expect, it } from 'vitest';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';
import { type GatewayUnderTest, gatewayOver, withReads } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { archiveOfFourBanks, EMBEDDED_NOON_MS, embeddedTree, generateEmbedded } from '../support/trees/embedded.ts';
import { ruleStore } from '../support/trees/rule-tree.ts';
import { generateFrom } from '../support/trees/trees.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
});
const ask = (url: string, headers: Record<string, string> = {}) =>
  gateway.ask(url, { headers: { 'subscription-key': 'demo-key-of-the-tests', ...headers } });

/** The ECB's figures of these days: dollars and pounds per euro. */
const FIXINGS = { '06': [1.1561, 0.86693], '09': [1.1555, 0.8653], '10': [1.1641, 0.86545] } as const;
const day = (number: keyof typeof FIXINGS) => `"2026-03-${number}":{"USD":${FIXINGS[number][0]}}`;

describe('the first interface', () => {
  it.each(readExamples('server/answers/frankfurter.txt', 'the first interface answers'))(
    'answers %s',
    async (request, answer) => {
      const reply = await ask(`/frankfurter/v1/${request}`);
      expect([reply.status, reply.text]).toEqual([200, answer]);
    },
  );

  it.each(readExamples('server/answers/frankfurter.txt', 'the first interface refuses'))(
    'refuses %s with %i',
    async (request, status, message) => {
      const reply = await ask(`/frankfurter/v1/${request}`);
      expect([`${reply.status}`, JSON.parse(reply.text)]).toEqual([status, { message }]);
    },
  );

  it.each([
    ['/frankfurter/latest?symbols=USD', '/frankfurter/v1/latest?to=USD'],
    ['/frankfurter/2026-03-14?to=USD', '/frankfurter/v1/2026-03-14?to=USD'],
    ['/frankfurter/2026-03-07..2026-03-10?to=USD', '/frankfurter/v1/2026-03-07..2026-03-10?to=USD'],
    ['/frankfurter/currencies', '/frankfurter/v1/currencies'],
    ['/ratesapi/api/latest?base=USD', '/frankfurter/v1/latest?from=USD'],
    ['/ratesapi/2026-03-14', '/frankfurter/v1/2026-03-14'],
  ])('answers clients of before it: %s', async (other, usual) => {
    const [found, expected] = [await ask(other), await ask(usual)];
    expect([found.status, found.text]).toEqual([200, expected.text]);
  });

  it.each(['/frankfurter/history', '/frankfurter/v1/history', '/ratesapi/api/history'])(
    '%s is a span',
    async (path) => {
      const { text } = await ask(`${path}?start_at=2026-03-07&end_at=2026-03-10&symbols=USD`);
      const rates = `{${day('09')},${day('10')}}`;
      expect(text).toBe(`{"amount":1,"base":"EUR","start_at":"2026-03-07","end_at":"2026-03-10","rates":${rates}}`);
      expect((await ask(`${path}?start_at=2026-03-07`)).status).toBe(422);
      expect((await ask(`${path}?start_at=2026-03-07&end_at=2026-03-08`)).status).toBe(404);
    },
  );

  it.each([
    ['/frankfurter/', 404, { message: 'not found' }],
    ['/frankfurter/nowhere', 404, { message: 'not found' }],
    ['/frankfurter/v2/nowhere', 404, { status: 404, message: 'not found' }],
    ['/frankfurter/v2/rates?quote=USD', 422, { status: 422, message: 'unknown parameter: quote' }],
  ])('and what is beside it refuse in the words of that service: %s', async (url, status, body) => {
    const reply = await ask(url);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([status, body]);
  });

  it('names all currencies of the bank, the euro included', async () => {
    const names = JSON.parse((await ask('/frankfurter/v1/currencies')).text);
    expect(names).toMatchObject({ EUR: 'Euro', USD: 'US Dollar', ZAR: 'South African Rand' });
    expect(Object.keys(names)).toEqual(Object.keys(names).sort());
    expect(names).not.toHaveProperty('AED');
  });
});

const row = (date: string, base: string, quote: string, rate: string | number) =>
  `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${rate}}`;
const ECB = 'providers=ECB';

describe('the second interface', () => {
  it.each(readExamples('server/answers/frankfurter.txt', 'the second interface answers'))(
    'answers %s',
    async (request, answer) => {
      const reply = await ask(`/v2/${request}`);
      expect([reply.status, reply.text]).toEqual([200, answer]);
    },
  );

  it.each<[string, string, unknown]>([
    ...readExamples<[string, string, string]>('server/answers/frankfurter.txt', 'the second interface refuses'),
    ['rate/EUR/USD?providers=ECB,BNM', '422', expect.stringMatching(/^at most one provider: /)],
  ])('refuses %s with %i', async (request, status, message) => {
    const reply = await ask(`/v2/${request}`);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([Number(status), { status: Number(status), message }]);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each(['rates?quotes=USD', 'rate/EUR/USD', 'providers'])('is below /frankfurter as well: %s', async (request) => {
    expect((await ask(`/frankfurter/v2/${request}`)).text).toBe((await ask(`/v2/${request}`)).text);
  });

  it("has every bank's averages of a month from the same figures as /v1/series", async () => {
    const banks = JSON.parse((await ask('/v1/providers')).text) as { code: string }[];
    let compared = 0;
    for (const { code } of banks) {
      const series = (await ask(`/v1/series?provider=${code}&from=2026-03-02&period=month`)).text;
      const [, base, , list = ''] = /"base":"(\w+)".*"exchangeRates":(\{(.*?)\})/.exec(series) ?? [];
      const { text } = await ask(`/v2/rates?providers=${code}&base=${base}&from=2026-03-02&group=month`);
      const means = [...text.matchAll(/"quote":"(\w+)","rate":([\d.]+)/g)].map(
        ([, quote, rate]) => `"${quote}":${rate}`,
      );
      // A rate below 0.001 has ten significant digits here, and ten decimals there.
      const rounded = means.map((mean) =>
        mean.replace(/:0\.000\d+$/, (rate) => `:${Ratio.parse(rate.slice(1)).round(10)}`),
      );
      expect(rounded.join(','), code).toBe(list);
      compared += means.length;
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('has one record for a pair, in any letter case, and 1 for a currency and itself', async () => {
    expect((await ask('/v2/rate/usd/eur?providers=ECB')).text).toBe(row('2026-03-20', 'USD', 'EUR', '0.8654262224'));
    expect((await ask('/v2/rate/USD/USD?date=2026-03-12')).text).toBe(row('2026-03-12', 'USD', 'USD', 1));
  });

  it('writes NDJSON when Accept asks for it, and CSV at an address of its own', async () => {
    const request = `${ECB}&from=2026-03-12&to=2026-03-13&quotes=USD`;
    const rows = [row('2026-03-12', 'EUR', 'USD', 1.1547), row('2026-03-13', 'EUR', 'USD', 1.1476)];
    const ndjson = await ask(`/v2/rates?${request}`, { accept: 'Application/X-NDJSON' });
    expect([ndjson.headers['content-type'], ndjson.text]).toEqual(['application/x-ndjson', `${rows.join('\n')}\n`]);
    expect(ndjson.headers.vary).toBe('Accept-Encoding, Subscription-Key, Accept');
    const csv = await ask(`/v2/rates.csv?${request}`);
    expect([csv.headers['content-type'], csv.text]).toEqual([
      'text/csv; charset=utf-8',
      'date,base,quote,rate\n2026-03-12,EUR,USD,1.1547\n2026-03-13,EUR,USD,1.1476\n',
    ]);
    expect((await ask('/v2/rates.csv?date=1998-01-01')).text).toBe('');
    expect((await ask('/v2/rates.csv?from=1998-01-01&to=1998-01-02')).text).toBe('date,base,quote,rate\n');
  });

  it('lists all quotes of a day by code, each at most 14 days old, the base included', async () => {
    const rows: { date: string; base: string; quote: string; rate: number }[] = JSON.parse(
      (await ask('/v2/rates')).text,
    );
    const codes = rows.map(({ quote }) => quote);
    expect(codes.length).toBeGreaterThan(140);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(rows.find(({ quote }) => quote === 'EUR')).toEqual({
      date: '2026-03-18',
      base: 'EUR',
      quote: 'EUR',
      rate: 1,
    });
    expect(rows.every(({ date }) => date >= '2026-03-04' && date <= '2026-03-18')).toBe(true);
  });

  it('may be cached for as long as other answers: a minute if it follows the clock, else an hour', async () => {
    const maxAge = async (request: string) => (await ask(`/v2/${request}`)).headers['cache-control'];
    expect(await maxAge('rates?quotes=USD')).toBe('private, max-age=60');
    expect(await maxAge('rates?quotes=USD&from=2026-03-09')).toBe('private, max-age=60');
    expect(await maxAge('rates?quotes=USD&from=2026-03-09&to=2026-03-10')).toBe('private, max-age=3600');
    expect(await maxAge('rate/EUR/USD?date=2026-03-09')).toBe('private, max-age=3600');
  });
});

describe('expand=providers', () => {
  it("names a bank's own figure, and nothing for the base", async () => {
    const { text } = await ask(`/v2/rates?${ECB}&quotes=USD,EUR&expand=providers`);
    const voices = '"providers":[{"key":"ECB","date":"2026-03-20","rate":1.1555}]';
    expect(text).toBe(
      `[${row('2026-03-20', 'EUR', 'EUR', 1)},${row('2026-03-20', 'EUR', 'USD', 1.1555).slice(0, -1)},${voices}}]`,
    );
  });

  it("names a bank's own average", async () => {
    const { text } = await ask(`/v2/rates?${ECB}&quotes=EUR,USD&from=2026-03-09&group=month&expand=providers`);
    const [, mean = ''] = /"quote":"USD","rate":([\d.]+)/.exec(text) ?? [];
    expect(mean).toMatch(/^1\.1\d+$/);
    const voices = `"providers":[{"key":"ECB","date":"2026-03-01","rate":${mean}}]`;
    expect(text).toBe(
      `[${row('2026-03-01', 'EUR', 'EUR', 1)},${row('2026-03-01', 'EUR', 'USD', mean).slice(0, -1)},${voices}}]`,
    );
  });

  it("names the figures of GLOBAL's provenance, rebased like the rate, and marks those left out", async () => {
    const [euro] = JSON.parse((await ask('/v2/rates?quotes=USD&expand=providers')).text);
    expect(euro.providers).toContainEqual({ key: 'ECB', date: '2026-03-18', rate: 1.15 });
    const [pound, dollar] = JSON.parse((await ask('/v2/rates?base=GBP&quotes=USD,EUR&expand=providers')).text);
    const inEuros = pound.providers.find(({ key }: { key: string }) => key === 'ECB');
    expect(inEuros).toEqual({ key: 'ECB', date: '2026-03-18', rate: 1.1575011864 });
    expect(dollar.providers.length).toBeGreaterThan(10);
    const [mark] = JSON.parse((await ask('/v2/rates?quotes=XOF&expand=providers')).text);
    expect(mark.providers.every(({ excluded }: { excluded?: boolean }) => excluded === true)).toBe(true);
    expect((await ask('/v2/rates.csv?quotes=USD&expand=providers')).text).toMatch(/ECB:1\.15(\||\n)/);
  });
});

describe('the lists', () => {
  it('has each currency with its number, name, symbol and dates', async () => {
    const currencies = JSON.parse((await ask('/v2/currencies')).text);
    // Lists of Monday 2 March were made on the Friday before.
    const dates = { start_date: '2026-02-27', end_date: '2026-03-18' };
    const dollar = { iso_code: 'USD', iso_numeric: '840', name: 'US Dollar', symbol: '$', ...dates };
    expect(currencies).toContainEqual(dollar);
    expect(currencies).toContainEqual({ iso_code: 'EUR', iso_numeric: '978', name: 'Euro', symbol: '€', ...dates });
    expect(JSON.parse((await ask('/v2/currencies?scope=all')).text).length).toBeGreaterThanOrEqual(currencies.length);
    const ofEcb = JSON.parse((await ask('/v2/currencies?providers=ECB,NOBODY')).text);
    expect(ofEcb).toContainEqual({ ...dollar, start_date: '2026-03-02', end_date: '2026-03-20' });
    expect(ofEcb).toHaveLength(Object.keys(JSON.parse((await ask('/frankfurter/v1/currencies')).text)).length);
  });

  it('is made without reading a file of each currency that the first fixing states', async () => {
    const read: string[] = [];
    const store = withReads(diskStore(await embeddedTree()), (path, reading) => {
      read.push(path);
      return reading();
    });
    const { ask: askAnew } = await gatewayOver(store, { nowMs: () => EMBEDDED_NOON_MS });
    const listed = JSON.parse((await askAnew('/v2/currencies')).text);
    const { exchangeRates } = JSON.parse((await askAnew('/v1/historical?date=2026-02-27')).text);
    const later = listed.filter(({ iso_code }: { iso_code: string }) => !(iso_code in exchangeRates)).length;
    expect(read.filter((path) => path.startsWith('v1/series/')).length).toBeLessThanOrEqual(2 * later);
    expect(later).toBeLessThan(listed.length);
  });

  it('says of a currency who states it, and its peg', async () => {
    const dollar = JSON.parse((await ask('/v2/currency/usd')).text);
    expect(dollar.providers).toEqual(expect.arrayContaining(['ECB', 'BNM']));
    expect(dollar).not.toHaveProperty('peg');
    const mark = JSON.parse((await ask('/v2/currency/BAM')).text);
    expect(mark.peg).toEqual({
      base: 'EUR',
      rate: 1.95583,
      authority: expect.stringContaining('Central Bank of Bosnia'),
    });
    expect(JSON.parse((await ask('/v2/currency/XPF')).text).peg.rate).toBe(119.3317422434);
  });

  it('says the peg of a tree from before the kinds of pegs were written, too', async () => {
    const older = withReads(diskStore(await embeddedTree()), async (path, read) => {
      const found = await read();
      if (!path.startsWith('v1/provenance/GLOBAL/') || found === null || found === 'unchanged') return found;
      const facts = JSON.parse(found.bytes.toString());
      const place = facts.pegs.columns.indexOf('kind');
      for (const cells of [facts.pegs.columns, ...facts.pegs.rows]) cells.splice(place, 1);
      return { ...found, bytes: Buffer.from(JSON.stringify(facts)) };
    });
    const { ask } = await gatewayOver(older, { nowMs: () => EMBEDDED_NOON_MS });
    expect(JSON.parse((await ask('/v2/currency/XPF')).text).peg).toMatchObject({ base: 'EUR', rate: 119.3317422434 });
  });

  it('has each bank with what the tree says of it, and null for what it does not say', async () => {
    const providers: { key: string }[] = JSON.parse((await ask('/v2/providers')).text);
    expect(providers.map(({ key }) => key)).not.toContain('GLOBAL');
    expect(providers.find(({ key }) => key === 'ECB')).toEqual({
      ...{ key: 'ECB', name: 'European Central Bank', country_code: 'EU', rate_type: null, pivot_currency: 'EUR' },
      ...{ data_url: null, terms_url: null, start_date: '2026-03-02', end_date: '2026-03-20' },
      ...{ publish_cadence: 'daily', publishes_missed: 0 },
      currencies: expect.arrayContaining(['EUR', 'USD', 'ZAR']),
    });
  });

  it('says of a bank with a list for a whole month that it publishes monthly', async () => {
    const tree = freshFolder();
    await generateEmbedded(tree, { archiveDir: await archiveOfFourBanks() });
    const { ask } = await gatewayOver(diskStore(tree), { nowMs: () => EMBEDDED_NOON_MS });
    const providers = JSON.parse((await ask('/v2/providers')).text);
    expect(providers).toContainEqual(expect.objectContaining({ key: 'HMRC', publish_cadence: 'monthly' }));
  });

  it('knows only the words of that service for how often a bank publishes', async () => {
    const { ask } = await gatewayOver(ruleStore());
    const providers: { key: string; publish_cadence: unknown }[] = JSON.parse((await ask('/v2/providers')).text);
    const words = new Set(providers.map(({ publish_cadence }) => publish_cadence));
    expect([...words].filter((word) => !['daily', 'weekly', 'monthly', null].includes(word as never))).toEqual([]);
    expect(providers.find(({ key }) => key === 'UST')?.publish_cadence).toBe(null);
  });
});

/** From Tuesday, 24 December 2024; 2024 began with a Monday, so that its last two days are a 53rd week. */
const TURN_OF_YEAR = [
  ...['2024-12-24 EUR/USD 1.0395', '2024-12-27 EUR/USD 1.0435', '2024-12-30 EUR/USD 1.0444'],
  ...['2024-12-31 EUR/USD 1.0389', '2025-01-02 EUR/USD 1.0321', '2025-01-03 EUR/USD 1.0299'],
  ...['2025-01-06 EUR/USD 1.0426', '2025-01-07 EUR/USD 1.0393'],
];

it('ends a week with the year, and names it after 1 January and seven days for each Monday since', async () => {
  const tree = freshFolder();
  await generateFrom({ ECB: TURN_OF_YEAR }, tree, { date: parseIsoDate('2025-01-07') });
  const { ask } = await gatewayOver(diskStore(tree), { nowMs: () => Date.parse('2025-01-07T16:30:00Z') });
  const weeks = async (from: string, to: string) => {
    const { text } = await ask(`/v2/rates?providers=ECB&quotes=USD&group=week&from=${from}&to=${to}`);
    return JSON.parse(text).map(({ date, rate }: Record<string, unknown>) => `${date} ${rate}`);
  };
  expect(await weeks('2024-12-24', '2024-12-31')).toEqual(['2024-12-30 1.0415', '2025-01-06 1.04165']);
  expect(await weeks('2024-12-30', '2025-01-03')).toEqual(['2025-01-01 1.031', '2025-01-06 1.04165']);
  expect(await weeks('2025-01-01', '2025-01-06')).toEqual(['2025-01-01 1.031', '2025-01-08 1.04095']);
});
