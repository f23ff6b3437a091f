/** National Bank of Romania: leu mid rates, one file per year; gold is per gram. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toYears } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';
import { addDays } from '../wire/calendar.ts';

/** The file of a year appears with the first list of that year. */
const ofYear = (year: string, today: string): FeedRequest => ({
  method: 'GET',
  url: `https://curs.bnr.ro/files/xml/years/nbrfxrates${year}.xml`,
  ...(today < `${year}-01-08` ? { mayBeAbsent: true } : {}),
});

const rate = z.object({ '@currency': z.string(), '@multiplier': z.string().default('1'), '#text': z.string() });

const years = defineFeed({
  name: 'years',
  matches: /\/files\/xml\/years\/nbrfxrates\d{4}\.xml$/,
  latest: (today) => toYears({ from: addDays(today, -7), to: today }).map((year) => ofYear(year, today)),
  between: (span) => toYears(span).map((year) => ofYear(year, span.to)),
  read: xml('Cube', 'Rate'),
  schema: z.object({
    DataSet: z.object({
      Body: z.object({
        OrigCurrency: z.literal('RON'),
        Cube: z.array(z.object({ '@date': z.string(), Rate: z.array(rate) })),
      }),
    }),
  }),
  *observe({ DataSet }) {
    for (const day of DataSet.Body.Cube) {
      const date = parseDay(day['@date'], 'YMD');
      for (const { '@currency': base, '@multiplier': per, '#text': figure } of day.Rate) {
        yield midOf({ date, base, quote: 'RON', per, unit: base === 'XAU' ? 'g' : '' }, figure);
      }
    }
  },
});

export const bnr = defineProvider({
  code: 'BNR',
  description: 'National Bank of Romania',
  country: 'ROMANIA',
  countryCode: 'RO',
  // Lists before July 2005 are in the old leu, of which 10,000 made one new leu.
  references: [{ from: '2005-07-01', currency: 'RON' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '13:00', timeZone: 'Europe/Bucharest', leadDaysMax: 1 },
  terms: {
    url: 'https://www.bnr.ro/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [years],
});
