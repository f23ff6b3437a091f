import { describe, expect, it } from 'vitest';
import { bdi } from '../../generator/providers/bdi.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BDI, as recorded'))('BDI, as recorded', () => {
  it.each([
    ['daily-2026-02-09.csv', ['2026-02-09: 167']],
    ['daily-2026-02-10.csv', ['2026-02-10: 167']],
    ['daily-2026-02-11.csv', ['2026-02-11: 167']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(bdi, file))).toEqual(counts));

  it('has 150 currencies in them, for countries that share one repeat its row', async () => {
    expect(new Set(await readRecordedLines(bdi, 'daily-2026-02-11.csv')).size).toBe(150);
  });

  it.each([
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/AFN mid 75.5197'],
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/BBD mid 2.377200'],
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/XDR mid 0.863189'],
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/ZWG mid 30.3944'],
    ['daily-2026-02-11.csv', '2026-02-11 1 EUR/USD mid 1.1900'],
    ['daily-2026-02-11.csv', '2026-02-11 1 EUR/LAK mid 24075'],
    ['daily-2026-02-11.csv', '2026-02-11 1 EUR/GBP mid 0.86990'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(bdi, file)).toContain(line));

  it('has no rate of BYN, IRR, KPW and RUB', async () => {
    const lines = await readRecordedLines(bdi, 'daily-2026-02-09.csv');
    expect(lines.filter((line) => /EUR\/(BYN|IRR|KPW|RUB)/.test(line))).toEqual([]);
  });
});

const HEADER = 'Country,Currency,ISO Code,UIC Code,Rate,Rate convention,Reference date (CET)';
const CONVENTION = 'Foreign currency amount for 1 Euro.';
const NOTES = [
  '',
  '',
  '# DISCLAIMER',
  '# The rates are not provided in real time, and are only indicative, in general, as, it, is, said',
];
const read = (...lines: string[]) =>
  observedLines(
    bdi,
    'https://tassidicambio.bancaditalia.it/terzevalute-wf-web/rest/v1.0/dailyRates?lang=en',
    lines.join('\n'),
  );

describe('BDI', () => {
  it('is foreign units per euro, by country: a name with a comma, a shared currency, a rate that there is not', () => {
    const rows = [
      `"KOREA, REPUBLIC OF",South Korean Won,KRW,119,1737.79,${CONVENTION},2026-02-09`,
      `BENIN,CFA Franc,XOF,209,655.957,${CONVENTION},2026-02-09`,
      `TOGO,CFA Franc,XOF,209,655.957,${CONVENTION},2026-02-09`,
      `BELARUS,Belarussian Ruble (new),BYN,280,N.A.,${CONVENTION},2026-02-09`,
    ];
    expect(read(HEADER, ...rows, ...NOTES)).toEqual([
      '2026-02-09 1 EUR/KRW mid 1737.79',
      '2026-02-09 1 EUR/XOF mid 655.957',
      '2026-02-09 1 EUR/XOF mid 655.957',
    ]);
  });

  it('states nothing on a day without rates', () => expect(read(HEADER, ...NOTES)).toEqual([]));

  const USD = `UNITED STATES,U.S. Dollar,USD,001,1.1886,${CONVENTION},2026-02-09`;
  it.each([
    ['the other direction', [HEADER, USD.replace(CONVENTION, 'Euro amount for 1 unit of foreign currency.'), ...NOTES]],
    ['a renamed column', [HEADER.replace('Rate,', 'Exchange rate,'), USD, ...NOTES]],
    ['a list cut before its disclaimer', [HEADER, USD]],
    ['a row cut in the middle', [HEADER, USD.slice(0, 40), ...NOTES]],
    ['a page in place of the list', ['<html>', '</html>']],
  ])('refuses %s', (_, lines) => expect(() => read(...lines)).toThrow());

  it('asks for each day of a span but weekends, where a holiday is no fault', () => {
    const requests = bdi.feeds[0]?.between?.({ from: parseIsoDate('2026-02-06'), to: parseIsoDate('2026-02-09') }, {});
    expect(requests).toEqual(
      ['2026-02-06', '2026-02-09'].map((day) => ({
        method: 'GET',
        url: `https://tassidicambio.bancaditalia.it/terzevalute-wf-web/rest/v1.0/dailyRates?referenceDate=${day}&currencyIsoCode=EUR&lang=en`,
        mayBeAbsent: true,
      })),
    );
  });
});
