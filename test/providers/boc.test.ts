import { describe, expect, it } from 'vitest';
import { boc } from '../../generator/providers/boc.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BOC, as recorded'))('BOC, as recorded', () => {
  it.each([
    ['fx-rates-daily-2025-2026.json', 299],
    ['fx-rates-daily.json', 5],
  ])('%s has %i days of 23 series', async (file, days) => {
    const counts = countsOf(await readRecordedLines(boc, file));
    expect(counts.map((count) => count.slice(12))).toEqual(Array.from({ length: days }, () => '23'));
  });

  it.each([
    ['fx-rates-daily-2025-2026.json', '2025-01-02 1 USD/CAD mid 1.4418'],
    ['fx-rates-daily-2025-2026.json', '2026-03-13 1 MXN/CAD mid 0.07677'],
    ['fx-rates-daily.json', '2026-03-12 1 EUR/CAD mid 1.5693'],
    ['fx-rates-daily.json', '2026-03-12 1 IDR/CAD mid 0.000081'],
    ['fx-rates-daily.json', '2026-03-12 1 JPY/CAD mid 0.008550'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(boc, file)).toContain(line));
});

describe('BOC', () => {
  it('reads the currency from the name of its series, and a day in which one is missing', () => {
    const days =
      '{"d":"2026-03-12","FXUSDCAD":{"v":"1.3617"},"FXJPYCAD":{"v":"0.008550"}},{"d":"2026-03-13","FXUSDCAD":{"v":"1.3716"}}';
    const url = 'https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?start_date=2026-03-12';
    expect(observedLines(boc, url, `{"terms":{},"observations":[${days}]}`)).toEqual([
      '2026-03-12 1 USD/CAD mid 1.3617',
      '2026-03-12 1 JPY/CAD mid 0.008550',
      '2026-03-13 1 USD/CAD mid 1.3716',
    ]);
  });

  const whole = '{"observations":[{"d":"2026-03-12","FXUSDCAD":{"v":"1.3617"}}]}';
  it.each([
    ['renamed figures', whole.replace('"v"', '"value"')],
    ['renamed days', whole.replace('"d"', '"date"')],
    ['a renamed list', whole.replace('observations', 'rows')],
    ['a document cut in the middle', whole.slice(0, -10)],
  ])('refuses %s', (_, body) =>
    expect(() =>
      observedLines(boc, 'https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json', body),
    ).toThrow(),
  );

  it('names a series that is none of a currency', () => {
    const body = whole.replace('FXUSDCAD', 'CEER_EURNS');
    const url = 'https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json';
    expect(observedLines(boc, url, body)).toEqual(['2026-03-12 1 CEER_EURNS/CAD mid 1.3617']);
  });
});
