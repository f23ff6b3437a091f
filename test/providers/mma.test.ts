import { describe, expect, it } from 'vitest';
import { mma } from '../../generator/providers/mma.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'reference-rates.json';

describe.skipIf(!recordingsAreThere('MMA, as recorded'))('MMA, as recorded', () => {
  it('has one figure on each of 3552 days, and says those of two days twice', async () => {
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
  ])('%s', async (line) => expect(await readRecordedLines(mma, FILE)).toContain(line));
});

const URL = 'https://www.mma.gov.mv/JSON/referencerates.json?v=20260521';

describe('MMA', () => {
  it('reads the month by its name', () =>
    expect(
      observedLines(mma, URL, '[{"Date": "02 June 2026", "Rate": "15.42"}, {"Date": "30 April 2026", "Rate": "15.4"}]'),
    ).toEqual(['2026-06-02 1 USD/MVR mid 15.42', '2026-04-30 1 USD/MVR mid 15.4']));

  it('states a day twice that is there twice: collect folds what is equal', () =>
    expect(
      observedLines(
        mma,
        URL,
        '[{"Date": "08 February 2021", "Rate": "15.37"}, {"Date": "08 February 2021", "Rate": "15.37"}]',
      ),
    ).toEqual(['2021-02-08 1 USD/MVR mid 15.37', '2021-02-08 1 USD/MVR mid 15.37']));

  it.each([
    ['a truncated document', '[{"Date": "21 May 2026", "Rate": "15.42"}, {"Date": "20 May'],
    ['another name of the figure', '[{"Date": "21 May 2026", "Buying": "15.42"}]'],
    ['a second kind of figure', '[{"Date": "21 May 2026", "Currency": "EUR", "Rate": "17.9"}]'],
    ['a month that is none', '[{"Date": "21 Mei 2026", "Rate": "15.42"}]'],
  ])('refuses %s', (_, body) => expect(() => observedLines(mma, URL, body)).toThrow());

  it('asks for the whole history, whatever the span', () => {
    const span = { from: parseIsoDate('2011-04-21'), to: parseIsoDate('2026-05-21') };
    expect(mma.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual([URL]);
  });
});
