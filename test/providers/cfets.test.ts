import { describe, expect, it } from 'vitest';
import { cfets } from '../../generator/sources/providers/cfets.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cfets.ts';

describe.skipIf(!recordingsAreThere('CFETS, as recorded'))('CFETS, as recorded', () => {
  const FILE = 'ccpr-his-2026-09-01_04.json';

  it('has 25 pairs on each of four days, ten in yuan and fifteen in the other currency', async () => {
    const lines = await readRecordedLines(cfets, FILE);
    expect(countsOf(lines)).toEqual(['2026-09-01: 25', '2026-09-02: 25', '2026-09-03: 25', '2026-09-04: 25']);
    expect(lines.filter((line) => line.startsWith('2026-09-04') && line.includes('/CNY '))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('2026-09-04') && line.includes(' CNY/'))).toHaveLength(15);
  });

  it.each([
    '2026-09-01 1 USD/CNY mid 6.7809',
    '2026-09-01 1 CNY/MOP mid 1.1914',
    '2026-09-02 100 JPY/CNY mid 4.2218',
    '2026-09-03 1 CNY/HUF mid 46.9394',
    '2026-09-04 1 CNY/THB mid 4.8918',
    '2026-09-04 1 CAD/CNY mid 4.8849',
  ])('states %s', async (line) => expect(await readRecordedLines(cfets, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;
/** `A year of history can be asked for and downloaded.` */
const TOO_LONG = '{"head":{"rep_code":"200"},"data":{"head":["USD/CNY"],"flagMessage":"只提供一年历史数据查询及下载"}}';

describe('CFETS', () => {
  it('takes the number of units from the label', () => {
    expect(observedLines(cfets, url, body.replace('100JPY', '1000JPY'))).toContain(
      '2026-09-04 1000 JPY/CNY mid 4.3135',
    );
  });

  it.each([
    ['a label in words', body.replace('"USD/CNY"', '"USD to CNY"'), '"USD to CNY"'],
    ['a figure without a label', body.replace('"202.07"', '"202.07","1.20"'), 'not one figure for each label'],
    ['a page of several', body.replace('"total":2', '"total":52'), 'not all records are on this page'],
    ['an error', body.replace('"rep_code":"200"', '"rep_code":"500"'), 'Invalid input'],
    ['a form that asks for more than a year', TOO_LONG, 'the form is refused: 只提供一年历史数据查询及下载'],
    ['a truncated document', body.slice(0, -40), 'end'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(cfets, url, changed)).toThrow(fault));

  it('asks for a span in pages of at most sixty days, which have fewer than fifty records', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-03-05') };
    expect(cfets.feeds[0]?.between?.(span, {}).map((request) => request.url.replace(/.*endDate=/, ''))).toEqual([
      '2026-03-01&pageNum=1&pageSize=50&startDate=2026-01-01',
      '2026-03-05&pageNum=1&pageSize=50&startDate=2026-03-02',
    ]);
  });
});
