import { describe, expect, it } from 'vitest';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { bam } from '../../generator/sources/providers/bam.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bam.ts';

describe.skipIf(!recordingsAreThere('BAM, as recorded'))('BAM, as recorded', () => {
  it.each([
    ['transfer-2026-03-25.json', ['2026-03-25: 30'], 30],
    ['transfer-2026-03-26.json', ['2026-03-26: 58'], 30],
    ['transfer-2026-03-27.json', ['2026-03-27: 30'], 30],
  ])('%s has the rows %j, of %i currencies', async (file, counts, currencies) => {
    const lines = await readRecordedLines(bam, file);
    expect(countsOf(lines)).toEqual(counts);
    expect(new Set(lines).size).toBe(currencies); // a currency that is listed twice has the same figures
  });

  it.each([
    ['transfer-2026-03-25.json', '2026-03-25 1 USD/MAD mid 9.3189'],
    ['transfer-2026-03-25.json', '2026-03-25 100 MRO/MAD mid 23.55'],
    ['transfer-2026-03-26.json', '2026-03-26 10 DZD/MAD mid 0.7024'],
    ['transfer-2026-03-26.json', '2026-03-26 100 JPY/MAD mid 5.8475'],
    ['transfer-2026-03-27.json', '2026-03-27 100 XOF/MAD mid 1.6395'],
    ['transfer-2026-03-27.json', '2026-03-27 100 NOK/MAD mid 96.319'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bam, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }, { url: OLD_URL, body: OLD }] = fixtures;

describe('BAM', () => {
  it('states nothing on a holiday', () => expect(observedLines(bam, URL, '[]')).toEqual([]));

  // 23.55 dirhams for 100 and 9.3189 for a dollar make 39.6 ouguiyas to the dollar. Old ouguiyas were ten times that.
  it('means the new ouguiya by MRO', () => {
    const rows = readRedenominations().filter(({ provider }) => provider === 'BAM');
    expect(rows.map(({ code, from, currency }) => [code, from, currency])).toEqual([['MRO', '2018-01-03', 'MRU']]);
  });

  it.each([
    ['that was cut off', URL, WHOLE.slice(0, -1), 'reached end of input'],
    ['without its figures', URL, WHOLE.replaceAll('moyen', 'median'), 'moyen'],
    ['with only one of buying and selling', OLD_URL, OLD.replace('vente', 'vendu'), 'vente'],
    ['without its units', URL, WHOLE.replaceAll('uniteDevise', 'unite'), 'uniteDevise'],
    ['of another hour', URL, WHOLE.replaceAll('12:30', '08:30'), 'T12:30:00$'],
    ['that denies access', URL, '{"statusCode":401,"message":"Access denied"}', 'expected array'],
  ])('refuses a document %s', (_, url, body, fault) => {
    expect(() => observedLines(bam, url, body)).toThrow(fault);
  });

  it('asks for each working day, with the key in a header only', () => {
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

  it('looks back one week for the newest list', () => {
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
