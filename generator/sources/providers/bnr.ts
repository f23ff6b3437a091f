/**
 * National Bank of Romania: leu mid rates, one file per year; gold is per gram. The file is longer than most because of
 * the old leu.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toYears } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** 10,000 old lei became one on this day. The file of 2005 begins in old lei, whatever it says at its top. */
const NEW_LEU_FROM = isoDate.parse('2005-07-01');

/** The file of a year appears with the first list of that year. */
const ofYear = (year: string, today: string): FeedRequest => ({
  method: 'GET',
  url: `https://curs.bnr.ro/files/xml/years/nbrfxrates${year}.xml`,
  ...(today < `${year}-01-08` ? { mayBeAbsent: true } : {}),
});

const rate = z.strictObject({ '@currency': z.string(), '@multiplier': z.string().default('1'), '#text': z.string() });

const years = defineFeed({
  name: 'years',
  matches: /\/files\/xml\/years\/nbrfxrates\d{4}\.xml$/,
  latest: (today) => toYears({ from: addDays(today, -7), to: today }).map((year) => ofYear(year, today)),
  between: (span) => toYears(span).map((year) => ofYear(year, span.to)),
  read: xml('Cube', 'Rate'),
  schema: z.object({
    DataSet: z.object({
      Body: z.object({
        OrigCurrency: z.enum(['RON', 'ROL']),
        Cube: z.array(z.object({ '@date': z.string(), Rate: z.array(rate) })),
      }),
    }),
  }),
  *observe({ DataSet }) {
    for (const day of DataSet.Body.Cube) {
      const date = dayOrText(day['@date'], 'YMD');
      for (const { '@currency': base, '@multiplier': per, '#text': figure } of day.Rate) {
        if (figure.trim() === '-') continue; // a currency without a rate on that day
        const quote = date < NEW_LEU_FROM ? 'ROL' : 'RON';
        yield midOf({ date, base, quote, per, unit: base === 'XAU' ? 'g' : '' }, figure);
      }
    }
  },
});

export const bnr = defineProvider({
  code: 'BNR',
  description: 'National Bank of Romania',
  country: 'ROMANIA',
  countryCode: 'RO',
  references: [
    { from: '2005-01-03', currency: 'ROL' },
    { from: NEW_LEU_FROM, currency: 'RON' },
  ],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '13:00', timeZone: 'Europe/Bucharest', leadDaysMax: 1 },
  terms: {
    url: 'https://www.bnr.ro/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [years],
});
