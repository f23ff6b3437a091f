/** Reserve Bank of Malawi: buying, middle and selling rates in kwacha per unit, from a form on its web site. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { htmlRows } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText, toMonthFirst, withoutZero } from '../feeds/spelling.ts';

/**
 * CMD is COMESA's unit of account, the dollar under another name. The Irish pound ended at 1.27 euros before this
 * archive begins, yet on 2024-01-05 it was listed at 1212.97 beside 1894.77 for a euro.
 */
const NO_CURRENCY: ReadonlySet<string> = new Set(['CMD', 'IEP']);
const HEADER = 'Currency,Buying,Middle,Selling,Date';
const code = z.string().regex(/^[A-Z]{3}$/);
const price = z
  .string()
  .regex(/^([\d,]+(\.\d+)?)?$/)
  .transform((figure) => withoutZero(plainOrText(figure)));

const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'POST',
  url: 'https://www.rbm.mw/Statistics/ExchangeRatesFilter/',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `${new URLSearchParams({ RateTypes: '', StartDate: toMonthFirst(from), EndDate: toMonthFirst(to) })}`,
});

const daily = defineFeed({
  name: 'daily',
  matches: /\/\/www\.rbm\.mw\/Statistics\/ExchangeRatesFilter\/$/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 31).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: htmlRows,
  schema: z
    .tuple([z.array(z.string()).refine((names) => `${names}` === HEADER, `not ${HEADER}`)])
    .rest(z.tuple([code, price, price, price, z.string()])),
  *observe([, ...rows]) {
    for (const [label, bid, mid, ask, day] of rows) {
      if (NO_CURRENCY.has(label) || `${bid}${mid}${ask}` === '') continue;
      const base = label === 'SDR' ? 'XDR' : label;
      yield { date: dayOrText(day, 'MDY'), base, quote: 'MWK', per: '1', unit: '', mid, bid, ask };
    }
  },
});

export const rbm = defineProvider({
  code: 'RBM',
  description: 'Reserve Bank of Malawi',
  country: 'MALAWI',
  countryCode: 'MW',
  references: [{ from: '2011-06-20', currency: 'MWK' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '15:00', timeZone: 'Africa/Blantyre' },
  terms: {
    url: 'https://www.rbm.mw/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
