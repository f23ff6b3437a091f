/** Central Bank of Turkmenistan: mid rates in manat for the units in `multiplier`, set on the afternoon before. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText, toDayFirst } from '../feeds/spelling.ts';

/** Lists are dated Monday to Saturday; the address of a day without one answers 404. */
const LIST_DAYS = [1, 2, 3, 4, 5, 6];

const listOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://cbt.tm/kurs/${date.slice(0, 4)}/${toDayFirst(date, '')}.xml`,
  mayBeAbsent: true,
});

/** Files of 2020 to 2023 write 2020-04-17 for 17.04.2020. */
const day = z.string().transform((text) => dayOrText(text, /^\d{4}-/.test(text) ? 'YMD' : 'DMY'));

/** `rate_usd` is not read: it changes its direction from one currency to the next. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/\/cbt\.tm\/kurs\/\d{4}\/\d{8}\.xml$/,
  latest: (today) => toDays({ from: addDays(today, -6), to: addDays(today, 1) }, LIST_DAYS).map(listOf),
  between: (span) => toDays(span, LIST_DAYS).map(listOf),
  read: xml('rate'),
  schema: z.object({
    cbt_currency_rate: z.object({
      date: day,
      rate: z.array(z.object({ '@code': z.string(), multiplier: z.string(), rate_tmt: z.string() })),
    }),
  }),
  *observe({ cbt_currency_rate: { date, rate: rows } }) {
    for (const { '@code': base, multiplier: per, rate_tmt: figure } of rows) {
      yield midOf({ date, base, quote: 'TMT', per }, figure);
    }
  },
});

export const cbt = defineProvider({
  code: 'CBT',
  description: 'Central Bank of Turkmenistan',
  country: 'TURKMENISTAN',
  countryCode: 'TM',
  references: [{ from: '2020-04-17', currency: 'TMT' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Asia/Ashgabat', leadDaysMax: 3 },
  setBefore: 'Rates are set on the afternoon before the date.',
  terms: {
    url: 'https://cbt.tm/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
