/**
 * Central Bank of Samoa: foreign units per tala, all days since 2008 in a workbook with a sheet for each year and a
 * block for each month. Longer than most because headings change, sheets changed places and rows went astray.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys, midOf } from '../feeds/provider.ts';
import { captured } from '../feeds/readers.ts';
import { toTable } from '../feeds/spelling.ts';
import { FIGURE, type Sheet, serialOrText, workbook } from '../feeds/workbook.ts';

const PAGE = 'https://cbs.gov.ws/daily-exchange-rates';
/** The address of 3 June 2026. Each day's workbook has another one, in another form, which the page links. */
const FILE = '/media/Historical-Daily-Rates-June032026.xlsx';
const file = ({ workbook: path = FILE }: Keys): FeedRequest => ({ method: 'GET', url: new URL(path, PAGE).href });

/** `TALA/USD`, and from 2009 to 2012 `US/TALA`: the figures are foreign units per tala all the same. */
const CODES = toTable(
  'USD USD, US USD, NZD NZD, NZ NZD, AUD AUD, AUS AUD, EURO EUR, EUR EUR, FJD FJD, YEN JPY, GBP GBP, CNY CNY',
);
/** The yuan traded abroad, which has no code of ISO 4217. */
const LEFT_OUT = 'CNH';
const MONTHS = [
  ...['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'],
  ...['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'],
];

function codeOf(label: string): string {
  const [, name = ''] = /^TALA\/([A-Z]+)$/.exec(label) ?? /^([A-Z]+)\/TALA$/.exec(label) ?? [];
  const code = name === LEFT_OUT ? LEFT_OUT : CODES.get(name);
  if (code === undefined) throw new DocumentError(`not a heading: ${JSON.stringify(label)}`);
  return code;
}

/**
 * A row counts if its day lies in the month of its block and in the year of the sheet's first day. The name of a sheet
 * is no evidence: 2010 holds 2011. This leaves out 30 June 2015 among the days of two other years, and 12 January 2026
 * among those of February. Averages below and beside the blocks have no day and no heading.
 */
function* observeSheet({ rows }: Sheet) {
  let [year, month] = ['', '00'];
  let codes: readonly string[] = [];
  for (const [, first = '', ...cells] of rows) {
    if (!FIGURE.test(first)) {
      if (first === '') continue;
      // Text that is no month ends the block above it, so its headings do not apply to the rows below.
      if (first !== 'DATE') month = `${MONTHS.indexOf(first) + 1}`.padStart(2, '0');
      codes = cells[0]?.includes('TALA') ? cells.map((label) => (label === '' ? LEFT_OUT : codeOf(label))) : [];
      continue;
    }
    const date = serialOrText(first);
    if (month === '00' || codes.length === 0) throw new DocumentError(`${date} is below no month with its headings`);
    year = year === '' ? date.slice(0, 4) : year;
    if (!date.startsWith(`${year}-${month}`)) continue;
    for (const [index, quote] of codes.entries()) {
      const figure = cells[index] ?? '';
      if (quote !== LEFT_OUT && FIGURE.test(figure)) yield midOf({ date, base: 'WST', quote }, figure);
    }
  }
}

const daily = defineFeed({
  name: 'daily',
  matches: /\/\/cbs\.gov\.ws\/.*\.xlsx$/i,
  session: {
    request: { method: 'GET', url: PAGE },
    toKeys: (page) => ({ workbook: captured(page, /href=["']([^"']+\.xlsx)["']/i) }),
  },
  wholeArchive: true,
  latest: (_, keys) => [file(keys)],
  between: (_, keys) => [file(keys)],
  read: workbook,
  schema: z.array(z.object({ name: z.string().regex(/^20\d\d$/), rows: z.array(z.array(z.string())) })).min(1),
  *observe(sheets) {
    for (const sheet of sheets) yield* observeSheet(sheet);
  },
});

export const cbs = defineProvider({
  code: 'CBS',
  description: 'Central Bank of Samoa',
  country: 'SAMOA',
  countryCode: 'WS',
  references: [{ from: '2008-01-03', currency: 'WST' }],
  timeSeries: true,
  bidAsk: false,
  // Eight in the morning of Monday is Sunday evening by UTC, by which the day of a fetch is counted.
  schedule: { days: [1, 2, 3, 4, 5], time: '08:30', timeZone: 'Pacific/Apia', leadDaysMax: 1 },
  terms: {
    url: PAGE,
    note: 'No terms of reuse are known to us; the bank calls the rates indicative and not for market use. We name the source.',
  },
  feeds: [daily],
});
