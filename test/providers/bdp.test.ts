import { describe, expect, it } from 'vitest';
import { bdp } from '../../generator/providers/bdp.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BDP, as recorded'))('BDP, as recorded', () => {
  it.each([
    ['dataset-1998-12-page1.json', 10],
    ['dataset-1998-12-page2.json', 10],
    ['dataset-1998-12-page3.json', 4],
  ])('%s has %i currencies on each of the last four days of the escudo', async (file, count) => {
    const expected = [28, 29, 30, 31].map((day) => `1998-12-${day}: ${count}`);
    expect(countsOf(await readRecordedLines(bdp, file))).toEqual(expected);
  });

  // Guilders are the seventh currency of page 1 and Belgian francs the seventh of page 2, named one page later.
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
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(bdp, file)).toContain(line));
});

const ROOT = 'https://bpstat.bportugal.pt/data/v1/domains/29/datasets/23e0cdd56bddb4ad3016a9c3ad63a539/';
const PAGE_1 = `${ROOT}?dim_cats=40:4263&lang=EN&obs_since=1998-12-30&obs_to=1998-12-31&page=1`;
const PAGE_3 = PAGE_1.replace('page=1', 'page=3');

const named = (category: number, label: string) =>
  `{"label":"${label}","dimension_category":[{"dimension_id":13,"category_id":794},{"dimension_id":12,"category_id":${category}}]}`;
const USD = named(826, 'US, Dollars (USD) against Escudo - daily');
const ECU = named(2777, 'ECU - Banco do Portugal (ECU) against Escudo - daily');
const only = (index: string) => `{"category":{"index":["${index}"]}}`;

/** Two days of the categories. */
const page = (series: string, categories: string, values: string, more = '') => `{"version":"2.0",
  "id":["12","13","18","19","29","40","70","reference_date"],"extension":{"num_series":705,"series":[${series}]${more}},
  "value":[${values}],"dimension":{"12":{"category":{"index":[${categories}]}},"13":${only('794')},"18":${only('35')},
  "40":${only('4263')},"70":${only('3337')},"reference_date":{"category":{"index":["1998-12-30","1998-12-31"]}}}}`;
const NEXT = ',"next_page":"https://bpstat.bportugal.pt/?page=2"';
const whole = page(`${USD},${ECU}`, '"2777","826"', '200.991,200.482,171.036,171.829');

describe('BDP', () => {
  it.each([
    [
      'values in the order of the categories, not of the series',
      whole,
      [
        '1998-12-30 1 XEU/PTE mid 200.991',
        '1998-12-31 1 XEU/PTE mid 200.482',
        '1998-12-30 1 USD/PTE mid 171.036',
        '1998-12-31 1 USD/PTE mid 171.829',
      ],
    ],
    ['nothing where nothing was published', page(USD, '"826"', 'null,171.829'), ['1998-12-31 1 USD/PTE mid 171.829']],
    [
      'no currency that only the next page names, and what stands after it',
      page(USD, '"783","826"', '90.982,90.975,171.036,171.829', NEXT),
      ['1998-12-30 1 USD/PTE mid 171.036', '1998-12-31 1 USD/PTE mid 171.829'],
    ],
  ])('reads %s', (_, body, expected) => expect(observedLines(bdp, PAGE_1, body)).toEqual(expected));

  it.each([
    ['cut off', whole.slice(0, -20)],
    ['of fewer values than currencies and days', page(USD, '"826"', '171.036')],
    ['of more values than currencies and days', page(USD, '"826"', '171.036,171.829,172.392')],
    ['of a currency that no page names', page(USD, '"783","826"', '90.982,90.975,171.036,171.829')],
    ['against the euro', whole.replace('"794"', '"840"')],
    ['in another unit', whole.replace('"3337"', '"3338"')],
    ['of months', whole.replace('"4263"', '"4264"')],
    ['of series that are monthly', whole.replace('(USD) against Escudo - daily', '(USD) against Escudo - monthly')],
    ['without its values', whole.replace('"value"', '"values"')],
    ['of other dimensions', whole.replace('"12","13","18"', '"13","12","18"')],
  ])('refuses a document %s', (_, body) => expect(() => observedLines(bdp, PAGE_1, body)).toThrow());

  it('refuses a third page that says there is a fourth', () => {
    const body = page(USD, '"826"', '171.036,171.829', NEXT);
    expect(observedLines(bdp, PAGE_1, body)).toHaveLength(2);
    expect(() => observedLines(bdp, PAGE_3, body)).toThrow('fourth page');
  });

  it('asks for three pages of each year of the escudo, and for nothing since', () => {
    const span = { from: parseIsoDate('1998-12-28'), to: parseIsoDate('2026-08-20') };
    const filters = 'dim_cats=13:794&dim_cats=18:35&dim_cats=40:4263&lang=EN&obs_since=1998-12-28&obs_to=1998-12-31';
    expect(bdp.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual([
      `${ROOT}?${filters}&page=1`,
      `${ROOT}?${filters}&page=2`,
      `${ROOT}?${filters}&page=3`,
    ]);
    expect(bdp.feeds[0]?.between?.({ ...span, from: parseIsoDate('1999-01-01') }, {})).toEqual([]);
    expect(bdp.feeds[0]?.latest(span.to, {})).toEqual([]);
  });
});
