import { describe, expect, it } from 'vitest';
import { bi } from '../../generator/sources/providers/bi.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { fixtures } from './fixtures/bi.ts';

describe.skipIf(!recordingsAreThere('BI, as recorded'))('BI, as recorded', () => {
  it.each([['transaksi-AUD-2026-03.html', ['2026-03-02: 1', '2026-03-03: 1', '2026-03-04: 1', '2026-03-05: 1']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(bi, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['transaksi-AUD-2026-03.html', '2026-03-05 1 AUD/IDR bid 11827.30 ask 11949.58'],
    ['transaksi-AUD-2026-03.html', '2026-03-04 1 AUD/IDR bid 11879.20 ask 12001.98'],
    ['transaksi-AUD-2026-03.html', '2026-03-03 1 AUD/IDR bid 11835.21 ask 11964.32'],
    ['transaksi-AUD-2026-03.html', '2026-03-02 1 AUD/IDR bid 11891.92 ask 12013.13'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bi, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bi, URL, body);

describe('BI', () => {
  it('reads the unit of each row', () => {
    expect(read(WHOLE.replace('CURRENCIES AUD', 'CURRENCIES JPY').replaceAll('>1.00<', '>100.00<'))[0]).toBe(
      '2026-03-05 100 JPY/IDR bid 11827.30 ask 11949.58',
    );
  });

  it.each([
    ['a page that names no currency', WHOLE.replace('CURRENCIES AUD', 'CURRENCIES'), 'no heading names the currency'],
    [
      'buying before selling',
      WHOLE.replace('<th>Sell</th><th>Buy</th>', '<th>Buy</th><th>Sell</th>'),
      'the column names are not',
    ],
    ['another unit', WHOLE.replace('1.00<', '10.00<'), 'Invalid'],
    ['half a document', WHOLE.slice(0, 300), 'does not close a table'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  const PAGE = '/biwebservice/wskursbi.asmx/';
  const [, sgd, usd] = fixtures;
  const nothing = sgd.body.replace(/<NewDataSet xmlns="">[\s\S]*<\/NewDataSet>/, '<NewDataSet xmlns="" />');

  it('asks the web service for one currency at a time, and for the rate of the dollar', async () => {
    const behave: Behaviour = ({ url }) => {
      if (url.pathname === `${PAGE}getSubKursJisdor3`) return usd.body;
      const code = url.searchParams.get('mts') ?? '';
      return code === 'JPY' ? sgd.body.replaceAll('SGD  ', 'JPY  ').replaceAll('>1.00<', '>100.00<') : nothing;
    };
    const { lines, failures, asked } = await ask('BI', behave, { today: '2026-09-26' });
    expect(failures).toEqual([]);
    expect(lines).toEqual([
      '2026-09-24 100 JPY/IDR bid 13861.80 ask 14004.39',
      '2026-09-25 100 JPY/IDR bid 13921.60 ask 14062.61',
      '2026-09-25 1 USD/IDR mid 17917.00',
    ]);
    expect(asked.map(({ url }) => url.searchParams.get('mts'))).toHaveLength(26);
    expect(asked[0]?.url.search).toBe('?mts=AED&startdate=2026-09-16&enddate=2026-09-26');
    expect(asked.at(-1)?.url.search).toBe('?mts=USD&startDate=2026-09-16&endDate=2026-09-26');
  });

  it.each([
    ['another currency', sgd.url, sgd.body.replaceAll('SGD  ', 'AUD  '), 'AUD where SGD was asked for'],
    ['another unit of the service', sgd.url, sgd.body.replace('>1.00<', '>10.00<'), 'Invalid option'],
    ['a day with an hour', sgd.url, sgd.body.replace('T00:00:00', 'T10:00:00'), 'Invalid string'],
    ['half a list', sgd.url, sgd.body.slice(0, sgd.body.indexOf('2026-09-24')), 'tgl_subkurslokal'],
    ['a list without its end', sgd.url, sgd.body.replace('</DataSet>', ''), 'Unclosed tag'],
    ['two rates of the dollar', usd.url, usd.body.replace('17917.00', '17916.00'), 'not one rate of the dollar'],
  ])('refuses %s', (_, url, body, fault) => expect(() => observedLines(bi, url, body)).toThrow(fault));
});
