/** Banca d'Italia: about 150 currencies against the euro for tax and customs, a row per country, a document per day. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { csv } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const COLUMNS = 'Country,Currency,ISO Code,UIC Code,Rate,Rate convention,Reference date (CET)';

/** For a holiday there is a list without rows, or no list. */
const dayOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url:
    'https://tassidicambio.bancaditalia.it/terzevalute-wf-web/rest/v1.0/dailyRates' +
    `?referenceDate=${date}&currencyIsoCode=EUR&lang=en`,
  mayBeAbsent: true,
});

const CONVENTION = 'Foreign currency amount for 1 Euro.';
const text = z.string();
const row = z.tuple([text, text, text, text, text, z.literal(CONVENTION), text]);
const disclaimer = z.tuple([z.string().regex(/^#/)]).rest(text);

/** The disclaimer comes last, so a list without it was cut. Countries that share a currency repeat its row. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/terzevalute-wf-web\/rest\/v1\.0\/dailyRates\?/,
  latest: (today) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(dayOf),
  between: (span) => toDays(span, WORKDAYS).map(dayOf),
  read: csv(',', 'dropped'),
  schema: z
    .tuple([z.array(text).refine((names) => `${names}` === COLUMNS, `not ${COLUMNS}`)])
    .rest(z.union([row, disclaimer]))
    .refine((rows) => rows.some(([first]) => first === '# DISCLAIMER'), 'the disclaimer at the end is missing'),
  *observe([, ...rows]) {
    for (const [, , quote, , rate, convention, day] of rows) {
      if (convention !== CONVENTION || rate === 'N.A.') continue;
      yield midOf({ date: dayOrText(day, 'YMD'), base: 'EUR', quote }, rate);
    }
  },
});

export const bdi = defineProvider({
  code: 'BDI',
  description: 'Bank of Italy',
  country: 'ITALY',
  countryCode: 'IT',
  references: [{ from: '1999-01-04', currency: 'EUR' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: WORKDAYS, time: '18:00', timeZone: 'Europe/Rome' },
  terms: {
    url: 'https://tassidicambio.bancaditalia.it/',
    note: 'Indicative rates, not to be used as a benchmark under Regulation (EU) 2016/1011; the bank answers for no other use.',
  },
  feeds: [daily],
});
