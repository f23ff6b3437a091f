import { describe, expect, it } from 'vitest';
import { bom } from '../../generator/providers/bom.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BOM, as recorded'))('BOM, as recorded', () => {
  const lines = () => readRecordedLines(bom, 'movement-2026-05-19_22.json');

  it('has 38 currencies and metals on each of four days', async () =>
    expect(countsOf(await lines())).toEqual([19, 20, 21, 22].map((day) => `2026-05-${day}: 38`)));

  it.each([
    '2026-05-22 1 USD/MNT mid 3576.42',
    '2026-05-22 1 XAU/MNT mid 16172267.24',
    '2026-05-22 1 XDR/MNT mid 4887.93',
    '2026-05-21 1 XAG/MNT mid 267554.57',
    '2026-05-19 1 EUR/MNT mid 4160.66',
    '2026-05-19 1 VND/MNT mid 0.14',
    '2026-05-19 1 KWD/MNT mid 11655.77',
  ])('%s', async (line) => expect(await lines()).toContain(line));
});

const URL = 'https://www.mongolbank.mn/en/currency-rate-movement/data';
const names = '"XAU":{"name":"Gold /Ounce/","code":"XAU"},"XAG":{"name":"Silver /Ounce/","code":"XAG"}';
const document = (...days: string[]) =>
  `{"success":true,"data":[${days}],"langData":{"currencyNames":{"USD":{"name":"US dollar"},${names}}}}`;
const day = (figures: string) => `{"RATE_DATE":"2026-05-22",${figures}}`;
const whole = document(day('"USD":"3,576.42"'));

describe('BOM', () => {
  it.each([
    ['commas as marks of thousands', '"XAU":"16,172,267.24"', ['2026-05-22 1 XAU/MNT mid 16172267.24']],
    ['special drawing rights', '"SDR":"4,887.93"', ['2026-05-22 1 XDR/MNT mid 4887.93']],
    ['two decimals of a small currency', '"VND":"0.14"', ['2026-05-22 1 VND/MNT mid 0.14']],
    ['nothing from what came to zero, is blank or is not there', '"IDR":"0.00","EUR":"","JPY":null', []],
  ])('reads %s', (_, figures, expected) => expect(observedLines(bom, URL, document(day(figures)))).toEqual(expected));

  it.each([
    ['cut off', whole.slice(0, -40)],
    ['of a comma that marks decimals', document(day('"USD":"3576,42"'))],
    ['without its dates', whole.replace('RATE_DATE', 'DATE')],
    ['of gold by the gram', whole.replace('Gold /Ounce/', 'Gold /Gram/')],
    ['that is no success', whole.replace('true', 'false')],
    ['of numbers in lists', document(day('"USD":["3,576.42"]'))],
  ])('refuses a document %s', (_, body) => expect(() => observedLines(bom, URL, body)).toThrow());

  it('asks for a span in the body', () => {
    const span = { from: parseIsoDate('2026-05-19'), to: parseIsoDate('2026-05-22') };
    expect(bom.feeds[0]?.between?.(span, {}).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', URL, '{"startDate":"2026-05-19","endDate":"2026-05-22"}'],
    ]);
  });
});
