/** Maldives Monetary Authority: the rufiyaa's reference rate for the US dollar, its whole history in one document. */
import { z } from 'zod';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** The day in the query keeps caches from serving yesterday's document. */
const historyOf = (day: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://www.mma.gov.mv/JSON/referencerates.json?v=${day.replaceAll('-', '')}`,
});

/**
 * No field names the dollar, so the schema is strict: a row with another field might be of another currency. Two days
 * of 2021 are listed twice.
 */
const history = defineFeed({
  name: 'history',
  wholeArchive: true,
  repeats: 'first holds',
  matches: /\/\/www\.mma\.gov\.mv\/JSON\/referencerates\.json\b/,
  latest: (today) => [historyOf(today)],
  between: ({ to }) => [historyOf(to)],
  read: json,
  schema: z.array(z.strictObject({ Date: z.string(), Rate: z.string() })),
  *observe(rows) {
    for (const { Date: day, Rate } of rows) {
      yield midOf({ date: dayOrText(day, 'DMY'), base: 'USD', quote: 'MVR' }, Rate);
    }
  },
});

export const mma = defineProvider({
  code: 'MMA',
  description: 'Maldives Monetary Authority',
  country: 'MALDIVES',
  countryCode: 'MV',
  references: [{ from: '2011-04-21', currency: 'MVR' }],
  timeSeries: true,
  bidAsk: false,
  // The business week is Sunday to Thursday.
  schedule: { days: [1, 2, 3, 4, 7], time: '10:00', timeZone: 'Indian/Maldives' },
  terms: {
    url: 'https://www.mma.gov.mv/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [history],
});
