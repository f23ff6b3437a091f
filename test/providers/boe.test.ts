import { describe, expect, it } from 'vitest';
import { boe } from '../../generator/providers/boe.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BOE, as recorded'))('BOE, as recorded', () => {
  it('has 26 currencies on each day', async () => {
    expect(countsOf(await readRecordedLines(boe, 'spot.csv'))).toEqual([
      '2026-03-17: 26',
      '2026-03-18: 26',
      '2026-03-19: 26',
      '2026-03-20: 26',
    ]);
  });

  it.each([
    '2026-03-17 1 GBP/USD mid 1.3343',
    '2026-03-17 1 GBP/JPY mid 212.1937',
    '2026-03-17 1 GBP/RON mid 5.8963',
    '2026-03-18 1 GBP/KRW mid 1998.788',
    '2026-03-19 1 GBP/TRY mid 59.2057',
    '2026-03-20 1 GBP/EUR mid 1.1523',
    '2026-03-20 1 GBP/HUF mid 452.5303',
  ])('%s', async (line) => expect(await readRecordedLines(boe, 'spot.csv')).toContain(line));
});

const SERIES =
  'XUDLUSS,XUDLERS,XUDLJYS,XUDLCDS,XUDLSFS,XUDLADS,XUDLNDS,XUDLNKS,XUDLSKS,XUDLDKS,XUDLHDS,XUDLSGS,XUDLSRS,XUDLZRS,XUDLTWS,' +
  'XUDLBK25,XUDLBK33,XUDLBK47,XUDLBK78,XUDLBK83,XUDLBK87,XUDLBK89,XUDLBK93,XUDLBK95,XUDLBK97,XUDLZOS4';
const ADDRESS = 'https://www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes';
const read = (row: string, header = `DATE,${SERIES}`, end = '\n') =>
  observedLines(boe, ADDRESS, `${header}\n${row}${end}`);
/** Dollar and euro, and blanks in the other 24 columns. */
const ROW = `20 Mar 2026,1.3302,1.1523${','.repeat(24)}`;

describe('BOE', () => {
  it('is foreign units per pound, without what is blank', () => {
    expect(read(ROW)).toEqual(['2026-03-20 1 GBP/USD mid 1.3302', '2026-03-20 1 GBP/EUR mid 1.1523']);
  });

  it('knows the last column by its series', () => {
    expect(read(`20 Mar 2026${','.repeat(26)}5.8721`)).toEqual(['2026-03-20 1 GBP/RON mid 5.8721']);
  });

  it.each([
    ['columns in another order', () => read(ROW, `DATE,${SERIES.replace('XUDLUSS,XUDLERS', 'XUDLERS,XUDLUSS')}`)],
    ['another series', () => read(ROW, `DATE,${SERIES.replace('XUDLUSS', 'XUDLUSD')}`)],
    ['a missing column', () => read(ROW.slice(0, -1))],
    ['a figure cut in the middle', () => read(`20 Mar 2026${','.repeat(26)}5.87`, `DATE,${SERIES}`, '')],
    ['a page in place of the list', () => observedLines(boe, ADDRESS, '<!DOCTYPE html><html></html>\n')],
  ])('refuses %s', (_, reading) => expect(reading).toThrow());

  it('asks for days by the name of the month, a year at a time', () => {
    const span = { from: parseIsoDate('2025-01-02'), to: parseIsoDate('2026-01-05') };
    const urls = boe.feeds[0]?.between?.(span, {}).map(({ url }) => url) ?? [];
    expect(urls.map((url) => new URL(url).searchParams.get('Datefrom'))).toEqual(['02/Jan/2025', '03/Jan/2026']);
    expect(urls.map((url) => new URL(url).searchParams.get('Dateto'))).toEqual(['02/Jan/2026', '05/Jan/2026']);
    expect(urls.map((url) => new URL(url).searchParams.get('SeriesCodes'))).toEqual([SERIES, SERIES]);
  });
});
