import { describe, expect, it } from 'vitest';
import { bdi } from '../../generator/sources/providers/bdi.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bdi.ts';

describe.skipIf(!recordingsAreThere('BDI, as recorded'))('BDI, as recorded', () => {
  it.each([
    ['daily-2026-02-09.csv', ['2026-02-09: 167']],
    ['daily-2026-02-10.csv', ['2026-02-10: 167']],
    ['daily-2026-02-11.csv', ['2026-02-11: 167']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(bdi, file))).toEqual(counts));

  it('states 150 currencies in 167 rows, because countries that share a currency repeat its row', async () => {
    expect(new Set(await readRecordedLines(bdi, 'daily-2026-02-11.csv')).size).toBe(150);
  });

  it.each([
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/AFN mid 75.5197'],
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/BBD mid 2.377200'],
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/XDR mid 0.863189'],
    ['daily-2026-02-09.csv', '2026-02-09 1 EUR/ZWG mid 30.3944'],
    ['daily-2026-02-11.csv', '2026-02-11 1 EUR/USD mid 1.1900'],
    ['daily-2026-02-11.csv', '2026-02-11 1 EUR/LAK mid 24075'],
    ['daily-2026-02-11.csv', '2026-02-11 1 EUR/GBP mid 0.86990'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bdi, file)).toContain(line));

  it('states no rate for BYN, IRR, KPW and RUB', async () => {
    const lines = await readRecordedLines(bdi, 'daily-2026-02-09.csv');
    expect(lines.filter((line) => /EUR\/(BYN|IRR|KPW|RUB)/.test(line))).toEqual([]);
  });
});

const [{ url: URL, body: WHOLE }] = fixtures;
const [CONVENTION, NOTES] = ['Foreign currency amount for 1 Euro.', '# DISCLAIMER'];
const read = (body: string) => observedLines(bdi, URL, body);

describe('BDI', () => {
  it('states nothing on a day without rates', () => {
    expect(read(WHOLE.replace(/^"KOREA.*2026-02-09$/ms, ''))).toEqual([]);
  });

  it.each([
    ['the opposite direction', WHOLE.replace(CONVENTION, 'Euro amount for 1 unit of foreign currency.'), '/^#/'],
    ['a renamed column', WHOLE.replace('Rate,', 'Exchange rate,'), 'not Country,Currency,'],
    ['a list cut before its disclaimer', WHOLE.slice(0, WHOLE.indexOf(NOTES)), 'the disclaimer at the end is missing'],
    ['a row cut in the middle', WHOLE.replace(`.79,${CONVENTION},2026-02-09`, ''), '/^#/'],
    ['a page in place of the list', '<html>\n</html>', 'not Country,Currency,'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for each working day of a span, of which any may be a holiday', () => {
    const requests = bdi.feeds[0]?.between?.({ from: parseIsoDate('2026-02-06'), to: parseIsoDate('2026-02-09') }, {});
    expect(requests).toEqual(
      ['2026-02-06', '2026-02-09'].map((day) => ({
        method: 'GET',
        url: URL.replace('2026-02-09', day),
        mayBeAbsent: true,
      })),
    );
  });
});
