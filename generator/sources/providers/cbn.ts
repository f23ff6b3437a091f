/**
 * Central Bank of Nigeria: buying, central and selling rates in naira per unit. The archive of 5 to 8 MB has all days since
 * 2001. The file is longer than most because the newest list has another address, and because of the bank's own names.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type Feed, type FeedRequest } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText, toCodes } from '../feeds/spelling.ts';

const API = 'https://www.cbn.gov.ng/api';

/**
 * The bank's names, some of which have changed over time. The size of the figures shows that CFA is per franc (2.42
 * naira where the dollar is 1371.81) and that RIYAL is the Saudi one.
 */
const CODES = toCodes(
  'XOF CFA, DKK DANISH KRONA, DKK DANISH KRONER, EUR EURO, JPY JAPANESE YEN, GBP POUND STERLING',
  'GBP POUNDS STERLING, SAR RIYAL, XDR SDR, ZAR SOUTH AFRICAN RAND, CHF SWISS FRANC, AED UAE DIRHAM',
  'USD US DOLLAR, JPY YEN, CNY YUAN/RENMINBI',
);

/** The West African Unit of Account, which ISO 4217 does not have, and slips: a naira in nairas, and a misspelt peso. */
const NO_CURRENCY: ReadonlySet<string> = new Set(['WAUA', 'NAIRA', 'POESO']);

/** A missing side is null, blank or 0. */
const figure = z
  .string()
  .nullable()
  .transform((text) => (/^[\s0.]*$/.test(text ?? '') ? '' : (text ?? '').trim()));
const sides = { buyingrate: figure, centralrate: figure, sellingrate: figure };
const row = z.object({ currency: z.string(), ratedate: z.string(), ...sides });

/** Both documents have the same kind of rows: the first for the last weeks, the second for all days since 2001. */
const listOf = (name: string, document: string, uses: Pick<Feed<unknown>, 'latest' | 'between'>) =>
  defineFeed({
    name,
    table: 'all',
    wholeArchive: true,
    partial: name === 'newest',
    matches: new RegExp(`//www\\.cbn\\.gov\\.ng/api/${document}$`),
    ...uses,
    read: json,
    schema: z.array(row),
    *observe(rows) {
      for (const { currency, ratedate, buyingrate: bid, centralrate: mid, sellingrate: ask } of rows) {
        const name = currency.trim().replaceAll(/\s+/g, ' ').toUpperCase();
        if (NO_CURRENCY.has(name)) continue;
        if (bid === '' && mid === '' && ask === '') continue;
        const base = CODES.get(name) ?? name;
        yield { date: dayOrText(ratedate, 'YMD'), base, quote: 'NGN', per: '1', unit: '', mid, bid, ask };
      }
    },
  });
const requestOf = (document: string): readonly FeedRequest[] => [{ method: 'GET', url: `${API}/${document}` }];
const [NEWEST, ALL] = ['GetAllExchangeRatesGRAPH', 'GetAllExchangeRates'] as const;
const newest = listOf('newest', NEWEST, { latest: () => requestOf(NEWEST), between: () => [] });
const all = listOf('all', ALL, { latest: () => [], between: () => requestOf(ALL) });

export const cbn = defineProvider({
  code: 'CBN',
  description: 'Central Bank of Nigeria',
  country: 'NIGERIA',
  countryCode: 'NG',
  references: [{ from: '2001-12-10', currency: 'NGN' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Lagos' },
  caveat: 'the archive was recorded, but no answer from the address of the newest list',
  terms: {
    url: 'https://www.cbn.gov.ng/Legal.html',
    note: 'Name the Central Bank of Nigeria as the source, and leave the content unchanged.',
  },
  feeds: [newest, all],
});
