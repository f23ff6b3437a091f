import { describe, expect, it } from 'vitest';
import { ecb } from '../../generator/providers/ecb.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FOLDER = 'https://www.ecb.europa.eu/stats/eurofxref';

describe.skipIf(!recordingsAreThere('ECB, as recorded'))('ECB, as recorded', () => {
  it.each([
    ['eurofxref-daily.xml', 1, 29],
    ['eurofxref-daily.csv', 1, 29],
    ['eurofxref-hist-90d.xml', 64, 2048],
    ['eurofxref-hist.csv', 6983, 217555],
    ['eurofxref-hist.zip', 6983, 217555],
  ])('%s: %i days, %i figures', async (file, days, figures) => {
    const lines = await readRecordedLines(ecb, file);
    expect([countsOf(lines).length, lines.length]).toEqual([days, figures]);
  });

  it.each([
    ['eurofxref-hist.csv', '2022-12-30 1 EUR/HRK mid 7.5365'],
    ['eurofxref-hist.csv', '2004-12-31 1 EUR/TRL mid 1836200'],
    ['eurofxref-hist.zip', '1999-01-04 1 EUR/USD mid 1.1789'],
    ['eurofxref-hist.zip', '2022-03-01 1 EUR/RUB mid 117.201'],
    ['eurofxref-hist-90d.xml', '2020-09-14 1 EUR/JPY mid 125.82'],
    ['eurofxref-daily.csv', '2026-04-13 1 EUR/SEK mid 10.8920'],
    ['eurofxref-daily.xml', '2026-07-06 1 EUR/THB mid 38.040'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(ecb, file)).toContain(line));

  it('quotes 27 currencies on its first day and 29 on the newest recorded', async () => {
    const days = countsOf(await readRecordedLines(ecb, 'eurofxref-hist.csv'));
    expect([days[0], days.at(-1)]).toEqual(['1999-01-04: 27', '2026-04-13: 29']);
  });
});

describe('ECB', () => {
  it('leaves out what was not quoted, and reads nothing from the comma at the end', () => {
    const body = 'Date,USD,HRK,\n2022-12-30,1.0666,7.5365,\n2023-01-02,1.0683,N/A,\n';
    expect(observedLines(ecb, `${FOLDER}/eurofxref-hist.zip`, body)).toEqual([
      '2022-12-30 1 EUR/USD mid 1.0666',
      '2022-12-30 1 EUR/HRK mid 7.5365',
      '2023-01-02 1 EUR/USD mid 1.0683',
    ]);
  });

  it('keeps the digits of the XML, zeros at the end included', () => {
    const day = `<Cube><Cube time='2026-07-06'><Cube currency='HUF' rate='353.50'/></Cube></Cube>`;
    const body = `<?xml version="1.0"?><g:Envelope xmlns:g="http://www.gesmes.org/xml/2002-08-01">${day}</g:Envelope>`;
    expect(observedLines(ecb, `${FOLDER}/eurofxref-daily.xml`, body)).toEqual(['2026-07-06 1 EUR/HUF mid 353.50']);
  });

  it('refuses a row that was cut off', () => {
    const body = 'Date,USD,HRK,\n2022-12-30,1.06';
    expect(() => observedLines(ecb, `${FOLDER}/eurofxref-hist.zip`, body)).toThrow('not one figure for each label');
  });

  it('reads the list of one day, whose date is in words, with blanks behind the commas', () => {
    const body = 'Date, USD, TRY, \n13 April 2026, 1.1684, 52.2478, \n';
    expect(observedLines(ecb, `${FOLDER}/eurofxref.zip`, body)).toEqual([
      '2026-04-13 1 EUR/USD mid 1.1684',
      '2026-04-13 1 EUR/TRY mid 52.2478',
    ]);
  });

  it('has the old lira and the old leu in columns of their own', () => {
    const body = 'Date,TRL,TRY,ROL,RON,\n2005-01-03,N/A,1.815,39230,N/A,\n2004-12-31,1836200,N/A,39390,N/A,\n';
    expect(observedLines(ecb, `${FOLDER}/eurofxref-hist.zip`, body)).toEqual([
      '2005-01-03 1 EUR/TRY mid 1.815',
      '2005-01-03 1 EUR/ROL mid 39230',
      '2004-12-31 1 EUR/TRL mid 1836200',
      '2004-12-31 1 EUR/ROL mid 39390',
    ]);
  });

  it('keeps currency and rate of each list of ninety days apart, newest day first', () => {
    const days = ['2020-12-10', '2020-12-09'].map(
      (day) => `<Cube time="${day}"><Cube currency="JPY" rate="126.31"/></Cube>`,
    );
    const body = `<g:Envelope xmlns:g="http://www.gesmes.org/xml/2002-08-01"><Cube>${days.join('')}</Cube></g:Envelope>`;
    expect(observedLines(ecb, `${FOLDER}/eurofxref-hist-90d.xml`, body)).toEqual([
      '2020-12-10 1 EUR/JPY mid 126.31',
      '2020-12-09 1 EUR/JPY mid 126.31',
    ]);
  });

  it.each([
    [
      'a list of renamed rates',
      `<Envelope><Cube><Cube time="2026-07-06"><Cube currency="HUF" value="1"/></Cube></Cube></Envelope>`,
      '@rate',
    ],
    [
      'a list cut in the middle',
      `<Envelope><Cube><Cube time="2026-07-06"><Cube currency="HUF" rate="353.50"/></Cube>`,
      'found',
    ],
  ])('refuses %s', (_, body, fault) =>
    expect(() => observedLines(ecb, `${FOLDER}/eurofxref-daily.xml`, body)).toThrow(fault),
  );
});
