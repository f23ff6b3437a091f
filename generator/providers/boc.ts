/** Bank of Canada: one average rate per day, Canadian dollars per foreign unit, since 2017. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';
import { addDays } from '../wire/calendar.ts';

const groupOf = (query: string): FeedRequest => ({
  method: 'GET',
  url: `https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?${query}`,
});

/** Each day is an object of series named FX<code>CAD. A series that has ended is absent. */
const group = defineFeed({
  name: 'daily',
  matches: /\/valet\/observations\/group\/FX_RATES_DAILY\/json\b/,
  latest: (today) => [groupOf(`start_date=${addDays(today, -10)}`)],
  between: ({ from, to }) => [{ ...groupOf(`start_date=${from}&end_date=${to}`), mayBeAbsent: true }],
  read: json,
  schema: z.object({
    observations: z.array(z.object({ d: z.string() }).catchall(z.union([z.string(), z.object({ v: z.string() })]))),
  }),
  *observe({ observations }) {
    for (const { d, ...series } of observations) {
      const date = parseDay(d, 'YMD');
      for (const [name, figure] of Object.entries(series)) {
        const base = /^FX([A-Z]{3})CAD$/.exec(name)?.[1] ?? name;
        yield midOf({ date, base, quote: 'CAD' }, typeof figure === 'string' ? figure : figure.v);
      }
    }
  },
});

export const boc = defineProvider({
  code: 'BOC',
  description: 'Bank of Canada',
  country: 'CANADA',
  countryCode: 'CA',
  references: [{ from: '2017-01-01', currency: 'CAD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:30', timeZone: 'America/Toronto' },
  terms: {
    url: 'https://www.bankofcanada.ca/terms/',
    note: 'Name the Bank of Canada as the source, without suggesting that it endorses the use. Commercial use needs its written permission.',
  },
  feeds: [group],
});
