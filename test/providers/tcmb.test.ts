import { describe, expect, it } from 'vitest';
import { tcmb } from '../../generator/sources/providers/tcmb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/tcmb.ts';

describe.skipIf(!recordingsAreThere('TCMB, as recorded'))('TCMB, as recorded', () => {
  it.each([
    ['bulletin-2015-12-04.xml', ['2015-12-04: 18']],
    ['bulletin-2019-12-20.xml', ['2019-12-20: 20']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(tcmb, file))).toEqual(counts));

  it('states 21 series for each of the 13 bulletins of 2 to 18 March 2026', async () => {
    const days = countsOf(await readRecordedLines(tcmb, 'evds-daily.json'));
    expect(days.map((day) => day.slice(12))).toEqual(Array.from({ length: 13 }, () => '21'));
    expect([days[0], days.at(-1)]).toEqual(['2026-03-02: 21', '2026-03-18: 21']);
  });

  it.each([
    ['bulletin-2015-12-04.xml', '2015-12-04 1 USD/TRY bid 2.8921 ask 2.8973'],
    ['bulletin-2019-12-20.xml', '2019-12-20 100 JPY/TRY bid 5.3933 ask 5.4290'],
    ['bulletin-2019-12-20.xml', '2019-12-20 100 IRR/TRY bid 0.01400 ask 0.01418'],
    ['bulletin-2019-12-20.xml', '2019-12-20 1 XDR/TRY bid 8.1551'],
    ['evds-daily.json', '2026-03-02 100 JPY/TRY bid 27.89250000 ask 28.07720000'],
    ['evds-daily.json', '2026-03-09 1 USD/TRY bid 44.00070000 ask 44.08000000'],
    ['evds-daily.json', '2026-03-18 1 AED/TRY bid 11.94910000 ask 12.10540000'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(tcmb, file)).toContain(line));
});

const [, , bulletin, series] = fixtures;

describe('TCMB', () => {
  it('asks for a span by date, and not for weekends', () => {
    const requests = tcmb.feeds[0]?.between?.({ from: parseIsoDate('2026-03-06'), to: parseIsoDate('2026-03-09') }, {});
    expect(requests?.map(({ url }) => url)).toEqual([
      'https://www.tcmb.gov.tr/kurlar/202603/06032026.xml',
      'https://www.tcmb.gov.tr/kurlar/202603/09032026.xml',
    ]);
  });

  it('keeps bulletins and series in tables of their own, as the series lack XDR and would withdraw it', () => {
    expect(tcmb.feeds.map(({ name, table = name }) => table)).toEqual(['bulletin', 'series']);
  });

  it('accepts a 404 for a holiday, and never asks for the series, which have fewer currencies', () => {
    const span = { from: parseIsoDate('2026-03-20'), to: parseIsoDate('2026-03-20') };
    const requests = tcmb.feeds.flatMap((feed) => [...feed.latest(span.to, {}), ...(feed.between?.(span, {}) ?? [])]);
    expect(requests.map(({ url, mayBeAbsent }) => [url, mayBeAbsent])).toEqual([
      ['https://www.tcmb.gov.tr/kurlar/today.xml', undefined],
      ['https://www.tcmb.gov.tr/kurlar/202603/20032026.xml', true],
    ]);
  });

  const { body } = bulletin;
  it.each([
    ['a bulletin without units', bulletin.url, body.replaceAll('Unit>', 'Birim>'), '"Unit"'],
    ['a bulletin with banknotes only', bulletin.url, body.replaceAll('Forex', 'Cash'), '"ForexBuying"'],
    ['a bulletin with the month before the day', bulletin.url, body.replace('20.12', '12.20'), 'not a day (DMY)'],
    ['a bulletin cut in the middle', bulletin.url, body.slice(0, -40), "Invalid space after '<'"],
    ['series without their days', series.url, series.body.replaceAll('Tarih', 'Date'), '"Tarih"'],
    ['series with a day before its own', series.url, series.body.replace('03-03-2026', '01-03-2026'), 'comes after'],
    ['series cut in the middle', series.url, series.body.slice(0, -4), 'reached end of input'],
  ])('refuses %s', (_, url, changed, message) => expect(() => observedLines(tcmb, url, changed)).toThrow(message));
});
