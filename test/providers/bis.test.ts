import { describe, expect, it } from 'vitest';
import { bis } from '../../generator/sources/providers/bis.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bis.ts';

describe.skipIf(!recordingsAreThere('BIS, as recorded'))('BIS, as recorded', () => {
  it.each([
    ['xru-month-end-2025-01_02.csv', ['2025-01-31: 135', '2025-02-28: 135']],
    ['xru-month-end-1900-01.csv', ['1900-01-31: 1']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bis, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['xru-month-end-2025-01_02.csv', '2025-01-31 1 USD/TWD mid 32.85'],
    ['xru-month-end-2025-01_02.csv', '2025-02-28 1 USD/LRD mid 198.57'],
    ['xru-month-end-2025-01_02.csv', '2025-02-28 1 USD/EUR mid 0.960523'],
    ['xru-month-end-2025-01_02.csv', '2025-01-31 1 USD/AUD mid 1.607043'],
    ['xru-month-end-1900-01.csv', '1900-01-31 1 USD/ZAR mid 0.4107'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bis, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bis, URL, body);

describe('BIS', () => {
  it.each([
    ['XOF', 'WA', 'SN'],
    ['XAF', 'CM', 'GA'],
    ['XCD', 'AG', 'DM'],
  ])('reads %s of the area %s, and not of %s', (code, issuer, member) => {
    const of = (area: string) => read(WHOLE.replace('M,TW,TWD', `M,${area},${code}`));
    expect([of(issuer)[0], of(member)[0]]).toEqual([
      `2025-01-31 1 USD/${code} mid 32.85`,
      '2025-01-31 1 USD/EUR mid 0.962186',
    ]);
  });

  it.each([
    ['averages of months', WHOLE.replace('TWD,E', 'TWD,A'), 'Invalid'],
    ['another multiplier', WHOLE.replace('32.85,0', '32.85,3'), 'Invalid'],
    ['figures of a day', WHOLE.replace('M,TW', 'D,TW'), 'Invalid'],
    ['a document cut at a digit', WHOLE.slice(0, WHOLE.indexOf('0.962186') + 6), 'the last line has no line feed'],
    ['other columns', WHOLE.replace('UNIT_MULT', 'MULT'), 'the column names are not'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for the whole months of a year, because many areas are late', () => {
    const [request] = bis.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-05-20'), {}));
    expect(request?.url).toMatch(/\?c%5BTIME_PERIOD%5D=ge:2025-05%2Ble:2026-05$/);
  });
});
