import { describe, expect, it } from 'vitest';
import { cnb } from '../../generator/sources/providers/cnb.ts';
import { parseIsoDate as day } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('CNB, as recorded'))('CNB, as recorded', () => {
  it('states 30 currencies on each of 65 days of 2026, and 32 on the day of the old text', async () => {
    const days = countsOf(await readRecordedLines(cnb, 'daily-year-2026.json'));
    expect(days).toHaveLength(65);
    expect(days.filter((day) => !day.endsWith(': 30'))).toEqual([]);
    expect(countsOf(await readRecordedLines(cnb, 'daily-2016-04-05.txt'))).toEqual(['2016-04-05: 32']);
  });

  it.each([
    ['daily-year-2026.json', '2026-01-02 1 EUR/CZK mid 24.170'],
    ['daily-year-2026.json', '2026-03-02 100 JPY/CZK mid 13.173'],
    ['daily-year-2026.json', '2026-03-02 1000 IDR/CZK mid 1.230'],
    ['daily-year-2026.json', '2026-04-02 1 XDR/CZK mid 29.042'],
    ['daily-2016-04-05.txt', '2016-04-05 100 RUB/CZK mid 34.436'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cnb, file)).toContain(line));
});

describe('CNB', () => {
  it.each([
    ['2026-01-03', ['2025', '2026']],
    ['2026-01-20', ['2026']],
  ])('requests on %s the years %j, because the first days of January may have no list yet', (today, years) => {
    const requests = cnb.feeds.flatMap((feed) => feed.latest(day(today), {}));
    expect(requests.map(({ url }) => url.slice(-4))).toEqual(years);
  });

  it.each([
    ['1991-01-01', '1994-06-30', ['1993', '1994']],
    ['1991-01-01', '1992-12-31', []],
  ])('requests of %s to %s the years %j, because the lists before 1993 are in another koruna', (from, to, years) => {
    const requests = cnb.feeds[0]?.between?.({ from: day(from), to: day(to) }, {}, day('2026-03-20'));
    expect(requests?.map(({ url }) => url.slice(-4))).toEqual(years);
  });

  const YEAR = 'https://api.cnb.cz/cnbapi/exrates/daily-year?lang=EN&year=2026';
  const TEXT = 'https://www.cnb.cz/cs/financni_trhy/devizovy_trh/kurzy_devizoveho_trhu/denni_kurz.txt';
  const row = '{"currencyCode":"JPY","amount":100,"validFor":"2026-03-02","rate":13.173}';

  it('accepts an empty list in the first week of a year', () => {
    expect(observedLines(cnb, YEAR, '{"rates":[]}')).toEqual([]);
    const [first] = cnb.feeds;
    const maybe = (today: string) => first?.latest(day(today), {}).map(({ mayBeAbsent }) => mayBeAbsent);
    expect([maybe('2026-01-03'), maybe('2026-01-20')]).toEqual([[undefined, true], [undefined]]);
  });

  it.each([
    ['a list of a year without units', YEAR, `{"rates":[${row.replace('amount', 'unit')}]}`, 'amount'],
    ['a list of a year under another name', YEAR, `{"rows":[${row}]}`, 'rates'],
    ['a truncated list of a year', YEAR, `{"rates":[${row}`, 'end of array'],
    [
      'a text cut behind a line',
      TEXT,
      '05.04.2016 #65\nzemě|měna|množství|kód|kurz\nJaponsko|jen|100|JPY|21,487\n',
      'the last row is not the pound',
    ],
    [
      'a text without its day',
      TEXT,
      'země|měna|množství|kód|kurz\nJaponsko|jen|100|JPY|21,487\n',
      'must match pattern',
    ],
    [
      'a text with another number of columns',
      TEXT,
      '05.04.2016 #65\nzemě|měna|kód|kurz\nJaponsko|jen|JPY|21,487\n',
      'expected array to have >=5 items',
    ],
  ])('refuses %s', (_, url, body, fault) => expect(() => observedLines(cnb, url, body)).toThrow(fault));
});
