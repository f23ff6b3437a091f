/**
 * National Bank of Kazakhstan: mid rates in tenge for the units in `quant`, dated by the day from which they hold.
 * Longer than most because there is an old form of the list beside the present one.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText, parseDay, toDayFirst, withCentury } from '../feeds/spelling.ts';

const RATES = { title: z.string().regex(/^[A-Z]{3}$/), description: z.string(), quant: z.string() };

const dayOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://nationalbank.kz/rss/get_rates.cfm?fdate=${toDayFirst(date, '.')}`,
});

/** The list of a day is set on the working day before. The address answers for every day of the calendar. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/rss\/get_rates\.cfm\?fdate=/,
  latest: (today) => [-3, -2, -1, 0].map((days) => dayOf(addDays(today, days))),
  between: (span) => toDays(span, [1, 2, 3, 4, 5, 6, 7]).map((day) => ({ ...dayOf(day), mayBeAbsent: true })),
  read: xml('item'),
  schema: z.object({ rates: z.object({ date: z.string(), item: z.array(z.object(RATES)) }) }),
  *observe({ rates }) {
    for (const { title: base, description, quant: per } of rates.item) {
      yield midOf({ date: parseDay(rates.date, 'DMY'), base, quote: 'KZT', per }, description);
    }
  },
});

/**
 * The feed of 2016 gives each currency the day of its own last figure, so it also repeats those of 2005 and 2013 for
 * currencies that had ended.
 */
const newest = defineFeed({
  name: 'newest',
  table: 'daily',
  partial: true,
  matches: /\/rss\/rates_all\.xml$/,
  latest: () => [],
  read: xml('item'),
  schema: z.object({
    rss: z.object({ channel: z.object({ item: z.array(z.object({ ...RATES, pubDate: z.string() })) }) }),
  }),
  *observe({ rss }) {
    for (const { title: base, pubDate, description, quant: per } of rss.channel.item) {
      yield midOf({ date: dayOrText(withCentury(pubDate), 'DMY'), base, quote: 'KZT', per }, description);
    }
  },
});

export const nbk = defineProvider({
  code: 'NBK',
  description: 'National Bank of Kazakhstan',
  country: 'KAZAKHSTAN',
  countryCode: 'KZ',
  references: [{ from: '2000-01-01', currency: 'KZT' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:30', timeZone: 'Asia/Almaty', leadDaysMax: 4 },
  setBefore: 'The rate of a date is set on the working day before.',
  terms: {
    url: 'https://nationalbank.kz/en/exchangerates/ezhednevnye-oficialnye-rynochnye-kursy-valyut',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily, newest],
});
