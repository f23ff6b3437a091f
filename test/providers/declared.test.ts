/** What adapters declare beyond their documents: the periods of figures, their tables, and what is not asked for. */
import { describe, expect, it } from 'vitest';
import { exclusionOf } from '../../generator/rates/blend/global.ts';
import { History } from '../../generator/rates/blend/history.ts';
import { isComparable } from '../../generator/rates/quarantine/witness-rates.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { archive } from '../support/banks/archives.ts';
import { readRecordedLines } from '../support/banks/feeds.ts';
import { fixtureOf } from '../support/banks/fixtures.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

function providerOf(code: string) {
  const found = PROVIDERS.find((one) => one.code === code);
  if (found === undefined) throw new Error(`there is no ${code}`);
  return found;
}

const feedsFor = (code: string, url: string) => providerOf(code).feeds.filter(({ matches }) => matches.test(url));
const tablesOf = (code: string) =>
  providerOf(code).feeds.map(({ name, table = name, frequency = 'day', partial = false }) => [
    name,
    table,
    frequency,
    partial,
  ]);

describe('a feed does not take', () => {
  const without = (code: string, currency: string) => fixtureOf(code).url.replace('USD', currency);
  const CBU = 'https://cbu.uz/en/arkhiv-kursov-valyut/json/';

  it.each<readonly [string, string, string]>([
    ['BCP', 'the page of special drawing rights, on which there never is a rate', without('BCP', 'SDR')],
    ...['DKK', 'NOK', 'GHS', 'GNF', 'SLL', 'CHF', 'SEK', 'NGN'].map(
      (one) => ['CBG', one, without('CBG', one)] as const,
    ),
    ['CBU', 'the list of one currency', `${CBU}USD/`],
    ['CBU', 'the list of one currency of a day', `${CBU}USD/2026-04-01/`],
  ])('of %s %s', (code, _, url) => expect(feedsFor(code, url)).toEqual([]));
});

describe('tables', () => {
  it.each([
    [
      'TCMB',
      'apart, as the series lack XDR and would withdraw it',
      [
        ['bulletin', 'bulletin', 'day', false],
        ['series', 'series', 'day', false],
      ],
    ],
    [
      'NBP',
      'apart but for the two forms of C',
      [
        ['A', 'A', 'day', false],
        ['B', 'B', 'week', false],
        ['C', 'C', 'day', false],
        ['C as XML', 'C', 'day', false],
        ['gold', 'gold', 'day', false],
      ],
    ],
  ])('of %s are %s', (code, _, tables) => expect(tablesOf(code)).toEqual(tables));

  it('of BNM let a month correct the newest list without withdrawing the other currencies', () =>
    expect(providerOf('BNM').feeds.map(({ table, partial = false }) => [table, partial])).toEqual([
      ['session 0900', false],
      ['session 0900', true],
    ]));

  it('of CBR take the history of one currency for a part of the list, so that it withdraws no other currency', () => {
    const [feed] = feedsFor('CBR', 'https://www.cbr.ru/scripts/XML_dynamic.asp?VAL_NM_RQ=R01235');
    expect([feed?.partial, feed?.table]).toEqual([true, 'list']);
  });
});

describe('figures are in force', () => {
  it.each([
    [
      'BANREP',
      [
        ['2026-03-20', '2026-03-20'],
        ['2026-03-21', '2026-03-24'],
      ],
    ],
    ['BAZG', [['2026-07-25', '2026-07-27']]],
    ['JPC', [['2020-09-20', '2020-09-26']]],
  ])('of %s from the first day until the last', (code, periods) => {
    const { url, bytes } = fixtureOf(code);
    const [feed] = feedsFor(code, url);
    const answer = { request: { method: 'GET', url } as const, bytes, contentType: '' };
    const rows = [...(feed?.observe(feed.schema.parse(feed.read(answer)), answer) ?? [])];
    expect([...new Set(rows.map(({ date, until }) => `${date} ${until}`))]).toEqual(
      periods.map((one) => one.join(' ')),
    );
  });

  it.each(['BSI', 'HMRC'])('of %s for a whole month', (code) => {
    const { validity, monthly } = providerOf(code);
    expect([validity, monthly]).toEqual(['month', true]);
  });

  it('of RBAM for a month, though the header of its table says Daily', () =>
    expect(providerOf('RBAM').monthly).toBe(true));

  const QUARTERS = [
    '2026-03-31 USD/ILS 3.165',
    '2026-03-31 USD/EUR 0.87',
    '2026-05-29 USD/ILS 2.807',
    '2026-06-30 USD/EUR 0.877',
  ];
  const MONTHS = ['2026-10-01 USD/EUR 0.882', '2026-10-01 USD/ARS 1500', '2026-10-15 USD/ARS 1524'];
  it.each([
    ['UST', QUARTERS, '2026-03-31', '2026-06-29', ['EUR 0.87', 'ILS 3.165']],
    ['UST', QUARTERS, '2026-05-29', '2026-06-29', ['EUR 0.87', 'ILS 2.807']],
    ['UST', QUARTERS, '2026-06-30', '2026-09-29', ['EUR 0.877']],
    ['UNORE', MONTHS, '2026-10-15', '2026-10-31', ['ARS 1524', 'EUR 0.882']],
  ])('of %s, %j, on %s until %s: an amendment leaves the rest in force', (code, lines, date, until, rates) => {
    const [history, day] = [new History(providerOf(code), archive(code, lines)), parseIsoDate(date)];
    expect([...history.fixing(day).quotations].map(([base, { mid }]) => `${base} ${mid}`).sort()).toEqual(rates);
    expect(history.period(day)).toEqual({ date, until });
  });
});

describe('GLOBAL', () => {
  it.each([
    ['BAZG', 'customs authority'],
    ['JPC', 'customs authority'],
    ['UST', 'quarterly'],
  ])('does not hear %s: %s', (code, reason) => expect(exclusionOf(providerOf(code))).toBe(reason));

  it('is told by nobody of a customs authority without a word of it', () =>
    expect(providerOf('BAZG').description).toContain('(customs authority)'));

  it('does not compare figures that are kept for a quarter', () =>
    expect([isComparable(providerOf('UST'), {}), isComparable(providerOf('UST'), { monthly: true })]).toEqual([
      false,
      false,
    ]));

  it('does not wait for CBC, which publishes too late', () => expect(providerOf('CBC').schedule.lagDaysMax).toBe(45));
});

describe('HNB', () => {
  it('quotes kuna until the end of 2022, and euros since then', () =>
    expect(providerOf('HNB').references.map(({ from, currency }) => [from, currency])).toEqual([
      ['1994-05-30', 'HRK'],
      ['2023-01-01', 'EUR'],
    ]));
});

describe.skipIf(!recordingsAreThere('PMA by way of the dollar'))('PMA', () => {
  it('gives each currency a rate in shekels, by way of the dollar where it has none of its own', async () => {
    const pma = providerOf('PMA');
    const recorded = await readRecordedLines(pma, 'currencies-2026-09-01_08.xlsx');
    const rows = recorded
      .filter((line) => line.startsWith('2026-09-01'))
      .map((line) => line.replace(/^(\S+) 1 (\S+) mid (\S+) .*$/, '$1 $2 $3'));
    const { quotations } = new History(pma, archive('PMA', rows)).fixing(parseIsoDate('2026-09-01'));
    expect(quotations.size).toBe(22);
    // 1.3547 dollars a pound and 2.9924 shekels a dollar are 4.0538 shekels a pound.
    expect(`${quotations.get(currencyCode.parse('GBP'))?.mid?.inverse().roundSignificant(5)}`).toBe('4.0538');
  });
});
