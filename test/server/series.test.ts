/** /v1/series as a client sees it: the fixings of a span, averages of periods, in three formats. */

import { beforeAll, describe, expect, it } from 'vitest';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { type Document, FORMATS } from '../../generator/wire/encode/document.ts';
import { CSV_COLUMNS } from '../../generator/wire/encode/encode.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Store } from '../../server/trees/store.ts';
import { readExamples } from '../support/kit/examples.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { type GatewayUnderTest, gatewayOver, withReads } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { averagedTree } from '../support/trees/averaged.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { ruleStore } from '../support/trees/rule-tree.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const { ask } = await gatewayOver(diskStore(writeSmallTree()));

describe.each(readExamples('server/answers/series.txt', 'answers'))('%s: %s', (named, question, answer) => {
  const kind = named as Document['kind'];
  it.each(FORMATS)('is the answer in %s', async (format) => {
    const reply = await ask(`/v1/series?${question}&format=${format}&header=true`);
    expect(reply.status, reply.text).toBe(200);
    const rows = rowsOf(kind, format, reply.text).map((row) => CSV_COLUMNS[kind].map((name) => row[name]).join(' '));
    expect(rows.join('|')).toBe(answer);
  });
});

describe('an answer', () => {
  it('has the first and the last date served, and lists a fixing that quotes nothing of what is asked for', async () => {
    const { text } = await ask('/v1/series?from=2026-03-11&to=2026-03-13&currencies=PLN');
    expect(text).toBe(
      '{"provider":"GLOBAL","base":"EUR","from":"2026-03-11","to":"2026-03-13","period":"day","series":' +
        '[{"date":"2026-03-11","exchangeRates":{}},{"date":"2026-03-13","exchangeRates":{"PLN":4.2513}}]}',
    );
  });

  it('of a span without a fixing is empty, in each format', async () => {
    const url = '/v1/series?from=2026-03-12&to=2026-03-12';
    expect((await ask(url)).text).toBe(
      '{"provider":"GLOBAL","base":"EUR","from":"","to":"","period":"day","series":[]}',
    );
    expect((await ask(`${url}&format=csv`)).text).toBe('');
    expect((await ask(`${url}&format=csv&header=true&period=month`)).text).toBe(
      'provider,period,from,to,base,currency,rate,days,complete\r\n',
    );
  });

  it('may be cached for an hour if the span has an end, and for a minute if it grows', async () => {
    const cacheControl = async (query: string) => (await ask(`/v1/series?${query}`)).headers['cache-control'];
    expect(await cacheControl('from=2026-03-11&to=2026-03-13')).toBe('private, max-age=3600');
    expect(await cacheControl('from=2026-03-11')).toBe('private, max-age=60');
  });

  it('in two currencies of one reference is refused across its change, and given on either side', async () => {
    const { text } = await ask('/v1/series?provider=HNB&from=2022-12-31&to=2023-01-02');
    expect(JSON.parse(text)).toEqual({
      message:
        'the rates of HNB are stated in HRK before 2023-01-01 and in EUR from then on: ' +
        'ask for the days before and after in two spans',
      errorCode: 1003,
    });
    expect((await ask('/v1/series?provider=HNB&from=2022-12-31&to=2022-12-31')).status).toBe(200);
    expect((await ask('/v1/series?provider=HNB&from=2023-01-01&to=2023-01-31')).status).toBe(200);
  });
});

describe('a span of more figures than an answer may have', () => {
  const codes = readCurrencies().map(({ code }) => code);
  const question = `provider=RBA&from=2024-06-03&currencies=${codes.join(',')}`;

  it('is refused with 1105, which names the bound, a request that fits, and where all of it lies', async () => {
    const { ask } = await gatewayOver(ruleStore());
    const { text, headers } = await ask(`/v1/series?${question}&subscription-key=test-key`);
    const { message, errorCode } = JSON.parse(text);
    const [, next = ''] = /^<(\?[^>]+)>; rel="next"$/.exec(String(headers.link)) ?? [];
    expect(message).toBe(
      `span holds more than 50000 figures; ask in parts, first /v1/series${next}, or read v1/series and tables of the tree`,
    );
    expect(errorCode).toBe(1105);
    expect(next).toMatch(/^\?from=2024-06-03&to=\d{4}-\d\d-\d\d&provider=RBA&currencies=ADP,AED,/);
    expect((await ask(`/v1/series${next}`)).status).toBe(200);
  });
});

describe('a span of the embedded archive', () => {
  let gateway: GatewayUnderTest;
  let store: Store;
  const read: string[] = [];
  beforeAll(async () => {
    store = withReads(diskStore(await embeddedTree()), (path, reading) => {
      read.push(path);
      return reading();
    });
    gateway = await gatewayOver(store);
  });

  it.each([
    'provider=BNM&extended=true',
    'provider=BNM&type=bid',
    'provider=ECB',
    'base=USD',
    'currencies=USD,JPY&base=SEK&decimals=3',
    'currencies=USD',
  ])('has in CSV the rows of /v1/historical, one fixing after the other: %s', async (query) => {
    const span = await gateway.ask(`/v1/series?from=2026-03-09&to=2026-03-13&${query}&format=csv`);
    const days: string[] = [];
    for (let day = 9; day <= 13; day++) {
      const date = `2026-03-${`${day}`.padStart(2, '0')}`;
      const reply = await gateway.ask(`/v1/historical?date=${date}&${query}&format=csv`);
      if (reply.status === 200) days.push(reply.text);
    }
    expect(days.length).toBeGreaterThan(3);
    expect(span.text).toBe(days.join(''));
  });

  it('of one currency is read from one file, which is kept, and in another base from two', async () => {
    const { ask } = await gatewayOver(store);
    read.length = 0;
    await ask('/v1/series?from=2026-03-02&currencies=USD');
    await ask('/v1/series?from=2026-03-09&currencies=USD');
    expect(read).toEqual(['tables/GLOBAL/2026/USD.csv']);
    read.length = 0;
    await ask('/v1/series?from=2026-03-02&currencies=USD,GBP&base=SEK');
    expect([...read].sort()).toEqual(['GBP', 'SEK'].map((code) => `tables/GLOBAL/2026/${code}.csv`));
  });
});

describe('the whole span as one period', () => {
  const days = { month: ['2026-01', '2026-01-01', '2026-01-31'], quarter: ['2025-Q4', '2025-10-01', '2025-12-31'] };
  const choices = ['provider=ECB', 'provider=NBP&extended=true', 'provider=NBP&type=bid', 'base=USD', 'provider=HMRC'];

  describe.each(['average', 'end', 'first'])('of which the %s is asked', (statistic) => {
    it.each(choices)('is what period=month and period=quarter state of the same days: %s', async (choice) => {
      const { ask } = await gatewayOver(diskStore(await averagedTree()));
      for (const [period, [name = '', from = '', to = '']] of Object.entries(days)) {
        const of = async (kind: string, format: string) =>
          (
            await ask(
              `/v1/series?${choice}&from=${from}&to=${to}&period=${kind}&statistic=${statistic}&format=${format}`,
            )
          ).text;
        for (const format of FORMATS) {
          const span = (await of('span', format)).replace(`${from}/${to}`, name).replaceAll(`${from}/${to}`, name);
          const named = span.replace('"period":"span"', `"period":"${period}"`).replace('>span<', `>${period}<`);
          expect(named).toBe(await of(period, format));
          expect(named).toMatch(/USD/);
        }
      }
    });
  });

  it('has one item for each currency over months of days, and ends with the newest fixing if no other day is named', async () => {
    const { ask } = await gatewayOver(diskStore(await averagedTree()));
    const asked = '/v1/series?provider=ECB&from=2025-11-08&currencies=PLN';
    expect((await ask(`${asked}&period=span&statistic=first`)).text).toMatch(
      /^\{"provider":"ECB","base":"EUR","from":"2025-11-10","to":"2025-11-10","period":"span","series":\[\{"period":"2025-11-08\/2026-03-13",/,
    );
    const [item, ...others] = JSON.parse((await ask(`${asked}&period=span`)).text).series;
    const daily = JSON.parse((await ask(asked)).text).series.length;
    expect([others, item.from, item.to, item.days.PLN]).toEqual([[], '2025-11-10', '2026-03-13', daily]);
  });

  it('is refused without a part that would fit where it has more figures than an answer may have', async () => {
    const { ask } = await gatewayOver(ruleStore());
    const codes = readCurrencies().map(({ code }) => code);
    const reply = await ask(`/v1/series?provider=RBA&from=2024-06-03&period=span&currencies=${codes.join(',')}`);
    expect(JSON.parse(reply.text)).toEqual({
      errorCode: 1105,
      message:
        'span holds more than 50000 figures; ask for fewer days or currencies, or read v1/series and tables of the tree',
    });
    expect(reply.headers).not.toHaveProperty('link');
  });
});

describe('a period is complete', () => {
  const gap = { from: parseIsoDate('2026-01-14'), to: parseIsoDate('2026-01-14'), days: 1 };
  const completeOf = async (store: ReturnType<typeof ruleStore>, query: string) => {
    const { text } = await (await gatewayOver(store)).ask(`/v1/series?${query}`);
    const { series } = JSON.parse(text) as { series: readonly { period: string; complete: boolean }[] };
    return series.map(({ period, complete }) => `${period} ${complete}`);
  };
  const ofEcb = 'provider=ECB&from=2025-11-03&period=month';

  it('when it is over and the bank has published on each day of its own', async () => {
    expect(await completeOf(ruleStore(), ofEcb)).toEqual([
      '2025-11 true',
      '2025-12 true',
      '2026-01 true',
      '2026-02 true',
      '2026-03 false',
    ]);
    expect(await completeOf(ruleStore(), 'provider=ECB&from=2025-12-01&period=quarter')).toEqual([
      '2025-Q4 false',
      '2026-Q1 false',
    ]);
  });

  it.each(['fetch failed', 'not asked', 'left out'])(
    'unless a day of it is a gap with the reason %s',
    async (reason) => {
      const lines = await completeOf(ruleStore({ gaps: { ECB: { ...gap, reason } } }), ofEcb);
      expect(lines[2]).toBe('2026-01 false');
      expect(lines[3]).toBe('2026-02 true');
    },
  );

  it.each(['holiday', 'not published'])('also with a gap with the reason %s', async (reason) => {
    const lines = await completeOf(ruleStore({ gaps: { ECB: { ...gap, reason } } }), ofEcb);
    expect(lines[2]).toBe('2026-01 true');
  });

  it('unless the span leaves out one of its fixings', async () => {
    const from = (day: string) => completeOf(ruleStore(), `provider=ECB&from=${day}&to=2026-01-30&period=month`);
    expect(await from('2026-01-01')).toEqual(['2026-01 true']);
    expect(await from('2026-01-02')).toEqual(['2026-01 true']);
    expect(await from('2026-01-05')).toEqual(['2026-01 false']);
  });

  it('unless the status that would tell cannot be read', async () => {
    expect(await completeOf(ruleStore({ withoutStatus: true }), ofEcb)).not.toContain('2026-01 true');
  });
});
