import { describe, expect, it } from 'vitest';
import { mma } from '../../generator/sources/providers/mma.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/mma.ts';

const FILE = 'reference-rates.json';

describe.skipIf(!recordingsAreThere('MMA, as recorded'))('MMA, as recorded', () => {
  it('states one figure on each of 3552 days, and repeats those of two days', async () => {
    const days = countsOf(await readRecordedLines(mma, FILE));
    expect(days).toHaveLength(3552);
    expect([days[0], days.at(-1)]).toEqual(['2011-04-21: 1', '2026-05-21: 1']);
    expect(days.filter((day) => !day.endsWith(': 1'))).toEqual(['2021-02-08: 2', '2021-02-09: 2']);
  });

  it.each([
    '2011-04-21 1 USD/MVR mid 14.75',
    '2011-05-02 1 USD/MVR mid 15.33',
    '2012-06-24 1 USD/MVR mid 15.33',
    '2021-02-08 1 USD/MVR mid 15.37',
    '2021-02-09 1 USD/MVR mid 15.42',
    '2026-04-30 1 USD/MVR mid 15.42',
    '2026-05-21 1 USD/MVR mid 15.42',
  ])('states %s', async (line) => expect(await readRecordedLines(mma, FILE)).toContain(line));
});

const [{ url: URL, body }] = fixtures;

describe('MMA', () => {
  it.each([
    ['a truncated document', body.slice(0, -1), 'reached end of input'],
    ['a figure under another name', body.replace('"Rate"', '"Buying"'), '"Rate"'],
    ['a second kind of figure', body.replace('"Rate"', '"Currency": "EUR", "Rate"'), 'unrecognized_keys'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(mma, URL, changed)).toThrow(message));

  it('asks for the whole history, whatever the span', () => {
    const span = { from: parseIsoDate('2011-04-21'), to: parseIsoDate('2026-05-21') };
    expect(mma.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual([URL]);
  });
});
