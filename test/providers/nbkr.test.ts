import { describe, expect, it } from 'vitest';
import { nbkr } from '../../generator/providers/nbkr.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('NBKR, as recorded'))('NBKR, as recorded', () => {
  it.each([
    ['daily.xml', ['2026-05-24: 5']],
    ['weekly.xml', ['2026-05-23: 39']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(nbkr, file))).toEqual(counts));

  it.each([
    ['daily.xml', '2026-05-24 1 USD/KGS mid 87.4500'],
    ['daily.xml', '2026-05-24 1 KZT/KGS mid 0.1859'],
    ['weekly.xml', '2026-05-23 1 GBP/KGS mid 117.4147'],
    ['weekly.xml', '2026-05-23 10 JPY/KGS mid 5.4969'],
    ['weekly.xml', '2026-05-23 1 XDR/KGS mid 119.5195'],
    ['weekly.xml', '2026-05-23 1 BYN/KGS mid 32.0154'],
    ['weekly.xml', '2026-05-23 10 IDR/KGS mid 0.0494'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(nbkr, file)).toContain(line));
});

const list = (name: string, ...rows: string[]) =>
  '<?xml version="1.0" encoding="windows-1251" ?>\n' +
  `<CurrencyRates Name="${name} Exchange Rates" Date="24.05.2026">${rows.join('')}</CurrencyRates>`;
const row = (code: string, per: string, value: string, days = '') =>
  `<Currency ISOCode="${code}"><Nominal>${per}</Nominal>${days}<Value>${value}</Value></Currency>`;
const WEEK = '<ValidFor>7</ValidFor>';
const read = (kind: 'daily' | 'weekly', body: string) =>
  observedLines(nbkr, `https://www.nbkr.kg/XML/${kind}.xml`, body, 'application/xml');

describe('NBKR', () => {
  it('reads a decimal comma, and the unit', () => {
    expect(read('daily', list('Daily', row('USD', '1', '87,4500')))).toEqual(['2026-05-24 1 USD/KGS mid 87.4500']);
    expect(read('weekly', list('Weekly', row('JPY', '10', '5,4969', WEEK)))).toEqual([
      '2026-05-24 10 JPY/KGS mid 5.4969',
    ]);
  });

  it('leaves out the ruble of which the last rate is dated anew each week', () => {
    const rows = [row('BYR', '100', '0,3402', WEEK), row('BYN', '1', '32,0154', WEEK)];
    expect(read('weekly', list('Weekly', ...rows))).toEqual(['2026-05-24 1 BYN/KGS mid 32.0154']);
  });

  it('has one list in force for the day and one for the week, each in its own table', () => {
    expect(nbkr.feeds.map(({ name, frequency }) => [name, frequency])).toEqual([
      ['daily', 'day'],
      ['weekly', 'week'],
    ]);
    expect(nbkr.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-05-24'), {})).map(({ url }) => url)).toEqual([
      'https://www.nbkr.kg/XML/daily.xml',
      'https://www.nbkr.kg/XML/weekly.xml',
    ]);
  });

  it.each<[string, 'daily' | 'weekly', string]>([
    ['the weekly list in place of the daily one', 'daily', list('Weekly', row('USD', '1', '87,4500'))],
    ['a week of another length', 'weekly', list('Weekly', row('GBP', '1', '117,4147', '<ValidFor>14</ValidFor>'))],
    ['a week of no length', 'weekly', list('Weekly', row('GBP', '1', '117,4147'))],
    ['a decimal point', 'daily', list('Daily', row('USD', '1', '87.4500'))],
    ['a unit that is no power of ten', 'daily', list('Daily', row('USD', '5', '87,4500'))],
    ['a renamed field', 'daily', list('Daily', row('USD', '1', '87,4500')).replaceAll('Value', 'Rate')],
    ['a document that was cut off', 'daily', list('Daily', row('USD', '1', '87,4500')).slice(0, -20)],
  ])('refuses %s', (_, kind, body) => expect(() => read(kind, body)).toThrow());
});
