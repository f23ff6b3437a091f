import { describe, expect, it } from 'vitest';
import { cbt } from '../../generator/sources/providers/cbt.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbt.ts';

describe.skipIf(!recordingsAreThere('CBT, as recorded'))('CBT, as recorded', () => {
  it.each(['20', '21', '22'])('has 48 currencies on 2026-05-%s', async (day) =>
    expect(countsOf(await readRecordedLines(cbt, `${day}052026.xml`))).toEqual([`2026-05-${day}: 48`]),
  );

  it.each([
    ['20052026.xml', '2026-05-20 1 USD/TMT mid 3.5'],
    ['20052026.xml', '2026-05-20 1 AUD/TMT mid 2.4885'],
    ['20052026.xml', '2026-05-20 1000 IQD/TMT mid 2.6727'],
    ['20052026.xml', '2026-05-20 100 JPY/TMT mid 2.1995'],
    ['22052026.xml', '2026-05-22 10 MRU/TMT mid 0.8776'],
    ['22052026.xml', '2026-05-22 1 EUR/TMT mid 4.0712'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbt, file)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('CBT', () => {
  it.each([
    ['a renamed figure', body.replaceAll('rate_tmt', 'rate_tmm'), 'rate_tmt'],
    ['a list without units', body.replaceAll('multiplier', 'units'), 'multiplier'],
    ['a day in another form', body.replace('20.05.2026', '20 maý 2026'), '"20 maý 2026"'],
    ['a truncated document', body.slice(0, -30), 'proper closing'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(cbt, url, changed)).toThrow(fault));

  it('asks for the lists of a week and of tomorrow, but not of Sunday', () =>
    expect(cbt.feeds[0]?.latest(parseIsoDate('2026-05-22'), {}).map((request) => request.url.slice(-12, -4))).toEqual([
      '16052026',
      '18052026',
      '19052026',
      '20052026',
      '21052026',
      '22052026',
      '23052026',
    ]));
});
