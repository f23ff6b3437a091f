import { describe, expect, it } from 'vitest';
import { boe } from '../../generator/sources/providers/boe.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/boe.ts';

describe.skipIf(!recordingsAreThere('BOE, as recorded'))('BOE, as recorded', () => {
  it('states 26 currencies on each day', async () => {
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
  ])('states %s', async (line) => expect(await readRecordedLines(boe, 'spot.csv')).toContain(line));
});

const [{ url: ADDRESS, body: WHOLE }] = fixtures;
const SERIES = WHOLE.slice(WHOLE.indexOf(',') + 1, WHOLE.indexOf('\n'));
const read = (body: string) => observedLines(boe, ADDRESS, body);

describe('BOE', () => {
  it.each([
    ['columns in another order', WHOLE.replace('XUDLUSS,XUDLERS', 'XUDLERS,XUDLUSS'), 'not DATE,XUDLUSS,XUDLERS,'],
    ['another series', WHOLE.replace('XUDLUSS', 'XUDLUSD'), 'not DATE,XUDLUSS,'],
    ['a missing figure', WHOLE.replace(/,\n$/, '\n'), 'not one figure for each column'],
    ['a figure cut in the middle', WHOLE.slice(0, WHOLE.indexOf('5.8963') + 4), 'the last line has no line feed'],
    ['a page in place of the list', '<!DOCTYPE html><html></html>\n', 'expected \\"DATE\\"'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('reads a window of years in which a series had not begun, whose column is missing', () => {
    const names = SERIES.split(',').filter((name) => name !== 'XUDLERS');
    const body = `DATE,${names}\n02 Jan 1997,1.6905${','.repeat(names.length - 1)}\n`;
    expect(read(body)).toEqual(['1997-01-02 1 GBP/USD mid 1.6905']);
  });

  it('asks for days with the name of the month, a year at a time', () => {
    const span = { from: parseIsoDate('2025-01-02'), to: parseIsoDate('2026-01-05') };
    const queries = boe.feeds[0]?.between?.(span, {}).map(({ url }) => new URL(url).searchParams) ?? [];
    expect(queries.map((query) => query.get('Datefrom'))).toEqual(['02/Jan/2025', '03/Jan/2026']);
    expect(queries.map((query) => query.get('Dateto'))).toEqual(['02/Jan/2026', '05/Jan/2026']);
    expect(queries.map((query) => query.get('SeriesCodes'))).toEqual([SERIES, SERIES]);
  });
});
