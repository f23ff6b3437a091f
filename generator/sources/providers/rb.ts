/** Sveriges Riksbank: krona mid rates, with all currencies in one group of series. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const groupOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `https://api.riksbank.se/swea/v1/Observations/ByGroup/130/${from}/${to}`,
});

/** The series of the krona in kronor, which is always 1. */
const KRONA = 'SEKETT';

/** Series are named SEK<code>PMI. The euro's begins with the ECU in 1993; see data/redenominations.csv. */
const group = defineFeed({
  name: 'group',
  matches: /\/swea\/v1\/Observations\/ByGroup\/130\//,
  // Without a key the API allows a few calls a minute and then answers 429.
  pauseMs: 15_000,
  latest: (today) => [groupOf({ from: addDays(today, -10), to: today })],
  // A request covers at most a year.
  between: (span) => toPages(span, 365).map((page) => ({ ...groupOf(page), mayBeAbsent: true })),
  read: json,
  schema: z.array(z.object({ seriesId: z.string(), date: z.string(), value: z.string() })),
  *observe(rows) {
    for (const { seriesId, date, value } of rows) {
      if (seriesId === KRONA) continue;
      const base = /^SEK([A-Z]{3})PMI$/.exec(seriesId)?.[1] ?? seriesId;
      yield midOf({ date: dayOrText(date, 'YMD'), base, quote: 'SEK' }, value);
    }
  },
});

export const rb = defineProvider({
  code: 'RB',
  description: 'Sveriges Riksbank',
  country: 'SWEDEN',
  countryCode: 'SE',
  references: [{ from: '1993-01-04', currency: 'SEK' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:15', timeZone: 'Europe/Stockholm' },
  terms: {
    url: 'https://www.riksbank.se/en-gb/statistics/interest-rates-and-exchange-rates/retrieving-interest-rates-and-exchange-rates-via-api/faq--the-api-for-interest-rates-and-exchange-rates/',
    note: 'The rates are indicative, published for information, and should not be used for transactions. We name the source.',
  },
  feeds: [group],
});
