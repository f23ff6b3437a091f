/** Central Bank of Liberia: buying and selling, in Liberian dollars per US dollar, from the newest page of its list. */
import { z } from 'zod';
import { defineFeed, defineProvider } from '../feeds/provider.ts';
import { htmlRows } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

const HEADER = 'Date,Buying,Selling';
/** Each figure names both currencies and the unit. */
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
 * The page covers six weeks. Older pages are numbered from the newest, so that the days behind an address change daily,
 * and a span cannot be requested.
 */
const newest = defineFeed({
  name: 'newest',
  matches: /\/\/www\.cbl\.org\.lr\/research\/buying-selling-rates$/,
  latest: () => [{ method: 'GET', url: 'https://www.cbl.org.lr/research/buying-selling-rates' }],
  read: htmlRows,
  schema: z
    .tuple([z.array(z.string()).refine((names) => `${names}` === HEADER, `the column names are not ${HEADER}`)])
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
