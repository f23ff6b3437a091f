import { describe, expect, it } from 'vitest';
import { nbp } from '../../generator/providers/nbp.ts';
import { parseIsoDate as day } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const API = 'https://api.nbp.pl/api';

describe.skipIf(!recordingsAreThere('NBP, as recorded'))('NBP, as recorded', () => {
  it.each([
    ['table-a.json', ['2026-03-02: 32', '2026-03-03: 32', '2026-03-04: 32', '2026-03-05: 32']],
    ['table-b.json', ['2026-03-04: 116']],
    ['table-c.json', ['2020-01-30: 13']],
    ['table-c-2007-04-13.xml', ['2007-04-13: 14']],
    ['gold.json', ['2026-03-02: 1', '2026-03-03: 1', '2026-03-04: 1', '2026-03-05: 1']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(nbp, file))).toEqual(counts));

  it.each([
    ['table-a.json', '2026-03-02 1 USD/PLN mid 3.6056'],
    ['table-a.json', '2026-03-05 1 IDR/PLN mid 0.00021785'],
    ['table-b.json', '2026-03-04 1 IRR/PLN mid 0.0000028'],
    ['table-c.json', '2020-01-30 1 HUF/PLN bid 0.012572 ask 0.012826'],
    ['table-c-2007-04-13.xml', '2007-04-13 100 JPY/PLN bid 2.3677 ask 2.4155'],
    ['gold.json', '2026-03-02 1g XAU/PLN mid 595.71'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(nbp, file)).toContain(line));
});

describe('NBP', () => {
  it('dates table C by the day from which it holds, not by the day it was quoted', () => {
    const rates = '[{"currency":"dolar","code":"USD","bid":3.8576,"ask":3.9356}]';
    const body = `[{"table":"C","no":"020/C","tradingDate":"2020-01-29","effectiveDate":"2020-01-30","rates":${rates}}]`;
    const lines = observedLines(nbp, `${API}/exchangerates/tables/C/?format=json`, body);
    expect(lines).toEqual(['2020-01-30 1 USD/PLN bid 3.8576 ask 3.9356']);
  });

  it('reads ISO-8859-2, units and decimal commas of the old XML', () => {
    const cells = '<przelicznik>100</przelicznik><kod_waluty>HUF</kod_waluty><kurs_kupna>1,5457</kurs_kupna>';
    const row = `<pozycja><nazwa_waluty>forint (W\xeagry)</nazwa_waluty>${cells}<kurs_sprzedazy>1,5769</kurs_sprzedazy></pozycja>`;
    const table = `<tabela_kursow typ="C"><data_publikacji>2007-04-13</data_publikacji>${row}</tabela_kursow>`;
    const body = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-2"?>${table}`, 'latin1');
    expect(observedLines(nbp, 'https://www.nbp.pl/kursy/xml/c073z070413.xml', body)).toEqual([
      '2007-04-13 100 HUF/PLN bid 1.5457 ask 1.5769',
    ]);
  });

  it('asks for a long span in pages of 93 days', () => {
    const table = nbp.feeds.find(({ name }) => name === 'A');
    const requests = table?.between?.({ from: day('2026-01-01'), to: day('2026-04-30') }, {});
    expect(requests?.map(({ url }) => url)).toEqual([
      `${API}/exchangerates/tables/A/2026-01-01/2026-04-03/?format=json`,
      `${API}/exchangerates/tables/A/2026-04-04/2026-04-30/?format=json`,
    ]);
  });

  it('prices gold by the gram', () => {
    const lines = observedLines(nbp, `${API}/cenyzlota/last/5/?format=json`, '[{"data":"2026-03-02","cena":595.71}]');
    expect(lines).toEqual(['2026-03-02 1g XAU/PLN mid 595.71']);
  });

  it('has lists of every day and one of every week, each in a table of its own but for the two forms of C', () => {
    expect(nbp.feeds.map(({ name, table = name, frequency = 'day' }) => [name, table, frequency])).toEqual([
      ['A', 'A', 'day'],
      ['B', 'B', 'week'],
      ['C', 'C', 'day'],
      ['C as XML', 'C', 'day'],
      ['gold', 'gold', 'day'],
    ]);
  });

  it('takes a 404 for a span without a business day, and not for the newest lists', () => {
    const [table] = nbp.feeds;
    const sunday = { from: day('2026-03-01'), to: day('2026-03-01') };
    expect(table?.between?.(sunday, {}).map(({ mayBeAbsent }) => mayBeAbsent)).toEqual([true]);
    expect(table?.latest(day('2026-03-02'), {}).map(({ mayBeAbsent }) => mayBeAbsent)).toEqual([undefined]);
  });

  const list = (table: string) =>
    `[{"table":"${table}","effectiveDate":"2026-03-02","rates":[{"currency":"euro","code":"EUR","mid":4.2240}]}]`;
  const oldList = (cells: string) =>
    `<tabela_kursow typ="C"><data_publikacji>2007-04-13</data_publikacji><pozycja>${cells}</pozycja></tabela_kursow>`;
  const CELLS =
    '<przelicznik>100</przelicznik><kod_waluty>HUF</kod_waluty><kurs_kupna>1,5457</kurs_kupna><kurs_sprzedazy>1,5769</kurs_sprzedazy>';
  it.each([
    ['table B in place of A', `${API}/exchangerates/tables/A/last/5/`, list('B')],
    ['mid rates in place of bid and ask', `${API}/exchangerates/tables/C/last/5/`, list('C')],
    ['a renamed figure', `${API}/exchangerates/tables/A/last/5/`, list('A').replace('"mid"', '"rate"')],
    ['a list cut in the middle', `${API}/exchangerates/tables/A/last/5/`, list('A').slice(0, -5)],
    ['a renamed price of gold', `${API}/cenyzlota/last/5/`, '[{"data":"2026-03-02","price":595.71}]'],
    [
      'an old list without units',
      'https://www.nbp.pl/kursy/xml/c073z070413.xml',
      oldList(CELLS.replaceAll('przelicznik', 'x')),
    ],
    ['an old list of table A', 'https://www.nbp.pl/kursy/xml/c073z070413.xml', oldList(CELLS).replace('"C"', '"A"')],
  ])('refuses %s', (_, url, body) => expect(() => observedLines(nbp, url, body)).toThrow());
});
