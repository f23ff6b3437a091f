import { describe, expect, it } from 'vitest';
import { nbu } from '../../generator/providers/nbu.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/feeds.ts';
import { recordingsAreThere } from '../support/recordings.ts';

describe.skipIf(!recordingsAreThere('NBU, as recorded'))('NBU, as recorded', () => {
  const file = 'exchange-site-2026-03-01_16.json';

  it('states 45 rates on each calendar day of 1 to 16 March 2026, weekends too', async () => {
    const counts = countsOf(await readRecordedLines(nbu, file));
    expect(counts.map((count) => count.slice(12))).toEqual(Array.from({ length: 16 }, () => '45'));
  });

  it.each([
    '2026-03-01 1 USD/UAH mid 43.2081',
    '2026-03-01 10 JPY/UAH mid 2.7682',
    '2026-03-01 1000 VND/UAH mid 1.6565',
    '2026-03-16 1 XAU/UAH mid 225912.48',
    '2026-03-16 1 XDR/UAH mid 59.9627',
  ])('%s', async (line) => expect(await readRecordedLines(nbu, file)).toContain(line));
});

describe('NBU', () => {
  it('dates a rate by the day it is for, and states it for its units', () => {
    const row =
      '{"exchangedate":"02.03.2026","cc":"THB","rate":13.9116,"units":10,"rate_per_unit":1.39116,"calcdate":"27.02.2026"}';
    const url = 'https://bank.gov.ua/NBU_Exchange/exchange_site?start=20260301&end=20260316&json';
    expect(observedLines(nbu, url, `[\r\n${row}\r\n]`)).toEqual(['2026-03-02 10 THB/UAH mid 13.9116']);
  });
});
