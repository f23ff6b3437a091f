import { describe, expect, it } from 'vitest';
import { ecb } from '../../generator/sources/providers/ecb.ts';
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
  ])('%s has %i days and %i figures', async (file, days, figures) => {
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
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(ecb, file)).toContain(line));

  it('quotes 27 currencies on its first day and 29 on the newest recorded', async () => {
    const days = countsOf(await readRecordedLines(ecb, 'eurofxref-hist.csv'));
    expect([days[0], days.at(-1)]).toEqual(['1999-01-04: 27', '2026-04-13: 29']);
  });
});

describe('ECB', () => {
  it('refuses a truncated row', () => {
    const read = (body: string) => observedLines(ecb, `${FOLDER}/eurofxref-hist.zip`, body);
    expect(() => read('Date,USD,HRK,\n2022-12-30,1.06')).toThrow('no line feed at its end');
    expect(() => read('Date,USD,HRK,\n2022-12-30,1.06\n')).toThrow('not one figure for each label');
  });

  it.each([
    [
      'a list with a renamed rate',
      `<Envelope><Cube><Cube time="2026-07-06"><Cube currency="HUF" value="1"/></Cube></Cube></Envelope>`,
      '@rate',
    ],
    [
      'a truncated list',
      `<Envelope><Cube><Cube time="2026-07-06"><Cube currency="HUF" rate="353.50"/></Cube>`,
      'found',
    ],
  ])('refuses %s', (_, body, fault) =>
    expect(() => observedLines(ecb, `${FOLDER}/eurofxref-daily.xml`, body)).toThrow(fault),
  );
});
