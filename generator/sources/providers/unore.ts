/** United Nations Treasury: operational rates of a month in units per dollar, one record per country or territory. */
import { z } from 'zod';
import { defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { dayOrText } from '../feeds/spelling.ts';

const day = z.string().regex(/^\d{2} [A-Z][a-z]{2} \d{4}$/);
const record = z.object({ f_curr_code: z.string().regex(/^[A-Z]{3}$/), eff_date: day, rate: z.string() });

/**
 * Only the list in force can be had. A currency whose rate is changed within the month has a later date than the rest,
 * so a document states some currencies of each of its dates. Countries that share a currency repeat its figure.
 */
const list = defineFeed({
  name: 'list',
  partial: true,
  matches: /\/operationalrates\/xsql2XML\.php$/,
  latest: () => [{ method: 'GET', url: 'https://treasury.un.org/operationalrates/xsql2XML.php' }],
  read: xml('UN_OPERATIONAL_RATES'),
  schema: z.object({ UN_OPERATIONAL_RATES_DATASET: z.object({ UN_OPERATIONAL_RATES: z.array(record) }) }),
  *observe({ UN_OPERATIONAL_RATES_DATASET: { UN_OPERATIONAL_RATES: records } }) {
    for (const { f_curr_code: quote, eff_date: day, rate } of records) {
      if (quote !== 'USD') yield midOf({ date: dayOrText(day, 'DMY'), base: 'USD', quote }, rate);
    }
  },
});

export const unore = defineProvider({
  code: 'UNORE',
  description: 'United Nations Treasury (operational rates)',
  country: 'INTERNATIONAL',
  countryCode: '',
  references: [{ from: '2026-10-01', currency: 'USD' }],
  timeSeries: false,
  bidAsk: false,
  monthly: true,
  validity: 'month',
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'America/New_York', leadDaysMax: 5 },
  terms: {
    url: 'https://treasury.un.org/operationalrates/OperationalRates.php',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [list],
});
