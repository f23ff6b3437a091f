/** National Bank of Ethiopia: birr per unit, buying and selling, and the weighted average as mid; one list a day. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];

const listOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://api.nbe.gov.et/api/filter-exchange-rates?date=${date}`,
  mayBeAbsent: true,
});

/** The dollar's weighted average equals its buying rate; the others lie halfway between buying and selling. */
const lists = defineFeed({
  name: 'lists',
  matches: /\/\/api\.nbe\.gov\.et\/api\/filter-exchange-rates\?date=/,
  latest: (today) => toDays({ from: addDays(today, -7), to: today }, WORKDAYS).map(listOf),
  between: (span) => toDays(span, WORKDAYS).map(listOf),
  read: json,
  schema: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        date: z.string(),
        buying: z.string(),
        weighted_average: z.string(),
        selling: z.string(),
        currency: z.object({ code: z.string() }),
      }),
    ),
  }),
  *observe({ data: rows }) {
    for (const { date: day, buying: bid, weighted_average: mid, selling: ask, currency } of rows) {
      yield { date: dayOrText(day, 'YMD'), base: currency.code, quote: 'ETB', per: '1', unit: '', mid, bid, ask };
    }
  },
});

export const nbe = defineProvider({
  code: 'NBE',
  description: 'National Bank of Ethiopia',
  country: 'ETHIOPIA',
  countryCode: 'ET',
  // The bank's archive has a gap from July 2024, when the birr was floated, to the day before this one.
  references: [{ from: '2024-10-01', currency: 'ETB' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: WORKDAYS, time: '13:00', timeZone: 'Africa/Addis_Ababa' },
  terms: {
    url: 'https://nbe.gov.et/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [lists],
});
