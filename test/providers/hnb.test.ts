import { describe, expect, it } from 'vitest';
import { hnb } from '../../generator/sources/providers/hnb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('HNB, as recorded'))('HNB, as recorded', () => {
  it.each([
    ['tecajn-eur-v3.json', ['2023-01-02: 13', '2023-01-03: 13', '2023-01-04: 13', '2023-01-05: 13', '2023-01-06: 13']],
    ['tecajn-v2-kuna.json', ['2022-12-31: 15']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(hnb, file))).toEqual(counts));

  it.each([
    ['tecajn-eur-v3.json', '2023-01-02 1 EUR/AUD mid 1.569300 bid 1.566900 ask 1.571700'],
    ['tecajn-eur-v3.json', '2023-01-02 1 EUR/HUF mid 400.870000 bid 400.270000 ask 401.470000'],
    ['tecajn-eur-v3.json', '2023-01-06 1 EUR/USD mid 1.060100 bid 1.058500 ask 1.061700'],
    ['tecajn-v2-kuna.json', '2022-12-31 1 USD/HRK mid 7.064035 bid 7.042843 ask 7.085227'],
    ['tecajn-v2-kuna.json', '2022-12-31 100 JPY/HRK mid 5.356533 bid 5.340463 ask 5.372603'],
    ['tecajn-v2-kuna.json', '2022-12-31 1 XDR/HRK mid 9.441364'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(hnb, file)).toContain(line));
});

const sides = (buying: string, mid: string, selling: string) =>
  `"kupovni_tecaj":"${buying}","srednji_tecaj":"${mid}","prodajni_tecaj":"${selling}"`;

describe('HNB', () => {
  it('requests from each era its own part of a span', () => {
    const span = { from: parseIsoDate('2022-12-20'), to: parseIsoDate('2023-01-10') };
    expect(hnb.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url)).toEqual([
      'https://api.hnb.hr/tecajn-eur/v3?datum-primjene-od=2023-01-01&datum-primjene-do=2023-01-10',
      'https://api.hnb.hr/tecajn/v2?datum-od=2022-12-20&datum-do=2022-12-31',
    ]);
  });

  const EURO = 'https://api.hnb.hr/tecajn-eur/v3?datum-primjene-od=2023-01-02';
  const KUNA = 'https://api.hnb.hr/tecajn/v2?datum-od=2022-12-31';
  const euro = `{"datum_primjene":"2023-01-02","valuta":"JPY",${sides('140,870000', '140,660000', '140,450000')}}`;
  const kuna = `{"datum":"2022-12-31","jedinica":100,"valuta":"JPY",${sides('5,340463', '5,356533', '5,372603')}}`;

  it.each([
    ['a kuna list without units', KUNA, `[${kuna.replace('jedinica', 'kolicina')}]`, 'jedinica'],
    ['a kuna list in place of euros', EURO, `[${kuna}]`, 'datum_primjene'],
    ['a euro list in place of kuna', KUNA, `[${euro}]`, 'jedinica'],
    ['a renamed side', EURO, `[${euro.replace('prodajni', 'prodajna')}]`, 'prodajni_tecaj'],
    ['a day that does not exist', EURO, `[${euro.replace('2023-01-02', '2023-02-30')}]`, '"2023-02-30"'],
    ['a truncated document', EURO, `[${euro}`, 'end of array'],
  ])('refuses %s', (_, url, body, fault) => expect(() => observedLines(hnb, url, body)).toThrow(fault));

  it('quotes kuna until the end of 2022, and euros since then', () => {
    expect(hnb.references.map(({ from, currency }) => [from, currency])).toEqual([
      ['1994-05-30', 'HRK'],
      ['2023-01-01', 'EUR'],
    ]);
  });
});
