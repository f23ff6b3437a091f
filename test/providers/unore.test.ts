import { describe, expect, it } from 'vitest';
import { History } from '../../generator/rates/blend/history.ts';
import { unore } from '../../generator/sources/providers/unore.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { archive } from '../support/banks/archives.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/unore.ts';

describe.skipIf(!recordingsAreThere('UNORE, as recorded'))('UNORE, as recorded', () => {
  const FILE = 'operational-rates-2026-10-01.xml';

  it('has 209 rows for 150 currencies', async () => {
    const lines = await readRecordedLines(unore, FILE);
    expect(countsOf(lines)).toEqual(['2026-10-01: 209']);
    expect(new Set(lines).size).toBe(150);
  });

  it.each([
    '2026-10-01 1 USD/AFN mid 64.883',
    '2026-10-01 1 USD/AUD mid 1.432',
    '2026-10-01 1 USD/AWG mid 1.79',
    '2026-10-01 1 USD/XPF mid 105.222',
    '2026-10-01 1 USD/ZMW mid 19.5',
    '2026-10-01 1 USD/ZWG mid 25.874',
  ])('states %s', async (line) => expect(await readRecordedLines(unore, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('UNORE', () => {
  it('keeps the rest of the month in force when a rate is changed within it', () => {
    const lines = ['2026-10-01 USD/EUR 0.882', '2026-10-01 USD/ARS 1500', '2026-10-15 USD/ARS 1524'];
    const history = new History(unore, archive('UNORE', lines));
    const day = parseIsoDate('2026-10-15');
    const rates = [...history.fixing(day).quotations].map(([code, { mid, date }]) => `${code} ${mid} ${date}`);
    expect(rates.sort()).toEqual(['ARS 1524 2026-10-15', 'EUR 0.882 2026-10-01']);
    expect(history.period(day)).toEqual({ date: day, until: '2026-10-31' });
  });

  it.each([
    ['a renamed figure', body.replaceAll('rate>', 'value>'), 'rate'],
    ['a record without a code', body.replace('<f_curr_code>KWD</f_curr_code>', ''), 'f_curr_code'],
    ['another form of day', body.replaceAll('01 Oct 2026', '10/01/2026'), 'eff_date'],
    ['a truncated document', body.slice(0, -60), 'proper closing'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(unore, url, changed)).toThrow(fault));
});
