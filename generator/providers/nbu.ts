/** National Bank of Ukraine: official hryvnia rates for every calendar day, set a day ahead; metals per troy ounce. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';
import { addDays } from '../wire/calendar.ts';

const rangeOf = ({ from, to }: Span): FeedRequest => {
  const days = `start=${from.replaceAll('-', '')}&end=${to.replaceAll('-', '')}`;
  const url = `https://bank.gov.ua/NBU_Exchange/exchange_site?${days}&sort=exchangedate&order=asc&json`;
  return { method: 'GET', url };
};

/** `rate` is for `units`, as in the bank's own list. `exchangedate` dates a fixing, not the day on which it was set. */
const site = defineFeed({
  name: 'official',
  matches: /\/\/bank\.gov\.ua\/NBU_Exchange\/exchange_site\?/,
  latest: (today) => [rangeOf({ from: addDays(today, -7), to: addDays(today, 7) })],
  between: (span) => toPages(span, 92).map(rangeOf),
  read: json,
  schema: z.array(z.object({ exchangedate: z.string(), cc: z.string(), rate: z.string(), units: z.string() })),
  *observe(rows) {
    for (const { exchangedate, cc: base, rate, units: per } of rows) {
      yield midOf({ date: parseDay(exchangedate, 'DMY'), base, quote: 'UAH', per }, rate);
    }
  },
});

export const nbu = defineProvider({
  code: 'NBU',
  description: 'National Bank of Ukraine',
  country: 'UKRAINE',
  countryCode: 'UA',
  references: [{ from: '1996-09-02', currency: 'UAH' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '15:30', timeZone: 'Europe/Kyiv', leadDaysMax: 7 },
  terms: {
    url: 'https://bank.gov.ua/en/useterms',
    note: 'Name the National Bank of Ukraine as the source.',
  },
  feeds: [site],
});
