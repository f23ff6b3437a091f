import { describe, expect, it } from 'vitest';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { sarb } from '../../generator/sources/providers/sarb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/sarb.ts';

const SERIES =
  'X135D Z001D Z002D B080D B051D B036D B031D B121D B003D B122D B123D B094D B120D B059D B063D B081D B013D B015D B016D B126D B115D B071D B118D';

describe.skipIf(!recordingsAreThere('SARB, as recorded'))('SARB, as recorded', () => {
  it.each(SERIES.split(' '))('EXC%s states a figure on each day of 24 to 27 March 2026', async (name) => {
    const days = ['2026-03-24: 1', '2026-03-25: 1', '2026-03-26: 1', '2026-03-27: 1'];
    expect(countsOf(await readRecordedLines(sarb, `EXC${name}.json`))).toEqual(days);
  });

  it.each([
    ['EXCX135D.json', '2026-03-27 1 USD/ZAR mid 17.1302'],
    ['EXCZ001D.json', '2026-03-24 1 GBP/ZAR mid 22.7008'],
    ['EXCZ002D.json', '2026-03-25 1 EUR/ZAR mid 19.5863'],
    ['EXCB120D.json', '2026-03-24 1 ZAR/JPY mid 9.3617'],
    ['EXCB036D.json', '2026-03-24 1 ZAR/BRL mid 0.3090'],
    ['EXCB059D.json', '2026-03-26 1 ZAR/KES mid 7.6100'],
    ['EXCB063D.json', '2026-03-25 1 ZAR/MWK mid 102.8211'],
    ['EXCB071D.json', '2026-03-27 1 ZAR/ZMW mid 1.1048'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(sarb, file)).toContain(line));
});

const urlOf = (name: string, days = '2026-03-22T00:00:00/2026-03-27T00:00:00') =>
  `https://custom.resbank.co.za/SarbWebApi/WebIndicators/Shared/GetTimeseriesObservations/${name}/${days}`;
const [dollar, yen] = fixtures;
const read = (name: string, body: string) => observedLines(sarb, urlOf(name), body);

describe('SARB', () => {
  it('reads no figure from an empty text', () => {
    expect(read('EXCB120D', yen.body.replace('null', '""'))).toEqual(yen.lines);
  });

  it.each([
    ['EXCX135D', 'Rand per US Dollar', 'USD/ZAR'],
    ['EXCZ001D', 'Rand per British Pound', 'GBP/ZAR'],
    ['EXCZ002D', 'Rand per Euro', 'EUR/ZAR'],
    ['EXCB003D', 'Denmark: Krone per Rand', 'ZAR/DKK'],
    ['EXCB013D', 'Norway: Krone per Rand', 'ZAR/NOK'],
    ['EXCB015D', 'Sweden: Krona per Rand', 'ZAR/SEK'],
    ['EXCB016D', 'Switzerland: Franc per Rand', 'ZAR/CHF'],
    ['EXCB031D', 'Canada: Dollar per Rand', 'ZAR/CAD'],
    ['EXCB036D', 'Brazil: Real per Rand', 'ZAR/BRL'],
    ['EXCB051D', 'Botswana: Pula per Rand', 'ZAR/BWP'],
    ['EXCB059D', 'Kenya: Schilling per Rand', 'ZAR/KES'],
    ['EXCB063D', 'Malawi: Kwacha per Rand', 'ZAR/MWK'],
    ['EXCB071D', 'Zambia: Kwacha per Rand', 'ZAR/ZMW'],
    ['EXCB080D', 'Australia: Dollar per Rand', 'ZAR/AUD'],
    ['EXCB081D', 'New Zealand: Dollar per Rand', 'ZAR/NZD'],
    ['EXCB094D', 'Israel: Shekel per Rand', 'ZAR/ILS'],
    ['EXCB115D', 'Thailand: Baht per Rand', 'ZAR/THB'],
    ['EXCB118D', 'South Korea: Won per Rand', 'ZAR/KRW'],
    ['EXCB120D', 'Japan: Yen per Rand', 'ZAR/JPY'],
    ['EXCB121D', 'China: Yuan per Rand', 'ZAR/CNY'],
    ['EXCB122D', 'Hong Kong: Dollar per Rand', 'ZAR/HKD'],
    ['EXCB123D', 'India: Rupee per Rand', 'ZAR/INR'],
    ['EXCB126D', 'Taiwan: NT Dollar per Rand', 'ZAR/TWD'],
  ])('reads %s, titled %s, as %s', (name, title, pair) => {
    const body = dollar.body.replaceAll('Rand per US Dollar', title);
    expect(read(name, body)[0]).toBe(`2026-03-27 1 ${pair} mid 17.1302`);
  });

  it.each([
    ['the other direction', 'EXCB120D', 'Rand per Japanese Yen', 'not a title of EXCB120D: Rand per Japanese Yen'],
    ['the dollar the other way round', 'EXCX135D', 'USA: Dollar per Rand', 'not a title of EXCX135D: USA: Dollar'],
    ['a unit', 'EXCB120D', 'Japan: 100 Yen per Rand', 'not a title of EXCB120D: Japan: 100 Yen'],
    ['a series that we do not know', 'EXCB999D', 'Rand per Doubloon', 'not a series that we know: EXCB999D'],
  ])('refuses a title that states %s', (_, name, title, message) => {
    expect(() => read(name, dollar.body.replaceAll('Rand per US Dollar', title))).toThrow(message);
  });

  it.each([
    ['an hour of the day', dollar.body.replace('T00:00:00', 'T10:30:00'), 'not a day: "2026-03-27T10:30:00"'],
    ['a renamed field', dollar.body.replace('Value', 'Rate'), '"Value"'],
    ['half a document', dollar.body.slice(0, 60), 'reached end of input'],
  ])('refuses %s', (_, body, message) => expect(() => read('EXCX135D', body)).toThrow(message));

  it('leaves old kwachas labelled as new ones, which the list of redenominations corrects', () => {
    const own = readRedenominations().filter(({ provider }) => provider === sarb.code);
    expect(own.map(({ code, from, currency }) => [code, from, currency])).toEqual([
      ['ZMW', '2000-01-03', 'ZMK'],
      ['ZMW', '2013-01-01', 'ZMW'],
    ]);
  });

  it('asks for each series in pages of a year, from a day before, because the first day asked for is not answered', () => {
    const span = { from: parseIsoDate('2025-03-24'), to: parseIsoDate('2026-03-27') };
    const requests = sarb.feeds[0]?.between?.(span, {}) ?? [];
    expect(requests).toHaveLength(46);
    expect([requests[0], requests[23], requests.at(-1)].map((request) => request?.url)).toEqual([
      urlOf('EXCX135D', '2025-03-23T00:00:00/2026-03-24T00:00:00'),
      urlOf('EXCX135D', '2026-03-24T00:00:00/2026-03-27T00:00:00'),
      urlOf('EXCB118D', '2026-03-24T00:00:00/2026-03-27T00:00:00'),
    ]);
  });
});
