import { describe, expect, it } from 'vitest';
import { bct } from '../../generator/sources/providers/bct.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bct.ts';

describe.skipIf(!recordingsAreThere('BCT, as recorded'))('BCT, as recorded', () => {
  it.each([
    ['cours-2026-05-18.html', ['2026-05-18: 20']],
    ['cours-2026-05-19.html', ['2026-05-19: 20']],
    ['cours-2026-05-20.html', ['2026-05-20: 20']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bct, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['cours-2026-05-18.html', '2026-05-18 10 DZD/TND mid 0.2198'],
    ['cours-2026-05-18.html', '2026-05-18 1 USD/TND mid 2.9034'],
    ['cours-2026-05-18.html', '2026-05-18 1000 JPY/TND mid 18.4093'],
    ['cours-2026-05-18.html', '2026-05-18 10 SEK/TND mid 3.1103'],
    ['cours-2026-05-18.html', '2026-05-18 10 MRU/TND mid 0.7292'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bct, file)).toContain(line));
});

const [{ url: URL, body: WHOLE, requestBody: ASKED }] = fixtures;
const read = (body: string) => observedLines(bct, URL, body, 'text/html; charset=utf-8', ASKED);

describe('BCT', () => {
  it('reads the table of the interbank market and not that of banknotes', () => {
    expect(read(WHOLE.replace('3,394<', '3,999<'))).toEqual(read(WHOLE));
  });

  it('takes a page that says so for a day without rates', () => {
    const [feed] = bct.feeds;
    expect(feed?.isSilent?.({ page: '<p>java.sql.SQLException: Exhausted Resultset</p>', tables: [] })).toBe(true);
    expect(feed?.isSilent?.({ page: '<p>Service unavailable</p>', tables: [] })).toBe(false);
  });

  it.each([
    [
      'a page without the second table',
      WHOLE.slice(0, WHOLE.indexOf('<h3>Cours des billets')),
      'not a day with its two tables',
    ],
    [
      'tables that changed places',
      WHOLE.replace('Marché des Changes interbancaire', 'Change manuel'),
      'not a day with its two tables',
    ],
    ['a unit of 50', WHOLE.replace('>10<', '>50<'), 'Invalid'],
    ['other columns', WHOLE.replaceAll('Valeur', 'Achat'), 'the column names are not'],
    ['half a document', WHOLE.slice(0, 700), 'does not close a table'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
