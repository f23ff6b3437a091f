/** Nepal Rastra Bank: Nepalese rupees for 1, 10 or 100 units, buying and selling but no mid, on every calendar day. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const PAGE_DAYS_MAX = 100; // The source puts this many days on one page.

const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `https://www.nrb.org.np/api/forex/v1/rates?from=${from}&page=1&per_page=${PAGE_DAYS_MAX}&to=${to}`,
});

const side = z.string().nullable();
const row = z.object({ currency: z.object({ iso3: z.string(), unit: z.string() }), buy: side, sell: side });

/** An answer of several pages would lack the oldest days, so it must be one page with as many days as it counts. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/\/www\.nrb\.org\.np\/api\/forex\/v1\/rates\?/,
  latest: (today) => [daysOf({ from: addDays(today, -7), to: addDays(today, 1) })],
  between: (span) => toPages(span, PAGE_DAYS_MAX).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: json,
  schema: z
    .object({
      status: z.object({ code: z.literal('200') }),
      data: z.object({ payload: z.array(z.object({ date: z.string(), rates: z.array(row).min(1) })) }),
      pagination: z.object({ pages: z.enum(['0', '1']), total: z.string() }),
    })
    .refine(({ data, pagination }) => pagination.total === `${data.payload.length}`, 'the number of days is wrong'),
  *observe({ data }) {
    for (const { date: day, rates } of data.payload) {
      const date = dayOrText(day, 'YMD');
      for (const { currency, buy, sell } of rates) {
        const [bid, ask] = [buy ?? '', sell ?? ''];
        if (bid === '' && ask === '') continue;
        yield { date, base: currency.iso3, quote: 'NPR', per: currency.unit, unit: '', mid: '', bid, ask };
      }
    }
  },
});

export const nrb = defineProvider({
  code: 'NRB',
  description: 'Nepal Rastra Bank',
  country: 'NEPAL',
  countryCode: 'NP',
  references: [{ from: '2010-01-01', currency: 'NPR' }],
  timeSeries: true,
  bidAsk: true,
  // Just after midnight in Kathmandu, which is 18:20 UTC on the day before.
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '00:05', timeZone: 'Asia/Kathmandu', leadDaysMax: 1 },
  terms: {
    url: 'https://www.nrb.org.np/forex/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
