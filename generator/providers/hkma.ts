/**
 * Hong Kong Monetary Authority: closing mid rates, Hong Kong dollars per unit, a month at a time and in arrears. Longer than
 * most: an answer is a page that must be whole, with indices and ended currencies in each of its records.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';

/** What the source gives in one answer at most. */
const PAGE_MAX = 100;
/** Effective exchange rate indices of the Hong Kong dollar, in each record beside the currencies. */
const INDEX = /^neeri_\d{4}_(trade|import|export)_wgt$/;

const pageOf = (span: string): FeedRequest => ({
  method: 'GET',
  url:
    'https://api.hkma.gov.hk/public/market-data-and-statistics/monthly-statistical-bulletin/er-ir/er-eeri-daily' +
    `?${span}offset=0&pagesize=${PAGE_MAX}&sortby=end_of_day&sortorder=desc`,
});

/**
 * A record has a key for every currency ever quoted, null where it was not. From 2025-10-28 to 2025-11-07 the peso
 * stands still at 0.1415, 7 % above the market: a figure of the source, relayed as it is.
 */
const daily = defineFeed({
  name: 'daily',
  matches: /\/monthly-statistical-bulletin\/er-ir\/er-eeri-daily\?/,
  latest: () => [pageOf('')],
  between: (span) =>
    toPages(span, PAGE_MAX).map(({ from, to }) => {
      return { ...pageOf(`choose=end_of_day&from=${from}&to=${to}&`), mayBeAbsent: true };
    }),
  read: json,
  schema: z.object({
    header: z.object({ success: z.literal(true), err_code: z.literal('0000') }),
    result: z
      .object({
        datasize: z.string(),
        records: z.array(z.object({ end_of_day: z.string() }).catchall(z.string().nullable())),
      })
      .refine(({ datasize, records }) => datasize === `${records.length}`, 'not as many records as it states'),
  }),
  *observe({ result }) {
    for (const { end_of_day, ...figures } of result.records) {
      const date = parseDay(end_of_day, 'YMD');
      for (const [key, figure] of Object.entries(figures)) {
        if (figure === null || INDEX.test(key)) continue;
        const base = key === 'special_drawing_rights' ? 'XDR' : key.toUpperCase();
        yield midOf({ date, base, quote: 'HKD' }, figure);
      }
    }
  },
});

export const hkma = defineProvider({
  code: 'HKMA',
  description: 'Hong Kong Monetary Authority',
  country: 'HONG KONG',
  countryCode: 'HK',
  references: [{ from: '1981-01-02', currency: 'HKD' }],
  timeSeries: true,
  bidAsk: false,
  // A month's first day can be two months old when it appears.
  schedule: { days: [1, 2, 3, 4, 5, 6], time: '18:00', timeZone: 'Asia/Hong_Kong', lagDaysMax: 62 },
  terms: {
    url: 'https://data.gov.hk/en/terms-and-conditions',
    note: 'Free to reuse, commercially too, where the source is named and the figures are reproduced accurately.',
  },
  feeds: [daily],
});
