/** Central Bank of Uzbekistan: mid rates in soums per 1, 10 or 100 foreign units. */
import { z } from 'zod';
import { defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const LISTS = 'https://cbu.uz/en/arkhiv-kursov-valyut/json/';
/** Some Saturdays are working days, in exchange for another day. */
const ASKED_DAYS = [1, 2, 3, 4, 5, 6];

/** For a day without a list the bank returns the last list before it, so the date is read from the list itself. */
const lists = defineFeed({
  name: 'lists',
  // The lists of one currency, .../json/USD/, do not match: they would withdraw all other currencies.
  matches: /\/\/cbu\.uz\/\w+\/arkhiv-kursov-valyut\/json\/(all\/(\d{4}-\d\d-\d\d\/)?)?$/,
  latest: () => [{ method: 'GET', url: LISTS }],
  between: (span) =>
    toDays(span, ASKED_DAYS).map((day) => ({ method: 'GET', url: `${LISTS}all/${day}/`, mayBeAbsent: true })),
  read: json,
  schema: z.array(z.object({ Ccy: z.string(), Nominal: z.string(), Rate: z.string(), Date: z.string() })),
  *observe(rows) {
    for (const { Ccy: base, Nominal: per, Rate, Date: date } of rows) {
      yield midOf({ date: dayOrText(date, 'DMY'), base, quote: 'UZS', per }, Rate);
    }
  },
});

export const cbu = defineProvider({
  code: 'CBU',
  description: 'Central Bank of the Republic of Uzbekistan',
  country: 'UZBEKISTAN',
  countryCode: 'UZ',
  references: [{ from: '1994-07-01', currency: 'UZS' }],
  timeSeries: true,
  bidAsk: false,
  // Rates are set in the afternoon for the next day, or for the first day after the holidays.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Asia/Tashkent', leadDaysMax: 7 },
  setBefore: 'Rates are set in the afternoon for the next day.',
  terms: {
    url: 'https://cbu.uz/en/arkhiv-kursov-valyut/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [lists],
});
