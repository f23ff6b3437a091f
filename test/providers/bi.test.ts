import { describe, expect, it } from 'vitest';
import { bi } from '../../generator/providers/bi.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
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

  it('sends the tokens of the form and its cookies, a currency at a time', () => {
    const [feed] = bi.feeds;
    const inputs = ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTVALIDATION', '__REQUESTDIGEST'];
    const body = inputs
      .map((name) => `<input type="hidden" name="${name}" id="${name}" value="of ${name}" />`)
      .join('');
    const page = {
      request: { method: 'GET', url: URL } as const,
      bytes: Buffer.from(body),
      contentType: '',
      cookies: ['a=1'],
    };
    const requests = feed?.latest(parseIsoDate('2026-03-05'), feed.session?.toKeys(page) ?? {}) ?? [];
    expect(requests).toHaveLength(25);
    const asked = new URLSearchParams(requests[1]?.body);
    expect(inputs.map((name) => asked.get(name))).toEqual(inputs.map((name) => `of ${name}`));
    expect([...asked].slice(4).map(([name, value]) => `${name.split('$').at(-1)}=${value}`)).toEqual([
      'ddlmatauang1=AUD  ',
      'txtFrom=23-Feb-2026',
      'txtTo=05-Mar-2026',
      'btnSearch1=Search',
    ]);
    expect(requests[1]?.headers?.cookie).toBe('a=1');
  });
});
