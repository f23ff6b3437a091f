/** National Bank of the Kyrgyz Republic: som mid rates, five currencies in a daily list, the others in a weekly one. */
import { z } from 'zod';
import { defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { parseDay, toPoint } from '../feeds/spelling.ts';

/**
 * The ruble that Belarus withdrew in 2016. Each weekly list repeats its last rate under a new date: on 2026-05-23,
 * 10,000 of them cost 34.02 som, while 1 BYN, which is the same amount by law, cost 32.0154.
 */
const FROZEN = 'BYR';
const shared = {
  '@ISOCode': z.string(),
  Nominal: z.string().regex(/^10*$/),
  Value: z.string().regex(/^\d+,\d+$/, 'not a figure with a decimal comma'),
};

/** The lists share no currency and have their own dates, so each is a table. Past lists exist only as web pages. */
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
  // Rates are set for the next day; the New Year holidays last a week.
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '16:00', timeZone: 'Asia/Bishkek', leadDaysMax: 10 },
  terms: {
    url: 'https://www.nbkr.kg/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [
    listOf('Daily', z.object(shared)),
    // A list that is valid for another number of days would stay in force for another time.
    listOf('Weekly', z.object({ ...shared, ValidFor: z.literal('7') })),
  ],
});
