import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../generator/currencies.ts';
import { parseRedenominations, readRedenominations, toRelabelled } from '../generator/redenominations.ts';
import { parseIsoDate } from '../generator/wire/calendar.ts';
import { freshFolder } from './support/archives.ts';
import { bank, collectRecorded, readRows } from './support/recorded-bank.ts';

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

  it('is archived as the currency that its figures are of', async () => {
    const dir = freshFolder();
    const documents = [
      { url: 'https://bank.example/a/1', body: '2026-03-12,USD,PLN,1,3.6,,', recordedAt: '2026-03-13T15:00:00Z' },
    ];
    const redenominations = parse('BANK,USD,2026-03-12,CHF,a test');
    await collectRecorded(dir, documents, { definition: bank(), redenominations });
    expect(await readRows(dir, '2026')).toEqual(['2026-03-12,CHF,PLN,1,,3.6,,,2026-03-13T15:00:00Z']);
  });
});

describe('data/redenominations.csv', () => {
  it('names currencies that there are', () => {
    const codes = codesOf(readCurrencies());
    const unknown = readRedenominations().filter(({ currency }) => !codes.has(currency as never));
    expect(unknown).toEqual([]);
  });

  it.each([
    ['a label in small letters', ['FED,veb,2018-08-20,VES,x'], /r.csv:2: code "veb" is not three capital letters/],
    ['no such day', ['FED,VEB,2018-02-30,VES,x'], /from "2018-02-30" is not a day/],
    ['no reason', ['FED,VEB,2018-08-20,VES,'], /note "" is empty/],
    ['rows out of order', ['FED,VEB,2018-08-20,VES,x', 'FED,VEB,2008-01-01,VEF,x'], /r.csv:3: .* sort by/],
  ])('refuses %s', (_, rows, message) => expect(() => parse(...rows)).toThrow(message));
});
