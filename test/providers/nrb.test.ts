import { describe, expect, it } from 'vitest';
import { nrb } from '../../generator/providers/nrb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'rates-2026-04-01_05.json';

describe.skipIf(!recordingsAreThere('NRB, as recorded'))('NRB, as recorded', () => {
  it('has 22 currencies on each of five days, Saturday and Sunday among them', async () =>
    expect(countsOf(await readRecordedLines(nrb, FILE))).toEqual([
      '2026-04-01: 22',
      '2026-04-02: 22',
      '2026-04-03: 22',
      '2026-04-04: 22',
      '2026-04-05: 22',
    ]));

  it.each([
    '2026-04-01 100 INR/NPR bid 160.00 ask 160.15',
    '2026-04-01 10 JPY/NPR bid 9.49 ask 9.53',
    '2026-04-02 100 KRW/NPR bid 10.06 ask 10.10',
    '2026-04-03 1 USD/NPR bid 148.67 ask 149.27',
    '2026-04-04 1 KWD/NPR bid 484.50 ask 486.46',
    '2026-04-05 1 OMR/NPR bid 386.21 ask 387.76',
  ])('%s', async (line) => expect(await readRecordedLines(nrb, FILE)).toContain(line));
});

const URL = 'https://www.nrb.org.np/api/forex/v1/rates?from=2026-04-01&page=1&per_page=100&to=2026-04-05';
const row = (code: string, unit: number, buy: string, sell: string) =>
  `{"currency":{"iso3":"${code}","name":"x","unit":${unit}},"buy":${buy},"sell":${sell}}`;
const page = (rows: readonly string[], { pages = 1, total = 1, code = 200 } = {}) =>
  `{"status":{"code":${code}},"data":{"payload":[{"date":"2026-04-01","rates":[${rows}]}]},` +
  `"pagination":{"page":1,"pages":${pages},"per_page":100,"total":${total}}}`;
const inr = row('INR', 100, '"160.00"', '"160.15"');

describe('NRB', () => {
  it('buys at the bid and sells at the ask, states one side where there is one, and nothing where there is none', () =>
    expect(
      observedLines(nrb, URL, page([inr, row('KWD', 1, '"484.50"', 'null'), row('BHD', 1, 'null', 'null')])),
    ).toEqual(['2026-04-01 100 INR/NPR bid 160.00 ask 160.15', '2026-04-01 1 KWD/NPR bid 484.50']));

  it.each([
    ['a truncated document', page([inr]).slice(0, -2)],
    ['the first of two pages', page([inr], { pages: 2, total: 101 })],
    ['fewer days than are stated', page([inr], { total: 2 })],
    ['another status', page([inr], { code: 400 })],
    ['another name of the unit', page([inr.replace('"unit"', '"units"')])],
    ['another name of a side', page([inr.replace('"sell"', '"selling"')])],
  ])('refuses %s', (_, body) => expect(() => observedLines(nrb, URL, body)).toThrow());

  it('asks for a span a hundred days at a time, a page each', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-04-11') };
    expect(nrb.feeds[0]?.between?.(span, {}).map(({ url }) => url.split('?')[1])).toEqual([
      'from=2026-01-01&page=1&per_page=100&to=2026-04-10',
      'from=2026-04-11&page=1&per_page=100&to=2026-04-11',
    ]);
  });
});
