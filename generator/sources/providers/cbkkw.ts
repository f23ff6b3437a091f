/**
 * Central Bank of Kuwait: fils per unit of eleven of its 103 currencies, one request for each. Longer than most because
 * of the bank's own numbers of currencies.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedAnswer,
  type FeedRequest,
  type Keys,
  midOf,
  type Span,
} from '../feeds/provider.ts';
import { formField, htmlRows, text } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toDayFirst, toTable } from '../feeds/spelling.ts';

const SITE = 'https://www.cbk.gov.kw/en/monetary-policy/market-operations/exchange-rates';
/**
 * A request needs the code and the bank's own number, which its page states; these are of September 2026. Answers have
 * shown the unit of these eleven.
 */
const NUMBERS = toTable(
  'USD 128735, EUR 128674, GBP 128675, JPY 128676, CHF 128677, SAR 128678, AED 128736, QAR 128679, BHD 128680',
  'OMR 128681, AFN 128518',
);
/** By the code of the currency, and `formId`. */
function toNumbers(page: FeedAnswer): Keys {
  const options = [
    ...z
      .string()
      .parse(text(page))
      .matchAll(/<option value="([A-Z]{3}):(\d+)"/g),
  ];
  const numbers = options.map(([, code = '', number = '']) => [code, number] as const);
  return { ...Object.fromEntries(numbers), formId: formField(page, 'formId') };
}

/** The first day of a request is not part of the answer. */
const ratesOf = ({ from, to }: Span, keys: Keys): readonly FeedRequest[] =>
  [...NUMBERS].map(([code, number]) => ({
    method: 'POST',
    url: `${SITE}/get-exchange-rates`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams({
      formId: keys.formId ?? '127906',
      selCurrency: `${code}:${keys[code] ?? number}`,
      txtDateFrom: toDayFirst(addDays(from, -1), '/'),
      txtDateTo: toDayFirst(to, '/'),
    })}`,
  }));

const header = z.tuple([z.literal('Date'), z.string().regex(/^KWD \/ [A-Z]{3}$/)]);
const row = z.tuple([z.string(), z.string().regex(/^\d+\.\d{3,4}$/)]);

/** The heading says dinars, but 306.650 for the dollar of 2026-09-08 are fils, a thousand to the dinar. */
const rates = defineFeed({
  name: 'rates',
  partial: true,
  matches: /\/market-operations\/exchange-rates\/get-exchange-rates$/,
  pauseMs: 500,
  session: { request: { method: 'GET', url: `${SITE}/usd` }, toKeys: toNumbers },
  latest: (today, keys) => ratesOf({ from: addDays(today, -10), to: today }, keys),
  between: (span, keys) =>
    toPages(span, 366).flatMap((page) => ratesOf(page, keys).map((one) => ({ ...one, mayBeAbsent: true }))),
  read: (answer) => ({ part: text(answer), rows: htmlRows(answer) }),
  schema: z.object({
    part: z.string().includes('id="currencyJSON"', 'not the part of the page that has the rates'),
    rows: z.tuple([header]).rest(row),
  }),
  *observe({ rows: [[, heading], ...rows] }, { request }) {
    const base = heading.slice(-3);
    const asked = new URLSearchParams(request.body).get('selCurrency')?.slice(0, 3);
    if (base !== asked) throw new DocumentError(`${base} where ${asked} was asked for`);
    for (const [day, figure] of rows) {
      yield midOf({ date: dayOrText(day, 'DMY'), base, quote: 'KWD', per: '1000' }, figure);
    }
  },
});

export const cbkkw = defineProvider({
  code: 'CBKKW',
  description: 'Central Bank of Kuwait',
  country: 'KUWAIT',
  countryCode: 'KW',
  references: [{ from: '2008-01-02', currency: 'KWD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 7], time: '12:00', timeZone: 'Asia/Kuwait' },
  terms: {
    url: SITE,
    note: 'Name the Central Bank of Kuwait as the source.',
  },
  feeds: [rates],
});
