/**
 * Bank of Japan: Tokyo at 17:00, yen per dollar and dollars per euro. This adapter is longer than most because it
 * checks that each series states its unit.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** Requests are for whole months, so two pages that meet within a month both contain all of it. */
const monthsOf = ({ from, to }: Span): FeedRequest => {
  const [start, end] = [from, to].map((day) => day.slice(0, 7).replace('-', ''));
  const query = `format=json&lang=en&db=FM08&code=FXERD04,FXERD34&startDate=${start}&endDate=${end}`;
  return { method: 'GET', url: `https://www.stat-search.boj.or.jp/api/v1/getDataCode?${query}` };
};

const values = {
  FREQUENCY: z.literal('DAILY'),
  VALUES: z
    .object({ SURVEY_DATES: z.array(z.string()), VALUES: z.array(z.string().nullable()) })
    .refine(
      ({ SURVEY_DATES, VALUES }) => SURVEY_DATES.length === VALUES.length,
      'the numbers of days and values differ',
    ),
};
/** A series must be one of these two both by its code and by its unit. */
const dollar = z.object({ SERIES_CODE: z.literal('FXERD04'), UNIT: z.literal('Yen per U.S. Dollar'), ...values });
const euro = z.object({ SERIES_CODE: z.literal('FXERD34'), UNIT: z.literal('U.S. Dollar per Euro'), ...values });

const spot = defineFeed({
  name: 'spot',
  matches: /\/api\/v1\/getDataCode\?.*\bdb=FM08\b/,
  latest: (today) => [monthsOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 3660).map((page) => ({ ...monthsOf(page), mayBeAbsent: true })),
  read: json,
  // Every HTTP status is 200, so STATUS tells success. NEXTPOSITION would be the start of a further page.
  schema: z.object({ STATUS: z.literal('200'), NEXTPOSITION: z.null(), RESULTSET: z.tuple([dollar, euro]) }),
  *observe({ RESULTSET }) {
    for (const { SERIES_CODE, VALUES: column } of RESULTSET) {
      const pair = SERIES_CODE === 'FXERD04' ? { base: 'USD', quote: 'JPY' } : { base: 'EUR', quote: 'USD' };
      for (const [index, day] of column.SURVEY_DATES.entries()) {
        const figure = column.VALUES[index] ?? null;
        if (figure === null) continue; // every calendar day is listed, with null where there was no trading
        const date = dayOrText(day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'), 'YMD');
        yield midOf({ date, ...pair }, figure);
      }
    }
  },
});

export const boj = defineProvider({
  code: 'BOJ',
  description: 'Bank of Japan',
  country: 'JAPAN',
  countryCode: 'JP',
  references: [{ from: '1998-01-05', currency: 'JPY' }],
  bridge: 'USD',
  timeSeries: true,
  bidAsk: false,
  // In the night after Tuesday 2026-03-31, the newest figures were those of Friday.
  // The figures of a day come at 08:50 on the next one.
  schedule: { days: [1, 2, 3, 4, 5], time: '08:50', timeZone: 'Asia/Tokyo', lagDaysMax: 4 },
  terms: {
    url: 'https://www.stat-search.boj.or.jp/info/notice_en.html',
    note: 'Credit the Bank of Japan as the source. Reproduction for commercial purposes needs its permission in advance.',
  },
  feeds: [spot],
});
