import { describe, expect, it } from 'vitest';
import { nbg } from '../../generator/sources/providers/nbg.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbg.ts';

describe.skipIf(!recordingsAreThere('NBG, as recorded'))('NBG, as recorded', () => {
  it.each([
    ['currencies-2026-03-02.json', ['2026-02-28: 42']],
    ['currencies-2026-03-03.json', ['2026-03-03: 42']],
    ['currencies-2026-03-04.json', ['2026-03-03: 42']],
  ])('%s, named after the day asked for, states %j', async (file, counts) =>
    expect(countsOf(await readRecordedLines(nbg, file))).toEqual(counts),
  );

  it.each([
    ['currencies-2026-03-02.json', '2026-02-28 1 USD/GEL mid 2.6759'],
    ['currencies-2026-03-02.json', '2026-02-28 1000 AMD/GEL mid 7.0960'],
    ['currencies-2026-03-02.json', '2026-02-28 10000 IRR/GEL mid 0.0204'],
    ['currencies-2026-03-03.json', '2026-03-03 10 AED/GEL mid 7.3291'],
    ['currencies-2026-03-03.json', '2026-03-03 100 JPY/GEL mid 1.7162'],
    ['currencies-2026-03-04.json', '2026-03-03 10 ZAR/GEL mid 1.6764'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbg, file)).toContain(line));
});

const [{ url: URL, body }] = fixtures;

describe('NBG', () => {
  it('reads no figure where there is no list', () => expect(observedLines(nbg, URL, '[]')).toEqual([]));

  it.each([
    ['a truncated document', body.slice(0, -3), 'reached end of input'],
    ['a unit under another name', body.replace('quantity', 'amount'), '"quantity"'],
    ['a figure under another name', body.replace('"rate":', '"value":'), '"rate"'],
    ['a day with an hour', body.replaceAll('T00:00:00.000Z', 'T20:00:00.000Z'), '"date"'],
    [
      'a currency of another day than the list',
      body.replace('"validFromDate":"2026-02-28', '"validFromDate":"2026-02-27'),
      'a currency is not valid from the date of its list',
    ],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(nbg, URL, changed)).toThrow(message));

  it.each([
    ['a span', ['2026-02-28', '2026-03-03']],
    ['the newest lists', ['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-03']],
  ] as const)('asks for %s by date, and not for Sundays and Mondays', (which, days) => {
    const [from, to] = [parseIsoDate('2026-02-28'), parseIsoDate('2026-03-03')];
    const [feed] = nbg.feeds;
    const requests =
      which === 'a span' ? feed?.between?.({ from, to }, {}) : feed?.latest(parseIsoDate('2026-03-02'), {});
    expect(requests?.map(({ url }) => url.split('?date=')[1])).toEqual(days);
  });
});
