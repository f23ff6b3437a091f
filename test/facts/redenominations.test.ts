import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations, toRelabelled } from '../../generator/sources/facts/redenominations.ts';
import { midOf } from '../../generator/sources/feeds/provider.ts';
import { bam } from '../../generator/sources/providers/bam.ts';
import { bota } from '../../generator/sources/providers/bota.ts';
import { fed } from '../../generator/sources/providers/fed.ts';
import { hmrc } from '../../generator/sources/providers/hmrc.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { readRecordedLines } from '../support/banks/feeds.ts';
import { bank, collectRecorded, readRows } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { WRITERS } from '../support/banks/relabelled.ts';
import { inputError } from '../support/kit/errors.ts';

const HEADER = 'provider,code,from,currency,note';
const parse = (...rows: string[]) => readRedenominations({ text: [HEADER, ...rows, ''].join('\n'), file: 'r.csv' });
const bolivars = parse('FED,VEB,1971-01-01,VEF,restated', 'FED,VEB,2018-08-20,VES,100000 to one');

describe('a label that means another currency', () => {
  it.each([
    ['FED', '2018-08-19', 'VEB', 'VEF'],
    ['FED', '2018-08-20', 'VEB', 'VES'],
    ['FED', '1970-12-31', 'VEB', 'VEB'],
    ['ECB', '2018-08-20', 'VEB', 'VEB'],
    ['FED', '2018-08-20', 'VEF', 'VEF'],
  ])('%s on %s: %s is %s', (provider, date, label, currency) => {
    const pair = { date: parseIsoDate(date), per: '1', unit: '', mid: '1', bid: '', ask: '' } as const;
    expect(toRelabelled(bolivars, provider, { ...pair, base: 'USD', quote: label }).quote).toBe(currency);
    expect(toRelabelled(bolivars, provider, { ...pair, base: label, quote: 'USD' }).base).toBe(currency);
  });

  it('is archived as the currency that it means', async () => {
    const dir = freshFolder();
    const documents = [
      { url: 'https://bank.example/a/1', body: '2026-03-12,USD,PLN,1,3.6,,', recordedAt: '2026-03-13T15:00:00Z' },
    ];
    const redenominations = parse('BANK,USD,2026-03-12,CHF,a test');
    await collectRecorded(dir, documents, { definition: bank(), redenominations });
    expect(await readRows(dir, '2026')).toEqual(['2026-03-12,CHF,PLN,1,,3.6,,,2026-03-13T15:00:00Z']);
  });
});

/**
 * A figure that a bank stated on a day, and the currency that it meant: the last figure before a change and the first
 * one after it. If we know no figure (as of BCV and BOTA before their changes, and CBA), it is one of the right size.
 */
const FIGURES: readonly (readonly [provider: string, date: string, pair: string, figure: string, currency: string])[] =
  [
    ['BAM', '2018-01-02', 'MRO/MAD', '0.02624', 'MRO'],
    ['BAM', '2018-01-03', 'MRO/MAD', '26.309', 'MRU'],
    ['BAM', '2026-03-25', 'MRO/MAD', '23.55', 'MRU'],
    ['BDI', '2004-03-31', 'EUR/AFN', '5806.4', 'AFA'],
    ['BDI', '2004-04-01', 'EUR/AFN', '58.52', 'AFN'],
    ['BDI', '2008-07-31', 'EUR/ZWD', '108471581765', 'ZWD'],
    ['BDI', '2008-08-01', 'EUR/ZWD', '11.805092', 'ZWR'],
    ['BDI', '2009-02-03', 'EUR/ZWD', '28.2678', 'ZWL'],
    ['BCRA', '2026-03-19', 'VEB/ARS', '3.13045430', 'VES'],
    ['BCV', '2025-03-28', 'ANG/VES', '38.2', 'ANG'],
    ['BCV', '2025-10-14', 'ANG/VES', '112.81032394', 'XCG'],
    ['BOTA', '2006-06-30', 'MZM/TZS', '0.05', 'MZM'],
    ['BOTA', '2026-03-24', 'MZM/TZS', '40.0005', 'MZN'],
    ['BOTA', '2012-12-31', 'ZMK/TZS', '0.3', 'ZMK'],
    ['BOTA', '2025-06-21', 'ZMK/TZS', '111.6619', 'ZMW'],
    ['CBA', '2000-10-30', 'ARP/AMD', '551.53', 'ARS'],
    ['CBA', '2000-10-30', 'BGL/AMD', '234.59', 'BGN'],
    ['CBA', '2000-10-30', 'BRC/AMD', '285.82', 'BRL'],
    ['CBA', '2000-10-30', 'PLZ/AMD', '117.67', 'PLN'],
    ['CBA', '2016-06-30', 'BYN/AMD', '0.024', 'BYR'],
    ['CBA', '2016-07-01', 'BYN/AMD', '238', 'BYN'],
    ['FED', '2000-01-31', 'USD/VEB', '0.6528', 'VEF'],
    ['FED', '2018-08-31', 'USD/VEB', '2495016.1501', 'VEF'],
    ['FED', '2018-09-30', 'USD/VEB', '61.4953', 'VES'],
    ['HMRC', '2018-02-01', 'GBP/ECS', '1.4223', 'USD'],
    ['HMRC', '2021-06-01', 'GBP/LRD', '1.4146', 'USD'],
    ['HMRC', '2023-10-01', 'GBP/LRD', '1.2367', 'USD'],
    ['HMRC', '2023-11-01', 'GBP/LRD', '229.1019', 'LRD'],
    ['HMRC', '2023-09-01', 'GBP/STD', '28690.90', 'STD'],
    ['HMRC', '2023-10-01', 'GBP/STD', '28.3862', 'STN'],
    ['HMRC', '2018-02-01', 'GBP/TOP', '1.7621', 'AUD'],
    ['HMRC', '2023-09-01', 'GBP/TOP', '1.9677', 'AUD'],
    ['HMRC', '2023-10-01', 'GBP/TOP', '2.9585', 'TOP'],
    ['HMRC', '2022-11-01', 'GBP/SLE', '15631.1792', 'SLL'],
    ['HMRC', '2023-03-01', 'GBP/SLE', '23.9705', 'SLE'],
    ['HMRC', '2023-01-01', 'GBP/SLL', '17223.6508', 'SLL'],
    ['HMRC', '2023-02-01', 'GBP/SLL', '23.661718', 'SLE'],
    ['HMRC', '2026-08-01', 'GBP/VED', '170.5', 'VES'],
    ['HMRC', '2026-08-01', 'GBP/ZIG', '35.8', 'ZWG'],
    ['JPC', '2002-01-06', 'BGL/JPY', '60.17', 'BGN'],
    ['JPC', '2002-01-06', 'PLZ/JPY', '33.01', 'PLN'],
    ['JPC', '2002-01-06', 'SUR/JPY', '4.34', 'RUB'],
    ['JPC', '2002-01-06', 'YUN/JPY', '1.97', 'YUM'],
    ['JPC', '2003-02-09', 'YUN/JPY', '2.05', 'CSD'],
    ['NBP', '2002-12-24', 'AFA/PLN', '0.000816', 'AFA'],
    ['NBP', '2003-01-07', 'AFA/PLN', '0.089056', 'AFN'],
    ['NBP', '2003-11-05', 'AON/PLN', '0.0507', 'AOA'],
    ['NBP', '2002-01-30', 'BYB/PLN', '0.0026', 'BYR'],
    ['NBP', '2009-02-04', 'ZWR/PLN', '0.00000001', 'ZWR'],
    ['NBP', '2009-02-25', 'ZWR/PLN', '0.043749', 'ZWL'],
    ['NBRM', '1998-12-31', 'XBA/MKD', '60.6', 'XEU'],
    ['NBRM', '1999-01-01', 'XBA/MKD', '60.6', 'EUR'],
  ];
const REFERENCES = new Set(['EUR', 'GBP', 'USD']);
const labelOf = (pair: string) => {
  const [base = '', quote = ''] = pair.split('/');
  return REFERENCES.has(base) ? quote : base;
};

describe('data/redenominations.csv', () => {
  it.each(FIGURES)('makes %s of %s, %s %s, mean %s', (provider, date, pair, figure, currency) => {
    const [base = '', quote = ''] = pair.split('/');
    const stated = midOf({ date: parseIsoDate(date), base, quote }, figure);
    const relabelled = toRelabelled(readRedenominations(), provider, stated);
    const label = labelOf(pair);
    expect(`${relabelled.base}/${relabelled.quote}`).toBe(pair.replace(label, currency));
    expect(relabelled.mid).toBe(figure);
  });

  it('has a figure above for each row of a bank that test/collect/relabelled.test.ts does not try', () => {
    const tested = new Set(FIGURES.map(([provider, , pair, , currency]) => `${provider} ${labelOf(pair)} ${currency}`));
    const rows = readRedenominations().filter(({ provider }) => !(provider in WRITERS));
    const names = rows.map(({ provider, code, currency }) => `${provider} ${code} ${currency}`);
    expect(names.filter((name) => !tested.has(name))).toEqual([]);
  });

  describe.skipIf(!recordingsAreThere('FED, BAM, BOTA and HMRC, as recorded'))(
    'has the labels of the recordings',
    () => {
      it.each([
        [fed, 'g5-monthly.csv', '2000-01-31 1 USD/VEB mid 0.6528'],
        [fed, 'g5-monthly.csv', '2007-12-31 1 USD/VEB mid 2.1446'],
        [fed, 'g5-monthly.csv', '2008-01-31 1 USD/VEB mid 2.1446'],
        [fed, 'g5-monthly.csv', '2018-08-31 1 USD/VEB mid 2495016.1501'],
        [fed, 'g5-monthly.csv', '2018-09-30 1 USD/VEB mid 61.4953'],
        [bam, 'transfer-2026-03-25.json', '2026-03-25 100 MRO/MAD mid 23.55'],
        [bota, 'previous-rates.html', '2026-03-24 1 MZM/TZS mid 40.0005 bid 39.8015 ask 40.1995'],
        [hmrc, 'monthly-2018-02.xml', '2018-02-01 1 GBP/ECS mid 1.4223'],
        [hmrc, 'monthly-2018-02.xml', '2018-02-01 1 GBP/LRD mid 1.4223'],
        [hmrc, 'monthly-2021-06.xml', '2021-06-01 1 GBP/ECS mid 1.4146'],
        [hmrc, 'monthly-2021-06.xml', '2021-06-01 1 GBP/LRD mid 1.4146'],
        [hmrc, 'monthly-2019-01.xml', '2019-01-01 1 GBP/MRO mid 451.73'],
      ])('$code, %s: %s', async (provider, file, line) =>
        expect(await readRecordedLines(provider, file)).toContain(line),
      );
    },
  );

  it('names existing currencies', () => {
    const codes = codesOf(readCurrencies());
    const unknown = readRedenominations().filter(({ currency }) => !codes.has(currency as never));
    expect(unknown).toEqual([]);
  });

  it.each([
    ['a label in small letters', ['FED,veb,2018-08-20,VES,x'], /r.csv:2: code "veb" is not three capital letters/],
    ['a day that does not exist', ['FED,VEB,2018-02-30,VES,x'], /from "2018-02-30" is not a day/],
    ['a row without evidence', ['FED,VEB,2018-08-20,VES,'], /note "" is empty/],
    ['rows out of order', ['FED,VEB,2018-08-20,VES,x', 'FED,VEB,2008-01-01,VEF,x'], /r.csv:3: .* sort by/],
  ])('refuses %s', (_, rows, message) => expect(() => parse(...rows)).toThrow(inputError(message)));
});
