/**
 * Danmarks Nationalbank: kroner per 100 foreign units, from table DNVALD of Statistics Denmark. The file is longer
 * than most because the body of a request names each currency.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { checkEvenDays, csv, wholeLines } from '../feeds/readers.ts';
import { toYears } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const QUOTED =
  'EUR USD GBP SEK NOK CHF CAD JPY AUD NZD PLN CZK HUF HKD SGD ZAR BGN RON TRY KRW THB MYR PHP IDR CNY BRL MXN INR ILS ISK';
/** Ended currencies of the same table, which only a request for past days names. */
const ENDED = 'ATS BEF DEM ESP FIM FRF GRD IEP ITL NLG PTE SIT ROL TRL';

const tableOf = (currencies: string, days: string): FeedRequest => ({
  method: 'POST',
  url: 'https://api.statbank.dk/v1/data',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    table: 'DNVALD',
    format: 'BULK',
    lang: 'en',
    valuePresentation: 'Code',
    variables: [
      { code: 'VALUTA', values: currencies.split(' ') },
      { code: 'KURTYP', values: ['KBH'] },
      { code: 'Tid', values: [days] },
    ],
  }),
});

const header = z.tuple([z.literal('VALUTA'), z.literal('KURTYP'), z.literal('TID'), z.literal('INDHOLD')]);
const row = z.tuple([z.string(), z.literal('KBH'), z.string().regex(/^\d{4}M\d\dD\d\d$/), z.string()]);

/** KBH is the rate of Copenhagen. Dates and currencies come in no order, and an ended currency has ".." for a rate. */
const rates = defineFeed({
  name: 'daily',
  matches: /\/\/api\.statbank\.dk\/v1\/data$/,
  // A bound that is no day of the table, such as a holiday or today, is refused with 400, so none is ever named.
  latest: () => [tableOf(QUOTED, '(-n+10)')],
  between: (span) => toYears(span).map((year) => ({ ...tableOf(`${QUOTED} ${ENDED}`, `${year}*`), mayBeAbsent: true })),
  read: wholeLines(csv(';')),
  schema: z.tuple([header]).rest(row),
  *observe([, ...rows]) {
    checkEvenDays(rows.map(([, , day]) => day));
    for (const [base, , day, rate] of rows) {
      const date = dayOrText(day.replaceAll(/[MD]/g, '-'), 'YMD');
      if (rate !== '..') yield midOf({ date, base, quote: 'DKK', per: '100' }, rate);
    }
  },
});

export const dnb = defineProvider({
  code: 'DNB',
  description: 'Danmarks Nationalbank',
  country: 'DENMARK',
  countryCode: 'DK',
  references: [{ from: '1977-01-03', currency: 'DKK' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Copenhagen' },
  terms: {
    url: 'https://www.dst.dk/da/Statistik/hjaelp-til-statistikbanken/api',
    note: 'Creative Commons Attribution 4.0: name Statistics Denmark and Danmarks Nationalbank as the source.',
  },
  feeds: [rates],
});
