/** Bank of Mongolia: tugrik mid rates per unit, per troy ounce of gold and silver. Each answer is the whole archive. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText, plainOrText } from '../feeds/spelling.ts';

/** The bank's own page sends these days too, but the service ignores them and answers all days since 2001, 5 MB. */
const movementOf = ({ from, to }: Span): FeedRequest => ({
  method: 'POST',
  url: 'https://www.mongolbank.mn/en/currency-rate-movement/data',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: `{"startDate":"${from}","endDate":"${to}"}`,
});

/** The name of a metal states its unit. */
const ounces = (metal: string) => z.object({ name: z.literal(`${metal} /Ounce/`) });

/** A day is an object of codes. With only two decimals, a small currency may be rounded to 0.00, which is no figure. */
const movement = defineFeed({
  name: 'movement',
  wholeArchive: true,
  matches: /\/\/www\.mongolbank\.mn\/en\/currency-rate-movement\/data$/,
  latest: (today) => [movementOf({ from: addDays(today, -10), to: today })],
  between: (span) => [{ ...movementOf(span), mayBeAbsent: true }],
  read: json,
  schema: z.object({
    success: z.literal(true),
    data: z.array(z.object({ RATE_DATE: z.string() }).catchall(z.string().nullable())),
    langData: z.object({ currencyNames: z.object({ XAU: ounces('Gold'), XAG: ounces('Silver') }) }),
  }),
  *observe({ data }) {
    for (const { RATE_DATE, ...figures } of data) {
      const date = dayOrText(RATE_DATE, 'YMD');
      for (const [code, figure] of Object.entries(figures)) {
        const mid = plainOrText(figure ?? '');
        if (/^[0.]*$/.test(mid)) continue;
        yield midOf({ date, base: code === 'SDR' ? 'XDR' : code, quote: 'MNT' }, mid);
      }
    }
  },
});

export const bom = defineProvider({
  code: 'BOM',
  description: 'Bank of Mongolia',
  country: 'MONGOLIA',
  countryCode: 'MN',
  references: [{ from: '2001-01-02', currency: 'MNT' }],
  timeSeries: true,
  bidAsk: false,
  // The archive follows the list of the day by some days.
  schedule: { days: [1, 2, 3, 4, 5], time: '10:00', timeZone: 'Asia/Ulaanbaatar', lagDaysMax: 5 },
  terms: {
    url: 'https://www.mongolbank.mn/en/currency-rate-movement',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [movement],
});
