/** Financial Benchmarks India: reference rates in rupees. Only the name of a product states currency and unit. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** `INR / 10000 IDR`; on some days of 2021 the dollar was `INR/1 USD`. */
const PRODUCT = /^INR ?\/ ?(\d+) ([A-Z]{3})$/;

const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `https://www.fbil.org.in/wasdm/refrates/fetchfiltered?authenticated=false&fromDate=${from}&toDate=${to}`,
});

const reference = defineFeed({
  name: 'reference',
  matches: /\/\/www\.fbil\.org\.in\/wasdm\/refrates\/fetchfiltered\?/,
  latest: (today) => [daysOf({ from: addDays(today, -31), to: today })],
  between: (span) => toPages(span, 366).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: json,
  schema: z.array(
    z.object({
      processRunDate: z.string().regex(/^\d{4}-\d\d-\d\d 00:00:00$/),
      subProdName: z.string(),
      rate: z.string(),
    }),
  ),
  *observe(rows) {
    for (const { processRunDate, subProdName, rate } of rows) {
      const [, per, base] = PRODUCT.exec(subProdName) ?? [];
      if (per === undefined || base === undefined) {
        throw new DocumentError(`not rupees for a number of units: ${JSON.stringify(subProdName.slice(0, 40))}`);
      }
      yield midOf({ date: dayOrText(processRunDate.slice(0, 10), 'YMD'), base, quote: 'INR', per }, rate);
    }
  },
});

export const fbil = defineProvider({
  code: 'FBIL',
  description: 'Financial Benchmarks India',
  country: 'INDIA',
  countryCode: 'IN',
  references: [{ from: '2018-07-10', currency: 'INR' }],
  timeSeries: true,
  bidAsk: false,
  // Lists come in batches: the newest was that of 2026-08-07 on 2026-08-16.
  schedule: { days: [1, 2, 3, 4, 5], time: '13:00', timeZone: 'Asia/Kolkata', lagDaysMax: 10 },
  terms: {
    url: 'https://www.fbil.org.in/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [reference],
});
