/** Central Bank of Liberia: buying and selling, Liberian dollars per US dollar, the newest page of a list on its web site. */
import { z } from 'zod';
import { defineFeed, defineProvider } from '../feeds/provider.ts';
import { htmlRows } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

const HEADER = 'Date,Buying,Selling';
/** Both currencies and the unit stand in each figure. */
const price = z
  .string()
  .regex(/^L\$\d+\.\d+\/US\$1\.00$/)
  .transform((text) => text.slice('L$'.length, -'/US$1.00'.length));
/** `Saturday, May 23, 2026` */
const day = z
  .string()
  .regex(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}$/)
  .transform((text) => parseDay(text.replace(/^\w+, /, '').replace(',', ''), 'MDY'));

/**
 * Six weeks. Older pages have numbers, counted from the newest, so that their address means other days each day: there is no
 * asking for a span.
 */
const newest = defineFeed({
  name: 'newest',
  matches: /\/\/www\.cbl\.org\.lr\/research\/buying-selling-rates$/,
  latest: () => [{ method: 'GET', url: 'https://www.cbl.org.lr/research/buying-selling-rates' }],
  read: htmlRows,
  schema: z
    .tuple([z.array(z.string()).refine((names) => `${names}` === HEADER, `not ${HEADER}`)])
    .rest(z.tuple([day, price, price])),
  *observe([, ...rows]) {
    for (const [date, bid, ask] of rows) {
      yield { date, base: 'USD', quote: 'LRD', per: '1', unit: '', mid: '', bid, ask };
    }
  },
});

export const cbllr = defineProvider({
  code: 'CBLLR',
  description: 'Central Bank of Liberia',
  country: 'LIBERIA',
  countryCode: 'LR',
  references: [{ from: '2012-07-05', currency: 'LRD' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5, 6], time: '12:00', timeZone: 'Africa/Monrovia' },
  terms: {
    url: 'https://www.cbl.org.lr/research/buying-selling-rates',
    note: 'The page claims all rights; no terms of reuse are known to us. We name the source.',
  },
  feeds: [newest],
});
