/**
 * Hong Kong Monetary Authority: closing mid rates in Hong Kong dollars per unit, published a month at a time after
 * its end. The file is longer than most because each record also has indices and ended currencies, and a page must be
 * whole.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** The most records that the source returns in one answer. */
const PAGE_MAX = 100;
/** Effective exchange rate indices of the Hong Kong dollar, which each record has beside the currencies. */
const INDEX = /^neeri_\d{4}_(trade|import|export)_wgt$/;

const pageOf = (span: string): FeedRequest => ({
  method: 'GET',
  url:
    'https://api.hkma.gov.hk/public/market-data-and-statistics/monthly-statistical-bulletin/er-ir/er-eeri-daily' +
    `?${span}offset=0&pagesize=${PAGE_MAX}&sortby=end_of_day&sortorder=desc`,
});

/**
 * A record has a key for every currency ever quoted, with null where it was not quoted. From 2025-10-28 to 2025-11-07
 * the source has the Philippine peso at a constant 0.1415, 7 % above the market; it is relayed as published.
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
      .refine(({ datasize, records }) => datasize === `${records.length}`, 'datasize does not match the records'),
  }),
  *observe({ result }) {
    for (const { end_of_day, ...figures } of result.records) {
      const date = dayOrText(end_of_day, 'YMD');
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
  // The first day of a month can be two months old when it is published.
  schedule: { days: [1, 2, 3, 4, 5, 6], time: '18:00', timeZone: 'Asia/Hong_Kong', lagDaysMax: 62 },
  terms: {
    url: 'https://data.gov.hk/en/terms-and-conditions',
    note: 'Free to reuse, commercially too, where the source is named and the figures are reproduced accurately.',
  },
  feeds: [daily],
});
