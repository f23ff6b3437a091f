import { describe, expect, it } from 'vitest';
import { cbu } from '../../generator/sources/providers/cbu.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('CBU, as recorded'))('CBU, as recorded', () => {
  it.each([
    ['all-2026-04-01.json', '2026-04-01: 75'],
    ['all-2026-04-02.json', '2026-04-02: 75'],
    ['all-2026-04-03.json', '2026-04-03: 75'],
  ])('%s states figures for %s', async (file, counts) =>
    expect(countsOf(await readRecordedLines(cbu, file))).toEqual([counts]),
  );

  it.each([
    ['all-2026-04-01.json', '2026-04-01 1 USD/UZS mid 12194.21'],
    ['all-2026-04-01.json', '2026-04-01 10 IRR/UZS mid 0.09'],
    ['all-2026-04-01.json', '2026-04-01 10 IDR/UZS mid 7.18'],
    ['all-2026-04-02.json', '2026-04-02 1 SYP/UZS mid 105.13'],
    ['all-2026-04-02.json', '2026-04-02 10 VND/UZS mid 4.61'],
    ['all-2026-04-03.json', '2026-04-03 1 XDR/UZS mid 16572.76'],
    ['all-2026-04-03.json', '2026-04-03 1 USD/UZS mid 12149.84'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbu, file)).toContain(line));
});

const ROOT = 'https://cbu.uz/en/arkhiv-kursov-valyut/json/';
const ROW =
  '{"id":50,"Code":"364","Ccy":"IRR","CcyNm_EN":"Iranian Rial","Nominal":"10","Rate":"0.09","Diff":"-0.01","Date":"01.04.2026"}';
const LINE = '2026-04-01 10 IRR/UZS mid 0.09';

describe('CBU', () => {
  it.each([
    ['under its own date a list that was returned for another day', `${ROOT}all/2026-04-05/`, `[${ROW}]`, [LINE]],
    ['an empty list as no figures', `${ROOT}all/1994-01-01/`, '[]', []],
  ])('reads %s', (_, url, body, expected) => expect(observedLines(cbu, url, body)).toEqual(expected));

  it.each([
    ['that is truncated', `[${ROW}`, 'end of array'],
    ['without its units', `[${ROW.replace('Nominal', 'Unit')}]`, 'Nominal'],
    ['without its rates', `[${ROW.replace('"Rate"', '"rate"')}]`, 'Rate'],
    [
      'whose days have another format',
      `[${ROW.replace('01.04.2026', '2026-04-01')}]`,
      'not a day: "2026-04-01, in another form"',
    ],
  ])('refuses a document %s', (_, body, fault) => expect(() => observedLines(cbu, ROOT, body)).toThrow(fault));

  it.each([`${ROOT}USD/`, `${ROOT}USD/2026-04-01/`])('does not match the list of one currency: %s', (url) =>
    expect(cbu.feeds.some(({ matches }) => matches.test(url))).toBe(false),
  );

  it('requests every day except Sunday', () => {
    const span = { from: parseIsoDate('2026-04-03'), to: parseIsoDate('2026-04-06') };
    expect(cbu.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual([
      `${ROOT}all/2026-04-03/`,
      `${ROOT}all/2026-04-04/`,
      `${ROOT}all/2026-04-06/`,
    ]);
  });
});
