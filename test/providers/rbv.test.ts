import { describe, expect, it } from 'vitest';
import { rbv } from '../../generator/sources/providers/rbv.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/rbv.ts';

describe.skipIf(!recordingsAreThere('RBV, as recorded'))('RBV, as recorded', () => {
  const FILE = 'exchange-rates.html';

  it('has six currencies on 185 days, and not the row of January 2026 that says 2025', async () => {
    const days = countsOf(await readRecordedLines(rbv, FILE));
    expect([days.length, days[0], days.at(-1)]).toEqual([185, '2025-08-26: 6', '2026-05-22: 6']);
    expect(days.filter((day) => !day.endsWith(': 6'))).toEqual([]);
  });

  it.each([
    '2025-08-26 1 USD/VUV mid 119.06',
    '2025-09-03 1 EUR/VUV mid 138.20',
    '2025-10-03 1 JPY/VUV mid 0.8161',
    '2026-01-06 1 GBP/VUV mid 161.61',
    '2026-05-07 1 NZD/VUV mid 68.88',
    '2026-05-22 1 AUD/VUV mid 83.16',
  ])('states %s', async (line) => expect(await readRecordedLines(rbv, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('RBV', () => {
  it.each([
    ['columns in another order', body.replace('<th>USD</th><th>JPY</th>', '<th>JPY</th><th>USD</th>'), 'USD'],
    ['a further currency', body.replace('<th>EUR</th>', '<th>EUR</th><th>CNY</th>'), 'too_big'],
    ['a row without one of its cells', body.replace('<td>0.7627</td>', ''), 'too_small'],
    ['a comma in a figure', body.replace('119.28', '119,28'), 'not a figure: "119,28"'],
    ['another form of day', body.replace('6 January 2026', '2026/01/06'), 'not a day'],
    ['a document cut within the table', body.slice(0, body.indexOf('0.8058')), 'truncated'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(rbv, url, changed)).toThrow(fault));

  it('is read in the evening by UTC, when the list of the next day is out in Vanuatu', async () => {
    const { lines, failures } = await ask('RBV', () => body, { today: '2026-01-05' });
    expect([lines.includes('2026-01-06 1 USD/VUV mid 119.28'), failures]).toEqual([true, []]);
  });
});
