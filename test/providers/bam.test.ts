import { describe, expect, it } from 'vitest';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import { bam } from '../../generator/providers/bam.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BAM, as recorded'))('BAM, as recorded', () => {
  it.each([
    ['transfer-2026-03-25.json', ['2026-03-25: 30'], 30],
    ['transfer-2026-03-26.json', ['2026-03-26: 58'], 30],
    ['transfer-2026-03-27.json', ['2026-03-27: 30'], 30],
  ])('%s has %j rows of %i currencies', async (file, counts, currencies) => {
    const lines = await readRecordedLines(bam, file);
    expect(countsOf(lines)).toEqual(counts);
    expect(new Set(lines).size).toBe(currencies); // where a currency comes twice, it says the same
  });

  it.each([
    ['transfer-2026-03-25.json', '2026-03-25 1 USD/MAD mid 9.3189'],
    ['transfer-2026-03-25.json', '2026-03-25 100 MRO/MAD mid 23.55'],
    ['transfer-2026-03-26.json', '2026-03-26 10 DZD/MAD mid 0.7024'],
    ['transfer-2026-03-26.json', '2026-03-26 100 JPY/MAD mid 5.8475'],
    ['transfer-2026-03-27.json', '2026-03-27 100 XOF/MAD mid 1.6395'],
    ['transfer-2026-03-27.json', '2026-03-27 100 NOK/MAD mid 96.319'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(bam, file)).toContain(line));
});

const URL = 'https://api.centralbankofmorocco.ma/cours/Version1/api/CoursVirement?date=2026-03-25T12:30:00';
const USD = '{"date":"2026-03-25T12:30:00","libDevise":"USD","moyen":9.3189,"uniteDevise":1}';

describe('BAM', () => {
  it.each([
    ['a mid rate', USD, ['2026-03-25 1 USD/MAD mid 9.3189']],
    [
      'buying and selling in an old list',
      '{"date":"2010-03-25T12:30:00","libDevise":"SEK","achat":115.10,"vente":115.80,"moyen":null,"uniteDevise":100}',
      ['2010-03-25 100 SEK/MAD bid 115.10 ask 115.80'],
    ],
    [
      'a doubled row as often as it stands',
      `${USD},${USD}`,
      ['2026-03-25 1 USD/MAD mid 9.3189', '2026-03-25 1 USD/MAD mid 9.3189'],
    ],
    [
      'the ouguiya under the label that the bank has kept',
      '{"date":"2026-03-25T12:30:00","libDevise":"MRO","moyen":23.55,"uniteDevise":100}',
      ['2026-03-25 100 MRO/MAD mid 23.55'],
    ],
    ['nothing on a holiday', '', []],
  ])('reads %s', (_, rows, expected) => expect(observedLines(bam, URL, `[${rows}]`)).toEqual(expected));

  // 23.55 dirhams for 100 and 9.3189 for a dollar: 39.6 to the dollar. An old ouguiya was a tenth of that.
  it('is known to mean the new ouguiya by MRO', () => {
    const rows = readRedenominations().filter(({ provider }) => provider === 'BAM');
    expect(rows.map(({ code, from, currency }) => [code, from, currency])).toEqual([['MRO', '2018-04-16', 'MRU']]);
  });

  it.each([
    ['cut off', `[${USD}`],
    ['without its figures', `[${USD.replace('moyen', 'median')}]`],
    ['with one side of two only', `[${USD.replace('moyen', 'achat')}]`],
    ['without its units', `[${USD.replace('uniteDevise', 'unite')}]`],
    ['of another hour', `[${USD.replace('12:30', '08:30')}]`],
    ['that says why there is none', '{"statusCode":401,"message":"Access denied"}'],
  ])('refuses a document %s', (_, body) => expect(() => observedLines(bam, URL, body)).toThrow());

  it('asks for each working day with the key in a header only', () => {
    const requests = bam.feeds[0]?.between?.(
      { from: parseIsoDate('2026-03-27'), to: parseIsoDate('2026-03-30') },
      { BAM_KEY: 'secret' },
    );
    expect(requests?.map(({ url }) => url)).toEqual([
      'https://api.centralbankofmorocco.ma/cours/Version1/api/CoursVirement?date=2026-03-27T12:30:00',
      'https://api.centralbankofmorocco.ma/cours/Version1/api/CoursVirement?date=2026-03-30T12:30:00',
    ]);
    expect(requests?.map(({ headers }) => headers)).toEqual([
      { 'Ocp-Apim-Subscription-Key': 'secret' },
      { 'Ocp-Apim-Subscription-Key': 'secret' },
    ]);
    expect(bam.feeds[0]?.keys).toEqual(['BAM_KEY']);
  });

  it('looks a week back for the newest list', () => {
    const requests = bam.feeds[0]?.latest(parseIsoDate('2026-03-30'), {});
    expect(requests?.map(({ url }) => url.slice(-19, -9))).toEqual([
      '2026-03-24',
      '2026-03-25',
      '2026-03-26',
      '2026-03-27',
      '2026-03-30',
    ]);
  });
});
