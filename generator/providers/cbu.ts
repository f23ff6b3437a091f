/** Central Bank of Uzbekistan: soum mid rates per 1, 10 or 100 foreign units. */
import { z } from 'zod';
import { defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';

const LISTS = 'https://cbu.uz/en/arkhiv-kursov-valyut/json/';
/** Saturdays are working days now and then, in exchange for another day. */
const ASKED_DAYS = [1, 2, 3, 4, 5, 6];

/** Asked for a day without a list, the bank answers with the last one before it: the date is the list's own. */
const lists = defineFeed({
  name: 'lists',
  // Not the lists of one currency, .../json/USD/: they would withdraw the others.
  matches: /\/\/cbu\.uz\/\w+\/arkhiv-kursov-valyut\/json\/(all\/(\d{4}-\d\d-\d\d\/)?)?$/,
  latest: () => [{ method: 'GET', url: LISTS }],
  between: (span) =>
    toDays(span, ASKED_DAYS).map((day) => ({ method: 'GET', url: `${LISTS}all/${day}/`, mayBeAbsent: true })),
  read: json,
  schema: z.array(z.object({ Ccy: z.string(), Nominal: z.string(), Rate: z.string(), Date: z.string() })),
  *observe(rows) {
    for (const { Ccy: base, Nominal: per, Rate, Date: date } of rows) {
      yield midOf({ date: parseDay(date, 'DMY'), base, quote: 'UZS', per }, Rate);
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
  // Set in the afternoon for the next day, or for the one after the holidays.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Asia/Tashkent', leadDaysMax: 7 },
  terms: {
    url: 'https://cbu.uz/en/arkhiv-kursov-valyut/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [lists],
});
