/**
 * Bank Negara Malaysia: buying, selling and middle rates at nine o'clock, in ringgit per 1 or 100 foreign units.
 * This adapter is longer than most because it reads two kinds of document: the newest list and a month of a currency.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, type Observation } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toMonths } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const RATES = 'https://api.bnm.gov.my/public/exchange-rate';
/** The API requires this media type, which names its version. */
const HEADERS = { accept: 'application/vnd.BNM.API.v1+json' };
const CODES =
  'AED AUD BND CAD CHF CNY EGP EUR GBP HKD IDR INR JPY KHR KRW MMK NPR NZD PHP PKR SAR SDR SGD THB TWD USD VND';
const CURRENCIES = CODES.split(' ');

/** There are several sessions a day and two directions; these are the ones read here. */
const meta = z.object({ quote: z.literal('rm'), session: z.literal('0900') });
/** SDR has only a middle rate. */
const figure = z.string().nullable();
const rate = z.object({ date: z.string(), buying_rate: figure, selling_rate: figure, middle_rate: figure });
const currency = z.object({ currency_code: z.string(), unit: z.string() });

/** Digits are kept as published, such as 4.2199999999999998 for 4.22. */
function toObservation({ currency_code, unit: per }: z.infer<typeof currency>, row: z.infer<typeof rate>): Observation {
  const [bid, ask, mid] = [row.buying_rate ?? '', row.selling_rate ?? '', row.middle_rate ?? ''];
  const base = currency_code === 'SDR' ? 'XDR' : currency_code;
  return { date: dayOrText(row.date, 'YMD'), base, quote: 'MYR', per, unit: '', mid, bid, ask };
}

const newest = defineFeed({
  name: 'newest',
  table: 'session 0900',
  matches: /\/\/api\.bnm\.gov\.my\/public\/exchange-rate\?session=0900$/,
  latest: () => [{ method: 'GET', url: `${RATES}?session=0900`, headers: HEADERS }],
  between: () => [],
  read: json,
  schema: z.object({ data: z.array(currency.extend({ rate })), meta }),
  *observe({ data }) {
    for (const one of data) yield toObservation(one, one.rate);
  },
});

const monthOf = (code: string, month: string): FeedRequest => {
  const [year, number = ''] = month.split('-');
  const url = `${RATES}/${code}/year/${year}/month/${number.replace(/^0/, '')}?session=0900`;
  return { method: 'GET', url, headers: HEADERS, mayBeAbsent: true };
};

/** A month of one currency. `data` is an empty list where the bank has no rates for it. */
const months = defineFeed({
  name: 'months',
  table: 'session 0900',
  partial: true,
  matches: /\/\/api\.bnm\.gov\.my\/public\/exchange-rate\/[A-Z]{3}\/year\/\d{4}\/month\/\d{1,2}\?session=0900$/,
  latest: () => [],
  between: (span) => toMonths(span).flatMap((month) => CURRENCIES.map((code) => monthOf(code, month))),
  read: json,
  // A month with one rate may have it without a list.
  schema: z.object({ data: z.union([currency.extend({ rate: z.union([z.array(rate), rate]) }), z.tuple([])]), meta }),
  *observe({ data }) {
    if ('rate' in data) for (const row of [data.rate].flat()) yield toObservation(data, row);
  },
});

export const bnm = defineProvider({
  code: 'BNM',
  description: 'Bank Negara Malaysia',
  country: 'MALAYSIA',
  countryCode: 'MY',
  references: [{ from: '2006-01-03', currency: 'MYR' }],
  timeSeries: true,
  bidAsk: true,
  // The rates of nine o'clock appear about noon.
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'Asia/Kuala_Lumpur' },
  terms: {
    url: 'https://apikijangportal.bnm.gov.my/',
    note: 'No terms of reuse are known to us; the address is where the bank describes its API. We name the source.',
  },
  feeds: [newest, months],
});
