/** Central Bank of Nigeria: buying, central and selling rates in naira per unit. One answer has all days since 2001. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { parseDay, toCodes } from '../feeds/spelling.ts';

const ALL: FeedRequest = { method: 'GET', url: 'https://www.cbn.gov.ng/api/GetAllExchangeRates' };

/**
 * The bank's names, some of which have changed over time. The size of the figures shows that CFA is per franc (2.42
 * naira where the dollar is 1371.81) and that RIYAL is the Saudi one.
 */
const CODES = toCodes(
  'XOF CFA, DKK DANISH KRONA, DKK DANISH KRONER, EUR EURO, JPY JAPANESE YEN, GBP POUND STERLING',
  'GBP POUNDS STERLING, SAR RIYAL, XDR SDR, ZAR SOUTH AFRICAN RAND, CHF SWISS FRANC, AED UAE DIRHAM',
  'USD US DOLLAR, JPY YEN, CNY YUAN/RENMINBI',
);

/** A missing side is null, blank or 0. */
const figure = z
  .string()
  .nullable()
  .transform((text) => (/^[\s0.]*$/.test(text ?? '') ? '' : (text ?? '').trim()));
const sides = { buyingrate: figure, centralrate: figure, sellingrate: figure };
const row = z.object({ currency: z.string(), ratedate: z.string(), ...sides });

const all = defineFeed({
  name: 'all',
  matches: /\/\/www\.cbn\.gov\.ng\/api\/GetAllExchangeRates$/,
  latest: () => [ALL],
  between: () => [ALL],
  read: json,
  schema: z.array(row),
  *observe(rows) {
    for (const { currency, ratedate, buyingrate: bid, centralrate: mid, sellingrate: ask } of rows) {
      const name = currency.trim().replaceAll(/\s+/g, ' ').toUpperCase();
      if (name === 'WAUA') continue; // the West African Unit of Account, which ISO 4217 does not have
      if (bid === '' && mid === '' && ask === '') continue;
      const base = CODES.get(name) ?? name;
      yield { date: parseDay(ratedate, 'YMD'), base, quote: 'NGN', per: '1', unit: '', mid, bid, ask };
    }
  },
});

export const cbn = defineProvider({
  code: 'CBN',
  description: 'Central Bank of Nigeria',
  country: 'NIGERIA',
  countryCode: 'NG',
  references: [{ from: '2001-12-10', currency: 'NGN' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Lagos' },
  terms: {
    url: 'https://www.cbn.gov.ng/Legal.html',
    note: 'Name the Central Bank of Nigeria as the source, and leave the content unchanged.',
  },
  feeds: [all],
});
