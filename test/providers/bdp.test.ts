import { describe, expect, it } from 'vitest';
import { bdp } from '../../generator/sources/providers/bdp.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bdp.ts';

describe.skipIf(!recordingsAreThere('BDP, as recorded'))('BDP, as recorded', () => {
  it.each([
    ['dataset-1998-12-page1.json', 10],
    ['dataset-1998-12-page2.json', 10],
    ['dataset-1998-12-page3.json', 4],
  ])('%s states %i currencies on each of the last four days of the escudo', async (file, count) => {
    const expected = [28, 29, 30, 31].map((day) => `1998-12-${day}: ${count}`);
    expect(countsOf(await readRecordedLines(bdp, file))).toEqual(expected);
  });

  // Guilders are the seventh currency of page 1 and Belgian francs the seventh of page 2; the page after names them.
  it.each([
    ['dataset-1998-12-page1.json', '1998-12-28 1 USD/PTE mid 172.392'],
    ['dataset-1998-12-page1.json', '1998-12-31 1 XEU/PTE mid 200.482'],
    ['dataset-1998-12-page1.json', '1998-12-28 1 IEP/PTE mid 254.645'],
    ['dataset-1998-12-page1.json', '1998-12-31 1 ITL/PTE mid 0.10354'],
    ['dataset-1998-12-page1.json', '1998-12-31 1 ZAR/PTE mid 29.272'],
    ['dataset-1998-12-page2.json', '1998-12-29 1 NLG/PTE mid 90.993'],
    ['dataset-1998-12-page2.json', '1998-12-31 1 MOP/PTE mid 21.535'],
    ['dataset-1998-12-page3.json', '1998-12-28 1 BEF/PTE mid 4.9708'],
    ['dataset-1998-12-page3.json', '1998-12-31 1 ATS/PTE mid 14.57'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bdp, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }, { body: LAST }] = fixtures;
const pageOf = (number: number) => URL.replace('page=1', `page=${number}`);

describe('BDP', () => {
  it.each([
    ['that was cut off', WHOLE.slice(0, -20), 'reached end of input'],
    ['of fewer values than currencies and days', WHOLE.replace(',171.829', ''), 'fewer values'],
    ['of more values than currencies and days', WHOLE.replace('171.829', '171.829,172.392'), 'more values'],
    ['of a currency that no page names', LAST.replace('"category_id":783', '"category_id":784'), 'category 783'],
    ['against the euro', WHOLE.replace('"794"', '"840"'), '"13"'],
    ['in another unit', WHOLE.replace('"3337"', '"3338"'), '"70"'],
    ['of months', WHOLE.replace('"4263"', '"4264"'), '"40"'],
    [
      'of monthly series',
      WHOLE.replace('(USD) against Escudo - daily', '(USD) against Escudo - monthly'),
      'not a daily series',
    ],
    ['without its values', WHOLE.replace('"value"', '"values"'), '"value"'],
    ['of other dimensions', WHOLE.replace('"12","13","18"', '"13","12","18"'), 'not the dimensions expected'],
  ])('refuses a document %s', (_, body, fault) => {
    expect(() => observedLines(bdp, URL, body)).toThrow(fault);
  });

  it('refuses a third page that announces a fourth', () => {
    expect(observedLines(bdp, pageOf(2), WHOLE)).toHaveLength(3);
    expect(() => observedLines(bdp, pageOf(3), WHOLE)).toThrow('fourth page');
  });

  it('asks for three pages of each year of the escudo, and for nothing since', () => {
    const span = { from: parseIsoDate('1998-12-28'), to: parseIsoDate('2026-08-20') };
    const filters = 'dim_cats=13:794&dim_cats=18:35&dim_cats=40:4263';
    const urls = [1, 2, 3].map((number) =>
      pageOf(number).replace('dim_cats=40:4263', filters).replace('1998-12-30', '1998-12-28'),
    );
    expect(bdp.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual(urls);
    expect(bdp.feeds[0]?.between?.({ ...span, from: parseIsoDate('1999-01-01') }, {})).toEqual([]);
    expect(bdp.feeds[0]?.latest(span.to, {})).toEqual([]);
  });
});
