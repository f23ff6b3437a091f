/**
 * Central Bank of Trinidad and Tobago: averages of what the banks dealt on a day, in dollars per foreign unit. Longer
 * than most because of the days on which they bought for more than they sold.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, isCrossed } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toYears } from '../feeds/spans.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

/** The documents' own words for the currencies, and their codes. */
const CODES = toTable('USD USD, CAD CAD, GBP GBP, Euro EUR, CHF CHF, BBD BBD, GYD GYD, JMD JMD');
/**
 * The Barbados dollar is fixed at half a US dollar, which is 3.39 here. Its few deals average between 2.70 and 3.68 from
 * one day to another. That is no market rate, so it is left out.
 */
const LEFT_OUT = 'BBD';
/**
 * The dollar is rationed and its price held, and what deals in other money average has nothing to do with it: on the
 * bank's page of 2026-02-03 (central-bank.org.tt) a euro costs 8.4805 to 9.5743 beside a dollar at 6.6498 to 6.7739, or
 * 1.345 dollars. In the recorded document of 2026 the euro is 3 to 17 % above the cross, the pound 3 to 6, the Canadian
 * dollar 4 to 7 and the franc 4 to 6.
 */
const FAR = 'an average of deals, 3 to 17 % above the cross by its dollar (January to September 2026)';
const MEMBERS = ['famedate', ...[...CODES.keys()].flatMap((name) => [`${name}_Buying`, `${name}_Selling`])];

const yearOf = (year: string): FeedRequest => ({
  method: 'GET',
  url: `https://www.central-bank.org.tt/wp-json/rates/v1/forex-rate/${year}-${year}`,
});

/** Every calendar day has a record, whose figures are all null on a day off. Unknown columns are left out. */
const record = z
  .record(z.string(), z.string().nullable())
  .refine((row) => MEMBERS.every((name) => name in row), 'not all of the currencies that we know');

/**
 * The sides are averages of different deals. A side may be missing, and where buying is above selling (9.2017 and
 * 8.5197 for the euro of 2026-01-05) they are neither a bid nor an ask, and the currency is left out for that day.
 */
const averages = defineFeed({
  name: 'averages',
  matches: /\/wp-json\/rates\/v1\/forex-rate\/\d{4}-\d{4}$/,
  latest: (today) => toYears({ from: addDays(today, -10), to: today }).map(yearOf),
  between: (span) => toYears(span).map((year) => ({ ...yearOf(year), mayBeAbsent: true })),
  read: json,
  // In place of the list, a span without figures has one record of nulls.
  schema: z.object({ cbttdailyforexrates: z.union([z.array(record), record.transform((row) => [row])]) }),
  *observe({ cbttdailyforexrates: days }) {
    for (const day of days) {
      for (const [name, base] of CODES) {
        const [bid, ask] = [day[`${name}_Buying`] ?? '', day[`${name}_Selling`] ?? ''];
        if (base === LEFT_OUT || `${bid}${ask}` === '' || isCrossed(bid, ask)) continue;
        const date = dayOrText(day.famedate ?? '', 'YMD');
        yield { date, base, quote: 'TTD', per: '1', unit: '', mid: '', bid, ask };
      }
    }
  },
});

export const cbtt = defineProvider({
  code: 'CBTT',
  description: 'Central Bank of Trinidad and Tobago',
  country: 'TRINIDAD AND TOBAGO',
  countryCode: 'TT',
  references: [{ from: '1991-01-01', currency: 'TTD' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'America/Port_of_Spain', lagDaysMax: 4 },
  noVoice: { CAD: FAR, CHF: FAR, EUR: FAR, GBP: FAR },
  terms: {
    url: 'https://www.central-bank.org.tt/statistics/exchange-rates/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [averages],
});
