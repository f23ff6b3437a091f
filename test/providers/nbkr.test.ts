import { describe, expect, it } from 'vitest';
import { nbkr } from '../../generator/sources/providers/nbkr.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbkr.ts';

describe.skipIf(!recordingsAreThere('NBKR, as recorded'))('NBKR, as recorded', () => {
  it.each([
    ['daily.xml', ['2026-05-24: 5']],
    ['weekly.xml', ['2026-05-23: 39']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(nbkr, file))).toEqual(counts));

  it.each([
    ['daily.xml', '2026-05-24 1 USD/KGS mid 87.4500'],
    ['daily.xml', '2026-05-24 1 KZT/KGS mid 0.1859'],
    ['weekly.xml', '2026-05-23 1 GBP/KGS mid 117.4147'],
    ['weekly.xml', '2026-05-23 10 JPY/KGS mid 5.4969'],
    ['weekly.xml', '2026-05-23 1 XDR/KGS mid 119.5195'],
    ['weekly.xml', '2026-05-23 1 BYN/KGS mid 32.0154'],
    ['weekly.xml', '2026-05-23 10 IDR/KGS mid 0.0494'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbkr, file)).toContain(line));
});

const [daily, weekly, , archive] = fixtures;

describe('NBKR', () => {
  it('has a list in force for a day and one in force for a week, each in its own table', () => {
    expect(nbkr.feeds.map(({ name, frequency }) => [name, frequency])).toEqual([
      ['daily', 'day'],
      ['weekly', 'week'],
      ['daily, archive', 'day'],
      ['weekly, archive', 'week'],
    ]);
    expect(nbkr.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-05-24'), {})).map(({ url }) => url)).toEqual([
      'https://www.nbkr.kg/XML/daily.xml',
      'https://www.nbkr.kg/XML/weekly.xml',
    ]);
  });

  it.each([
    ['the weekly list in place of the daily one', daily.url, weekly.body, 'Daily Exchange Rates'],
    ['a period of another length', weekly.url, weekly.body.replace('>7<', '>14<'), '"ValidFor"'],
    ['a weekly rate without a period', weekly.url, weekly.body.replace('<ValidFor>7</ValidFor>', ''), '"ValidFor"'],
    ['a decimal point', daily.url, daily.body.replace('87,', '87.'), 'not a figure with a decimal comma'],
    ['a unit that is not a power of ten', daily.url, daily.body.replace('>1<', '>5<'), '"Nominal"'],
    ['a renamed field', daily.url, daily.body.replaceAll('Value', 'Rate'), '"Value"'],
    ['a document that was cut off', daily.url, daily.body.slice(0, -20), "doesn't have proper closing"],
  ])('refuses %s', (_, url, body, message) => expect(() => observedLines(nbkr, url, body)).toThrow(message));

  it('requests the archive by currency and year, sixty currencies one after another', () => {
    const span = { from: parseIsoDate('2005-01-01'), to: parseIsoDate('2006-01-31') };
    const urls = nbkr.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url);
    expect(urls[0]).toBe(
      'https://www.nbkr.kg/index1.jsp?item=1562&lang=ENG&valuta_id=15' +
        '&beg_day=01&beg_month=01&beg_year=2005&end_day=01&end_month=01&end_year=2006',
    );
    expect(urls).toHaveLength(2 * 60);
  });

  it.each([
    ['15', '1 USD'],
    ['36', '10 JPY'],
    ['37', '1000 AZM'],
    ['98', '1000 RUR'],
    ['22', '100 ITL'],
    ['49', '100 TJR'],
    ['184', '10 IDR'],
  ])('reads the currency of number %s as %s', (number, currency) => {
    const url = archive.url.replace('valuta_id=36', `valuta_id=${number}`);
    expect(observedLines(nbkr, url, archive.body)[0]).toBe(`1999-01-06 ${currency}/KGS mid 2.6240`);
  });

  it('refuses a page of the archive without its form', () => {
    expect(() => observedLines(nbkr, archive.url, '<html>Request Rejected</html>')).toThrow('no form for the archive');
  });
});
