/** Norges Bank publishes mid rates in kroner, for a number of units that is given as a power of ten. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { csv, wholeLines } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const SERIES = 'https://data.norges-bank.no/api/data/EXR/B..NOK.SP';
const COLUMNS = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE';
/** A power of ten that we have not seen yet is refused and not guessed. */
const PER = { 0: '1', 2: '100' } as const;
const text = z.string();
const row = z.tuple([text, text, z.literal('NOK'), text, text, text, z.enum(['0', '2']), text, text, text]);

const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `${SERIES}?startPeriod=${from}&endPeriod=${to}&format=csvdata`,
});

/** The document lists these indices of the krone as if they were currencies. */
const INDICES: ReadonlySet<string> = new Set(['I44', 'TWI']);

/** The document lists one currency after another, in no particular order. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/api\/data\/EXR\/B\.\.NOK\.SP\?/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 366).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: wholeLines(csv()),
  schema: z.tuple([z.array(text).refine((names) => `${names}` === COLUMNS, `not ${COLUMNS}`)]).rest(row),
  *observe([, ...rows]) {
    for (const [, base, quote, , , , power, , day, rate] of rows) {
      if (!INDICES.has(base)) yield midOf({ date: dayOrText(day, 'YMD'), base, quote, per: PER[power] }, rate);
    }
  },
});

export const nb = defineProvider({
  code: 'NB',
  description: 'Norges Bank',
  country: 'NORWAY',
  countryCode: 'NO',
  references: [{ from: '1980-12-10', currency: 'NOK' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Oslo' },
  terms: {
    url: 'https://www.norges-bank.no/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
