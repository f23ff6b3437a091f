/**
 * Monetary Authority of Macao: mid rates of the interbank market, in patacas per 1 or 100 foreign units. Longer than
 * most because it says which figures beside them are not read.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const rowsOf = ({ from, to }: Span): FeedRequest => {
  const days = `Begin=${from.replaceAll('-', '')}&End=${to.replaceAll('-', '')}`;
  return { method: 'GET', url: `https://www.amcm.gov.mo/api/v1.0/cms/financial_info?${days}&QueryType=1` };
};

/**
 * Despite its name, `usdMeanValue` is in patacas: 8.0705 for the dollar and 5.0727 for 100 yen on 2026-05-22. `bid` is
 * not its buying side but a rate against the dollar (159.09 for the yen), so it is not read.
 */
const rates = defineFeed({
  name: 'rates',
  matches: /\/\/www\.amcm\.gov\.mo\/api\/v1\.0\/cms\/financial_info\?.*QueryType=1\b/,
  latest: (today) => [rowsOf({ from: addDays(today, -10), to: today })],
  // An answer covers at most four months, whatever the request asks for.
  between: (span) => toPages(span, 90).map((page) => ({ ...rowsOf(page), mayBeAbsent: true })),
  read: json,
  schema: z.object({
    type: z.literal('Success'),
    data: z.array(
      z.object({
        // Until 2012 with the hour of the fixing, which belongs to the same day.
        date: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        currency: z.string(),
        unit: z.string().regex(/^\d+\.0$/, 'the unit is not a whole number'),
        usdMeanValue: z.string(),
      }),
    ),
  }),
  *observe({ data }) {
    for (const { date, currency, unit, usdMeanValue } of data) {
      if (currency === 'LIQ') continue; // a liquidity index listed among the currencies, with 0 patacas for 0 units
      const base = currency === 'ECU' ? 'XEU' : currency;
      const day = dayOrText(date.replace(/ .*/, ''), 'YMD');
      yield midOf({ date: day, base, quote: 'MOP', per: unit.replace('.0', '') }, usdMeanValue);
    }
  },
});

export const amcm = defineProvider({
  code: 'AMCM',
  description: 'Monetary Authority of Macao',
  country: 'MACAO',
  countryCode: 'MO',
  references: [{ from: '1986-01-02', currency: 'MOP' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '11:30', timeZone: 'Asia/Macau' },
  terms: {
    url: 'https://www.amcm.gov.mo/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [rates],
});
