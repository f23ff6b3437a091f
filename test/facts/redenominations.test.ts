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
import { readExamples } from '../support/kit/examples.ts';

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
type Figure = readonly [provider: string, date: string, pair: string, figure: string, currency: string];
const FIGURES = readExamples<Figure>('facts/redenominations.txt', 'figures');
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
