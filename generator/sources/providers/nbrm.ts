/** National Bank of North Macedonia: denar mid rates for every calendar day, dated by the day they apply to. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toDayFirst } from '../feeds/spelling.ts';

/** The lists for a long weekend are published before it. */
const LEAD_DAYS_MAX = 7;

const daysOf = ({ from, to }: Span): FeedRequest => {
  const days = `EndDate=${toDayFirst(to, '.')}&StartDate=${toDayFirst(from, '.')}`;
  return { method: 'GET', url: `https://www.nbrm.mk/KLServiceNOV/GetExchangeRate?${days}&format=json` };
};

/** GetExchangeRates, with an s, lists what state bodies pay abroad. `datum_f` is the day of the fixing. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/KLServiceNOV\/GetExchangeRate\?/,
  latest: (today) => [daysOf({ from: addDays(today, -7), to: addDays(today, LEAD_DAYS_MAX) })],
  between: (span) => toPages(span, 90).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: json,
  schema: z.array(
    z.object({
      datum: z.string().regex(/^\d{4}-\d\d-\d\dT00:00:00$/),
      oznaka: z.string(),
      nomin: z.string(),
      sreden: z.string(),
    }),
  ),
  *observe(rows) {
    for (const { datum, oznaka: base, nomin: per, sreden } of rows) {
      yield midOf({ date: dayOrText(datum.slice(0, 10), 'YMD'), base: base.trim(), quote: 'MKD', per }, sreden);
    }
  },
});

export const nbrm = defineProvider({
  code: 'NBRM',
  description: 'National Bank of the Republic of North Macedonia',
  country: 'NORTH MACEDONIA',
  countryCode: 'MK',
  // In May 1993, 100 denars became one; it is not known which denar the first lists of that year are in.
  references: [{ from: '1994-01-01', currency: 'MKD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '15:00', timeZone: 'Europe/Skopje', leadDaysMax: LEAD_DAYS_MAX },
  setBefore: 'The documents name the day of fixing (datum_f) beside the day of validity, by which they are dated.',
  terms: {
    url: 'https://www.nbrm.mk/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
