/**
 * Central Bank of Myanmar: official reference rates in kyats, per units that are stated nowhere. Longer than most
 * because it says of each currency what its unit is and how we know.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseSecond, plainOrText, toDayFirst } from '../feeds/spelling.ts';

/**
 * On 2022-06-28 a dollar was 1,850 kyats, so these are per 100: 1,363.4 is 135.7 yen to the dollar, 144.02 is 1285 won,
 * 7.9543 is 23258 dong, 12.469 is 14837 rupiah, 45.488 is 4067 riels and 12.419 is 14897 kip. All others are per 1.
 */
const PER_HUNDRED: ReadonlySet<string> = new Set(['JPY', 'KRW', 'VND', 'IDR', 'KHR', 'LAK']);
const PER_ONE: ReadonlySet<string> = new Set(
  (
    'USD THB SEK LKR ZAR RSD SAR RUB PHP PKR NOK NZD NPR MYR KWD KES ILS INR HKD EGP DKK CZK CNY CAD BND BRL BDT AUD ' +
    'CHF GBP SGD EUR'
  ).split(' '),
);

const WORKDAYS = [1, 2, 3, 4, 5];
const API = 'https://forex.cbm.gov.mm/api';
const NEWEST: FeedRequest = { method: 'GET', url: `${API}/latest` };
const listOf = (day: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `${API}/history/${toDayFirst(day, '-')}`,
  mayBeAbsent: true,
});

/**
 * `timestamp` counts seconds, to midnight in 2022 and to 08:00 of the day in 2026, both in UTC. A currency that is new
 * to us is left out, because its label is no code.
 */
const daily = defineFeed({
  name: 'daily',
  matches: /\/\/forex\.cbm\.gov\.mm\/api\/(latest|history\/\d\d-\d\d-\d{4})$/,
  // The newest list answers even where the older ones do not.
  latest: (today) => [NEWEST, ...toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(listOf)],
  between: (span) => toDays(span, WORKDAYS).map(listOf),
  read: json,
  schema: z.object({
    timestamp: z.string().transform(parseSecond),
    rates: z.record(z.string(), z.string().transform(plainOrText)),
  }),
  *observe({ timestamp: date, rates }) {
    for (const [code, figure] of Object.entries(rates)) {
      const base = PER_HUNDRED.has(code) || PER_ONE.has(code) ? code : `${code} per an unknown unit`;
      yield midOf({ date, base, quote: 'MMK', per: PER_HUNDRED.has(code) ? '100' : '1' }, figure);
    }
  },
});

export const cbm = defineProvider({
  code: 'CBM',
  description: 'Central Bank of Myanmar',
  country: 'MYANMAR',
  countryCode: 'MM',
  references: [{ from: '2012-04-02', currency: 'MMK' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: WORKDAYS, time: '14:30', timeZone: 'Asia/Yangon' },
  terms: {
    url: 'https://forex.cbm.gov.mm/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
