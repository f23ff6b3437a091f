import { describe, expect, it } from 'vitest';
import { toRelabelled } from '../../generator/collect/relabel.ts';
import { codesOf, readCurrencies } from '../../generator/facts/currencies.ts';
import { parseRedenominations, readRedenominations } from '../../generator/facts/redenominations.ts';
import { midOf } from '../../generator/feeds/provider.ts';
import { bam } from '../../generator/providers/bam.ts';
import { bota } from '../../generator/providers/bota.ts';
import { fed } from '../../generator/providers/fed.ts';
import { hmrc } from '../../generator/providers/hmrc.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { readRecordedLines } from '../support/banks/feeds.ts';
import { bank, collectRecorded, readRows } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { inputError } from '../support/kit/errors.ts';

const HEADER = 'provider,code,from,currency,note';
const parse = (...rows: string[]) => parseRedenominations([HEADER, ...rows, ''].join('\n'), 'r.csv');
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
 * one after it. If we know no figure (as of BOTA before its changes, CBA and most of NBU), it is one of the right size.
 */
const FIGURES: readonly (readonly [provider: string, date: string, pair: string, figure: string, currency: string])[] =
  [
    ['BAM', '2018-01-02', 'MRO/MAD', '0.02624', 'MRO'],
    ['BAM', '2018-01-03', 'MRO/MAD', '26.309', 'MRU'],
    ['BAM', '2026-03-25', 'MRO/MAD', '23.55', 'MRU'],
    ['BCCH', '1994-06-30', 'BRL/CLP', '0.16', 'BRR'],
    ['BCCH', '1994-07-01', 'BRL/CLP', '418.34', 'BRL'],
    ['BDI', '2004-03-31', 'EUR/AFN', '5806.4', 'AFA'],
    ['BDI', '2004-04-01', 'EUR/AFN', '58.52', 'AFN'],
    ['BDI', '2008-07-31', 'EUR/ZWD', '108471581765', 'ZWD'],
    ['BDI', '2008-08-01', 'EUR/ZWD', '11.805092', 'ZWR'],
    ['BDI', '2009-02-03', 'EUR/ZWD', '28.2678', 'ZWL'],
    ['BCRA', '2026-03-19', 'VEB/ARS', '3.13045430', 'VES'],
    ['BIS', '2025-01-31', 'USD/SLL', '22.6', 'SLE'],
    ['BIS', '2025-01-31', 'USD/VEF', '57.76', 'VES'],
    ['BNA', '2026-05-19', 'STD/AOA', '43.53396', 'STN'],
    ['BNA', '2026-05-19', 'VEF/AOA', '1.79548', 'VES'],
    ['BOTA', '2006-06-30', 'MZM/TZS', '0.05', 'MZM'],
    ['BOTA', '2026-03-24', 'MZM/TZS', '40.0005', 'MZN'],
    ['BOTA', '2012-12-31', 'ZMK/TZS', '0.3', 'ZMK'],
    ['BOTA', '2025-06-21', 'ZMK/TZS', '111.6619', 'ZMW'],
    ['CBA', '2016-06-30', 'BYN/AMD', '0.024', 'BYR'],
    ['CBA', '2016-07-01', 'BYN/AMD', '238', 'BYN'],
    ['CBR', '2000-10-29', 'TJS/RUB', '0.0126', 'TJR'],
    ['CBR', '2000-10-30', 'TJS/RUB', '12.6', 'TJS'],
    ['CBU', '1997-12-30', 'RUB/UZS', '0.0134', 'RUR'],
    ['CBU', '1998-01-06', 'RUB/UZS', '13.4', 'RUB'],
    ['CBU', '2008-09-16', 'SDR/UZS', '2080.5', 'XDR'],
    ['CBU', '2004-12-28', 'TRL/UZS', '0.00078', 'TRL'],
    ['CBU', '2005-01-04', 'TRL/UZS', '787.09', 'TRY'],
    ['FED', '2000-01-31', 'USD/VEB', '0.6528', 'VEF'],
    ['FED', '2018-08-31', 'USD/VEB', '2495016.1501', 'VEF'],
    ['FED', '2018-09-30', 'USD/VEB', '61.4953', 'VES'],
    ['HMRC', '2018-02-01', 'GBP/ECS', '1.4223', 'USD'],
    ['HMRC', '2021-06-01', 'GBP/LRD', '1.4146', 'USD'],
    ['HMRC', '2026-08-01', 'GBP/LRD', '241.9123', 'LRD'],
    ['HMRC', '2022-11-01', 'GBP/SLE', '15631.1792', 'SLL'],
    ['HMRC', '2023-03-01', 'GBP/SLE', '23.9705', 'SLE'],
    ['HMRC', '2023-01-01', 'GBP/SLL', '17223.6508', 'SLL'],
    ['HMRC', '2023-02-01', 'GBP/SLL', '23.661718', 'SLE'],
    ['HMRC', '2026-08-01', 'GBP/VED', '170.5', 'VES'],
    ['HMRC', '2026-08-01', 'GBP/ZIG', '35.8', 'ZWG'],
    ['INFOREURO', '2000-03-01', 'EUR/BYB', '380.741', 'BYR'],
    ['LB', '2005-12-30', 'AZN/LTL', '0.00063', 'AZM'],
    ['LB', '2006-01-09', 'AZN/LTL', '3.15', 'AZN'],
    ['LB', '1999-07-06', 'BGN/LTL', '0.0021467', 'BGL'],
    ['LB', '1999-07-07', 'BGN/LTL', '2.0952', 'BGN'],
    ['LB', '1999-12-31', 'BYR/LTL', '0.000004444', 'BYB'],
    ['LB', '2000-01-03', 'BYR/LTL', '0.0044444', 'BYR'],
    ['LB', '2006-07-07', 'MZN/LTL', '0.00010536', 'MZM'],
    ['LB', '2006-07-10', 'MZN/LTL', '0.10531', 'MZN'],
    ['LB', '1995-01-02', 'PLN/LTL', '0.0001641', 'PLZ'],
    ['LB', '1995-01-03', 'PLN/LTL', '1.646', 'PLN'],
    ['LB', '2005-07-01', 'RON/LTL', '0.000095538', 'ROL'],
    ['LB', '2005-07-04', 'RON/LTL', '0.95814', 'RON'],
    ['LB', '1998-01-02', 'RUB/LTL', '0.0006694', 'RUR'],
    ['LB', '1998-01-05', 'RUB/LTL', '0.6672', 'RUB'],
    ['LB', '2008-12-31', 'TMT/LTL', '0.00017354', 'TMM'],
    ['LB', '2009-01-01', 'TMT/LTL', '0.8677', 'TMT'],
    ['LB', '1998-07-06', 'YUN/LTL', '0.3734', 'YUM'],
    ['NBP', '2002-12-24', 'AFA/PLN', '0.000816', 'AFA'],
    ['NBP', '2003-01-07', 'AFA/PLN', '0.089056', 'AFN'],
    ['NBP', '2003-11-05', 'AON/PLN', '0.0507', 'AOA'],
    ['NBP', '2002-01-30', 'BYB/PLN', '0.0026', 'BYR'],
    ['NBP', '2009-02-04', 'ZWR/PLN', '0.00000001', 'ZWR'],
    ['NBP', '2009-02-25', 'ZWR/PLN', '0.043749', 'ZWL'],
    ['NBRM', '1998-12-31', 'XBA/MKD', '60.6', 'XEU'],
    ['NBRM', '1999-01-01', 'XBA/MKD', '60.6', 'EUR'],
    ['NBU', '2005-12-30', 'AZM/UAH', '0.0011', 'AZM'],
    ['NBU', '2006-01-06', 'AZM/UAH', '549.5', 'AZN'],
    ['NBU', '1999-07-31', 'BGL/UAH', '0.0022', 'BGL'],
    ['NBU', '1999-08-01', 'BGL/UAH', '2.2', 'BGN'],
    ['NBU', '2005-06-30', 'ROL/UAH', '0.00017', 'ROL'],
    ['NBU', '2005-07-01', 'ROL/UAH', '169.8', 'RON'],
    ['NBU', '1999-01-04', 'RUR/UAH', '0.16596', 'RUB'],
    ['NBU', '2000-09-01', 'TJS/UAH', '0.00278', 'TJR'],
    ['NBU', '2000-10-30', 'TJS/UAH', '2.4', 'TJS'],
    ['NBU', '2009-01-05', 'TMM/UAH', '0.00054', 'TMM'],
    ['NBU', '2009-01-06', 'TMM/UAH', '270.2', 'TMT'],
    ['NBU', '2005-01-05', 'TRL/UAH', '0.0000038', 'TRL'],
    ['NBU', '2005-06-27', 'TRL/UAH', '372.9741', 'TRY'],
    ['RB', '1998-12-31', 'EUR/SEK', '9.5155', 'XEU'],
    ['RB', '1999-01-04', 'EUR/SEK', '9.4696', 'EUR'],
    ['RB', '1997-12-30', 'RUB/SEK', '0.0013', 'RUR'],
    ['RB', '1998-01-02', 'RUB/SEK', '1.326', 'RUB'],
    ['SARB', '2012-12-31', 'ZAR/ZMW', '612.34', 'ZMK'],
    ['SARB', '2013-01-02', 'ZAR/ZMW', '0.6188', 'ZMW'],
  ];
const REFERENCES = new Set([...['MAD', 'EUR', 'TZS', 'AMD', 'USD', 'GBP', 'LTL', 'SEK', 'UAH', 'UZS', 'ZAR']]);
/** EUR is a label of RB, and the reference currency of BDI. */
const labelOf = (provider: string, pair: string) => {
  const [base = '', quote = ''] = pair.split('/');
  return provider !== 'RB' && REFERENCES.has(base) ? quote : base;
};

describe('data/redenominations.csv', () => {
  it.each(FIGURES)('makes %s of %s, %s %s, mean %s', (provider, date, pair, figure, currency) => {
    const [base = '', quote = ''] = pair.split('/');
    const stated = midOf({ date: parseIsoDate(date), base, quote }, figure);
    const relabelled = toRelabelled(readRedenominations(), provider, stated);
    const label = labelOf(provider, pair);
    expect(`${relabelled.base}/${relabelled.quote}`).toBe(pair.replace(label, currency));
    expect(relabelled.mid).toBe(figure);
  });

  it('has a figure above for each of its rows', () => {
    const tested = new Set(
      FIGURES.map(([provider, , pair, , currency]) => `${provider} ${labelOf(provider, pair)} ${currency}`),
    );
    const rows = readRedenominations().map(({ provider, code, currency }) => `${provider} ${code} ${currency}`);
    expect(rows.filter((row) => !tested.has(row))).toEqual([]);
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
