import { describe, expect, it } from 'vitest';
import { amcm } from '../../generator/sources/providers/amcm.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/amcm.ts';

describe.skipIf(!recordingsAreThere('AMCM, as recorded'))('AMCM, as recorded', () => {
  const lines = () => readRecordedLines(amcm, 'financial-info-2026-05.json');

  it('states 17 currencies on each of five days', async () =>
    expect(countsOf(await lines())).toEqual([18, 19, 20, 21, 22].map((day) => `2026-05-${day}: 17`)));

  it.each([
    '2026-05-18 1 AUD/MOP mid 5.74660000',
    '2026-05-18 1 EUR/MOP mid 9.36470000',
    '2026-05-18 100 KRW/MOP mid 0.54000000',
    '2026-05-22 1 USD/MOP mid 8.07050000',
    '2026-05-22 100 JPY/MOP mid 5.07270000',
    '2026-05-22 1 TWD/MOP mid 0.25560000',
  ])('states %s', async (line) => expect(await lines()).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;

describe('AMCM', () => {
  it('reads the ECU of old records as XEU', () => {
    const old = WHOLE.replaceAll('2026-05-22', '1998-12-30').replace('CHF', 'ECU');
    expect(observedLines(amcm, URL, old)).toContain('1998-12-30 1 XEU/MOP mid 10.25670000');
  });

  it('keeps the day of a fixing with an hour, also on the last day of what was asked for', () => {
    const [{ url: page }, old] = [fixtures[1], fixtures[1].body.replace('14:00:00', '23:59:59')];
    expect(observedLines(amcm, page, old)).toEqual(['2012-05-14 1 USD/MOP mid 8.02']);
  });

  it.each([
    ['that was cut off', WHOLE.slice(0, -30), 'reached end of input'],
    ['without its figures', WHOLE.replaceAll('usdMeanValue', 'mean'), 'usdMeanValue'],
    ['with a unit in words', WHOLE.replace('"unit":100.0', '"unit":"hundred"'), 'the unit is not a whole number'],
    ['with a day in another form', WHOLE.replace('2026-05-22 00:00:00', '22/05/2026'), 'Invalid string'],
    ['that reports an error', WHOLE.replace('Success', 'Error'), 'Success'],
  ])('refuses a document %s', (_, body, fault) => {
    expect(() => observedLines(amcm, URL, body)).toThrow(fault);
  });

  it('asks for ninety days at a time', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-04-02') };
    expect(amcm.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual([
      'https://www.amcm.gov.mo/api/v1.0/cms/financial_info?Begin=20260101&End=20260331&QueryType=1',
      'https://www.amcm.gov.mo/api/v1.0/cms/financial_info?Begin=20260401&End=20260402&QueryType=1',
    ]);
  });
});
