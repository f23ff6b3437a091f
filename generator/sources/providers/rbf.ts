/**
 * Reserve Bank of Fiji: mid rates in foreign units per Fiji dollar, all days since 2001 in one workbook. Longer than
 * most because a page has to be asked for its address.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys, midOf } from '../feeds/provider.ts';
import { captured } from '../feeds/readers.ts';
import { toCodes } from '../feeds/spelling.ts';
import { FIGURE, serialOrText, sheetOf, workbook } from '../feeds/workbook.ts';

const CODES = toCodes('XDR SDR, GBP STG, JPY YEN, CHF CHF, AUD A$, NZD NZ$, USD US$, EUR EURO');
const HEADER = ['Period', ...CODES.keys()];

const PAGE = 'https://www.rbf.gov.fj/statistics/economic-and-financial-statistics/';
/** The address of May 2026. Each upload has a new one, which the statistics page links. */
const UPLOAD = 'https://www.rbf.gov.fj/wp-content/uploads/2026/05/8.8-Exchange-Rates-Daily-9.xlsx';
const file = ({ workbook: url = UPLOAD }: Keys): FeedRequest => ({ method: 'GET', url });

const row = z.array(z.string());

const daily = defineFeed({
  name: 'daily',
  matches: /\/8\.8-Exchange-Rates-Daily[^/]*\.xlsx$/,
  session: {
    request: { method: 'GET', url: PAGE },
    toKeys: (page) => ({
      workbook: captured(page, /href="(https:\/\/[\w./-]*\/8\.8-Exchange-Rates-Daily[\w-]*\.xlsx)"/),
    }),
  },
  wholeArchive: true,
  latest: (_, keys) => [file(keys)],
  between: (_, keys) => [file(keys)],
  read: workbook,
  schema: sheetOf('Exchange Rates').pipe(
    z
      .tuple([
        z.tuple([z.literal('DAILY EXCHANGE RATES')]),
        z.tuple([z.literal('(RBF Mid-Rate Per Fiji Dollar)')]),
        row.refine((names) => `${names}` === `${HEADER}`, `the column names are not ${HEADER}`),
      ])
      .rest(row),
  ),
  *observe([, , , ...days]) {
    for (const [serial = '', ...figures] of days) {
      if (FIGURE.test(figures[CODES.size] ?? ''))
        throw new DocumentError(`${serial}: a figure in a column without a name`);
      for (const [index, quote] of [...CODES.values()].entries()) {
        const figure = figures[index] ?? '';
        if (FIGURE.test(figure)) yield midOf({ date: serialOrText(serial), base: 'FJD', quote }, figure);
      }
    }
  },
});

export const rbf = defineProvider({
  code: 'RBF',
  description: 'Reserve Bank of Fiji',
  country: 'FIJI',
  countryCode: 'FJ',
  references: [{ from: '2001-01-02', currency: 'FJD' }],
  timeSeries: true,
  bidAsk: false,
  // Nine in the morning of Monday is Sunday evening by UTC, by which the day of a fetch is counted.
  schedule: { days: [1, 2, 3, 4, 5], time: '09:00', timeZone: 'Pacific/Fiji', leadDaysMax: 1 },
  terms: {
    url: PAGE,
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
