import { describe, expect, it } from 'vitest';
import { nbrm } from '../../generator/providers/nbrm.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'exchange-rate-2026-03-01_23.json';

describe.skipIf(!recordingsAreThere('NBRM, as recorded'))('NBRM, as recorded', () => {
  it('has 31 currencies on each day from 1 to 23 March 2026', async () =>
    expect(countsOf(await readRecordedLines(nbrm, FILE))).toEqual(
      Array.from({ length: 23 }, (_, index) => `2026-03-${`${index + 1}`.padStart(2, '0')}: 31`),
    ));

  it.each([
    '2026-03-01 1 EUR/MKD mid 61.6948',
    '2026-03-01 1 IDR/MKD mid 0.0031',
    '2026-03-20 1 EUR/MKD mid 61.695',
    '2026-03-22 1 JPY/MKD mid 0.3381',
    '2026-03-23 1 USD/MKD mid 53.6992',
    '2026-03-23 1 RSD/MKD mid 0.5253',
  ])('%s', async (line) => expect(await readRecordedLines(nbrm, FILE)).toContain(line));
});

const URL = 'https://www.nbrm.mk/KLServiceNOV/GetExchangeRate?EndDate=23.03.2026&StartDate=23.03.2026&format=json';
const row = (code: string, units: number, rate: string) =>
  `{"rBr":53,"datum":"2026-03-23T00:00:00","valuta":"392","oznaka":"${code}","nomin":${units},"sreden":${rate},"datum_f":"2026-03-19T00:00:00"}`;
const jpy = row('JPY', 1, '0.3381');

describe('NBRM', () => {
  it.each([
    [jpy, '2026-03-23 1 JPY/MKD mid 0.3381'],
    [row('JPY', 100, '33.81'), '2026-03-23 100 JPY/MKD mid 33.81'],
    [row('USD ', 1, '53.6992'), '2026-03-23 1 USD/MKD mid 53.6992'],
  ])('dates %s by its validity, for as many units as it says', (body, line) =>
    expect(observedLines(nbrm, URL, `[${body}]`)).toEqual([line]),
  );

  it.each([
    ['a truncated document', `[${jpy},{"rBr":53,`],
    ['another name of the unit', `[${jpy.replace('nomin', 'edinici')}]`],
    ['another name of the mid rate', `[${jpy.replace('sreden', 'prodazen')}]`],
    ['a day with an hour', `[${jpy.replace('23T00', '23T12')}]`],
  ])('refuses %s', (_, body) => expect(() => observedLines(nbrm, URL, body)).toThrow());

  it('does not take the list for state bodies, one letter longer, for its own', () =>
    expect(() => observedLines(nbrm, URL.replace('GetExchangeRate', 'GetExchangeRates'), `[${jpy}]`)).toThrow(
      'no address of a feed',
    ));

  it('asks for a span in pages of 90 days, and for the days ahead of today', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-04-01') };
    const [feed] = nbrm.feeds;
    const requests = [...(feed?.latest(span.to, {}) ?? []), ...(feed?.between?.(span, {}) ?? [])];
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual([
      'EndDate=08.04.2026&StartDate=25.03.2026&format=json',
      'EndDate=31.03.2026&StartDate=01.01.2026&format=json',
      'EndDate=01.04.2026&StartDate=01.04.2026&format=json',
    ]);
  });
});
