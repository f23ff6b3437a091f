import { describe, expect, it } from 'vitest';
import { rba } from '../../generator/sources/providers/rba.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/rba.ts';

const FILE = 'f11.1-daily.csv';

describe.skipIf(!recordingsAreThere('RBA, as recorded'))('RBA, as recorded', () => {
  it('states 18 currencies on most of 808 days, and 19 or 20 once it lists the Canadian dollar and the kina', async () => {
    const days = countsOf(await readRecordedLines(rba, FILE));
    expect([days.length, days[0], days.at(-1)]).toEqual([808, '2023-01-03: 18', '2026-03-20: 20']);
    const sizes = ['18', '19', '20'].map((size) => days.filter((day) => day.endsWith(`: ${size}`)).length);
    expect(sizes).toEqual([508, 248, 52]);
  });

  it.each([
    '2023-01-03 1 AUD/USD mid 0.6828',
    '2023-01-03 1 AUD/IDR mid 10635',
    '2023-01-03 1 AUD/XDR mid 0.5131',
    '2024-10-01 1 AUD/VND mid 17026',
    '2026-03-20 1 AUD/PGK mid 3.0565',
    '2026-03-20 1 AUD/XDR mid 0.5217',
  ])('states %s', async (line) => expect(await readRecordedLines(rba, FILE)).toContain(line));

  it('reads neither the index nor the dirham, whose column is empty', async () => {
    const lines = await readRecordedLines(rba, FILE);
    expect(lines.filter((line) => /AUD\/(Index|AED|ZAR)/.test(line))).toEqual([]);
  });
});

const [{ url: URL, body }] = fixtures;

describe('RBA', () => {
  it.each([
    ['the other direction', 'Title,A$1=USD', 'Title,US$1=AUD', 'the title US$1=AUD does not fit the unit USD'],
    ['a title and a unit that differ', 'Units,USD', 'Units,EUR', 'the title A$1=USD does not fit the unit EUR'],
    ['a missing header line', 'Units,USD,Index,AED,SDR,,\n', '', 'expected \\"Units\\"'],
    ['another table', 'F11.1', 'F11.2', 'must match pattern'],
    [
      'a table that ends long before it was published',
      '20-Mar-2026,0.7088,66.10,,0.5217,,\n',
      '',
      'it ends with 2023-01-03, though it is of 2026-03-20: it was truncated',
    ],
    ['a row cut in the middle', ',61.40,,0.5131,,', ',61.40', '03-Jan-2023 has 2 cells, not 4'],
  ])('refuses %s', (_, from, to, message) => {
    expect(() =>
      observedLines(
        rba,
        URL,
        body.replace(from, () => to),
      ),
    ).toThrow(message);
  });

  it('asks for the only file, whatever the span', () => {
    const span = { from: parseIsoDate('2023-01-01'), to: parseIsoDate('2026-03-20') };
    const urls = rba.feeds[0]?.between?.(span, {}).map(({ url }) => url);
    expect(urls).toEqual([URL]);
    expect(rba.feeds[0]?.latest(span.to, {}).map(({ url }) => url)).toEqual(urls);
  });
});
