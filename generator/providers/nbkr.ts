/** National Bank of the Kyrgyz Republic: som mid rates, five currencies daily and the others in a list for a week. */
import { z } from 'zod';
import { defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { parseDay, toPoint } from '../feeds/spelling.ts';

/**
 * The ruble that Belarus withdrew in 2016: its last rate stands in each week's list under a new date. On 2026-05-23 it made 34.02
 * som of 10,000, which are 1 BYN by law, beside 32.0154 for 1 BYN.
 */
const FROZEN = 'BYR';
const shared = {
  '@ISOCode': z.string(),
  Nominal: z.string().regex(/^10*$/),
  Value: z.string().regex(/^\d+,\d+$/, 'not a figure with a decimal comma'),
};

/** The two have no currency in common and dates of their own, hence a table each. Past lists are web pages only. */
const listOf = (name: 'Daily' | 'Weekly', row: z.ZodType<z.infer<z.ZodObject<typeof shared>>>) =>
  defineFeed({
    name: name.toLowerCase(),
    frequency: name === 'Weekly' ? 'week' : 'day',
    matches: new RegExp(`//www\\.nbkr\\.kg/XML/${name.toLowerCase()}\\.xml$`),
    latest: () => [{ method: 'GET', url: `https://www.nbkr.kg/XML/${name.toLowerCase()}.xml` }],
    read: xml('Currency'),
    schema: z.object({
      CurrencyRates: z.object({
        '@Name': z.literal(`${name} Exchange Rates`),
        '@Date': z.string(),
        Currency: z.array(row),
      }),
    }),
    *observe({ CurrencyRates: list }) {
      const date = parseDay(list['@Date'], 'DMY');
      for (const { '@ISOCode': base, Nominal: per, Value } of list.Currency) {
        if (base !== FROZEN) yield midOf({ date, base, quote: 'KGS', per }, toPoint(Value));
      }
    },
  });

export const nbkr = defineProvider({
  code: 'NBKR',
  description: 'National Bank of the Kyrgyz Republic',
  country: 'KYRGYZSTAN',
  countryCode: 'KG',
  references: [{ from: '1999-01-01', currency: 'KGS' }],
  timeSeries: false,
  bidAsk: false,
  // Set for the next day; the holidays of the New Year take a week.
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '16:00', timeZone: 'Asia/Bishkek', leadDaysMax: 10 },
  terms: {
    url: 'https://www.nbkr.kg/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [
    listOf('Daily', z.object(shared)),
    // A list for another number of days would need another rule of how long it is in force.
    listOf('Weekly', z.object({ ...shared, ValidFor: z.literal('7') })),
  ],
});
