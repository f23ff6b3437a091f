/** National Bank of Georgia: lari mid rates for 1 to 10,000 units, set in the evening for the next day. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';

/** Lists are dated Tuesday to Saturday; Saturday's list stays in force until Monday. */
const LIST_DAYS = [2, 3, 4, 5, 6];

const listOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://nbg.gov.ge/gw/api/ct/monetarypolicy/currencies/?date=${date}`,
  mayBeAbsent: true,
});

const row = z.object({ code: z.string(), quantity: z.string(), rate: z.string(), validFromDate: z.string() });
const list = z
  .object({ date: z.string().regex(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/), currencies: z.array(row) })
  .refine(
    ({ date, currencies }) => currencies.every(({ validFromDate }) => validFromDate === date),
    'a currency is not valid from the date of its list',
  );

/** The answer is the list in force (for Monday, 2 March 2026, that of 28 February), so the body dates it. */
const lists = defineFeed({
  name: 'lists',
  matches: /\/\/nbg\.gov\.ge\/gw\/api\/ct\/monetarypolicy\/currencies\/\?/,
  latest: (today) => toDays({ from: addDays(today, -6), to: addDays(today, 1) }, LIST_DAYS).map(listOf),
  between: (span) => toDays(span, LIST_DAYS).map(listOf),
  read: json,
  schema: z.array(list),
  *observe(answers) {
    for (const { date: validFrom, currencies } of answers) {
      const date = parseDay(validFrom.slice(0, 10), 'YMD');
      for (const { code: base, quantity: per, rate } of currencies)
        yield midOf({ date, base, quote: 'GEL', per }, rate);
    }
  },
});

export const nbg = defineProvider({
  code: 'NBG',
  description: 'National Bank of Georgia',
  country: 'GEORGIA',
  countryCode: 'GE',
  references: [{ from: '1995-10-14', currency: 'GEL' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Asia/Tbilisi', leadDaysMax: 4 },
  setBefore: 'Rates are set at about 17:00 and are valid the next day.',
  terms: {
    url: 'https://nbg.gov.ge/en/monetary-policy/currency',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [lists],
});
