import { describe, expect, it } from 'vitest';
import { amcm } from '../../generator/providers/amcm.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('AMCM, as recorded'))('AMCM, as recorded', () => {
  const lines = () => readRecordedLines(amcm, 'financial-info-2026-05.json');

  it('has 17 currencies on each of five days', async () =>
    expect(countsOf(await lines())).toEqual([18, 19, 20, 21, 22].map((day) => `2026-05-${day}: 17`)));

  it.each([
    '2026-05-18 1 AUD/MOP mid 5.74660000',
    '2026-05-18 1 EUR/MOP mid 9.36470000',
    '2026-05-18 100 KRW/MOP mid 0.54000000',
    '2026-05-22 1 USD/MOP mid 8.07050000',
    '2026-05-22 100 JPY/MOP mid 5.07270000',
    '2026-05-22 1 TWD/MOP mid 0.25560000',
  ])('%s', async (line) => expect(await lines()).toContain(line));
});

const URL = 'https://www.amcm.gov.mo/api/v1.0/cms/financial_info?Begin=20260518&End=20260522&QueryType=1';
const row = (currency: string, unit: string, mean: string, bid: string, date = '2026-05-22 00:00:00') =>
  `{"id":1,"date":"${date}","currency":"${currency}","unit":${unit},"usdMean":"x","usdMeanValue":${mean},"bid":"${bid}"}`;
const document = (...rows: string[]) => `{"message":"OK","data":[${rows}],"code":0,"type":"Success"}`;

describe('AMCM', () => {
  it.each([
    [
      'patacas, not the rate against the dollar beside them',
      row('CHF', '1.0', '10.2567', '0.7867'),
      ['2026-05-22 1 CHF/MOP mid 10.2567'],
    ],
    ['a unit of a hundred', row('JPY', '100.0', '5.0727', '159.09'), ['2026-05-22 100 JPY/MOP mid 5.0727']],
    [
      'the ECU of old records',
      row('ECU', '1.0', '9.4', '1.17', '1998-12-30 00:00:00'),
      ['1998-12-30 1 XEU/MOP mid 9.4'],
    ],
    ['nothing of the liquidity index', row('LIQ', '0.0', '0.00000000', '1.85'), []],
  ])('reads %s', (_, one, expected) => expect(observedLines(amcm, URL, document(one))).toEqual(expected));

  it.each([
    ['cut off', document(row('CHF', '1.0', '10.2567', '0.7867')).slice(0, -30)],
    ['without its figures', document(row('CHF', '1.0', '10.2567', '0.7867').replace('usdMeanValue', 'mean'))],
    ['of units in words', document(row('JPY', '"hundred"', '5.0727', '159.09'))],
    ['of an hour', document(row('CHF', '1.0', '10.2567', '0.7867', '2026-05-22 11:30:00'))],
    ['that is no success', document().replace('Success', 'Error')],
  ])('refuses a document %s', (_, body) => expect(() => observedLines(amcm, URL, body)).toThrow());

  it('asks for ninety days at a time', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-04-02') };
    expect(amcm.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual([
      'https://www.amcm.gov.mo/api/v1.0/cms/financial_info?Begin=20260101&End=20260331&QueryType=1',
      'https://www.amcm.gov.mo/api/v1.0/cms/financial_info?Begin=20260401&End=20260402&QueryType=1',
    ]);
  });
});
