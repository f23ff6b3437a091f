import { describe, expect, it } from 'vitest';
import { bob } from '../../generator/sources/providers/bob.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bob.ts';

describe.skipIf(!recordingsAreThere('BOB, as recorded'))('BOB, as recorded', () => {
  it.each([['exchange-rates.csv', [6239, '2001-01-04: 6', '2026-03-19: 7']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(bob, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['exchange-rates.csv', '2026-03-19 1 BWP/CNY mid 0.5165'],
    ['exchange-rates.csv', '2026-03-18 1 BWP/JPY mid 12.0300'],
    ['exchange-rates.csv', '2009-04-29 1 BWP/USD mid 0.1368'],
    ['exchange-rates.csv', '2009-04-28 1 BWP/EUR mid 0.1034'],
    ['exchange-rates.csv', '2009-04-27 1 BWP/ZAR mid 1.1929'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bob, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bob, URL, body);

describe('BOB', () => {
  it('leaves out days that are stated twice with different figures', () => {
    expect(read(WHOLE).filter((line) => line.startsWith('2019-08-13'))).toEqual([]);
  });

  it.each([
    ['a figure that is cut off', WHOLE.slice(0, -1), 'Invalid'],
    ['another order of columns', WHOLE.replace('EUR,GBP', 'GBP,EUR'), 'the column names are not'],
    [
      'euros and pounds that changed places',
      WHOLE.replace('0.0653,0.0564', '0.0564,0.0653'),
      'the columns changed places',
    ],
    ['renminbi before their first day', WHOLE.replace('0.0000', '0.1023'), 'the columns changed places'],
    ['an archive without its first day', WHOLE.replace(/"04 Jan 2001".*\n/, ''), '04 Jan 2001 is missing'],
    ['a missing cell', WHOLE.replace(',0.0748', ''), 'Too small'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
