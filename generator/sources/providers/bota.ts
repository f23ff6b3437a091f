/**
 * Bank of Tanzania: buying, selling and mean rates in shillings per unit, from a form on its web site. The form
 * requires a token from its own page, and some of its labels do not mean what they say. That makes the file longer
 * than most.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Keys, type Span } from '../feeds/provider.ts';
import { formField, htmlRows } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText, toMonthFirst, withCentury, withoutZero } from '../feeds/spelling.ts';

/**
 * Gold is per troy ounce: the 11,409,982.45 shillings of 2026-03-28 are 4,426.94 dollars, and an ounce cost 4,418.61 in
 * Bucharest.
 */
const CODES = new Map([
  ['SDR', 'XDR'],
  ['GOLD', 'XAU'],
  ['MXM', 'MZM'],
]);
const FIRST = '1999-07-01';
/**
 * The first day of the rows that we leave out because the currency has ended. The bank still lists them at a fixed
 * number per dollar: 15.6012, 2.4985 and 381 in March 2026. By that figure a euro was 17.95 schillings, but it is
 * 13.7603 by law. The convertible peso was worth a dollar, but its row says 1/24 of one, so none of its rows is read.
 */
const ENDED = new Map([
  ['ATS', '2002-03-01'],
  ['NLG', '2002-03-01'],
  ['ZWD', '2008-08-01'],
  ['CUC', FIRST],
]);

const HEADER = 'S/NO,Currency,Buying,Selling,Mean,Transaction Date';
const price = z
  .string()
  .regex(/^[\d,]+(\.\d+)?$/)
  .transform((figure) => withoutZero(plainOrText(figure)));
const names = z.array(z.string()).refine((cells) => `${cells}` === HEADER, `neither six cells of a rate nor ${HEADER}`);
const day = z.string().regex(/^\d{2}-[A-Z][a-z]{2}-\d{2}$/);
const rate = z.tuple([z.string().regex(/^\d+$/), z.string().regex(/^[A-Z]{3,4}$/), price, price, price, day]);

const FORM = 'https://www.bot.go.tz/ExchangeRate/previous_rates';
const TOKEN = '__RequestVerificationToken';

const daysOf = ({ from, to }: Span, keys: Keys): FeedRequest => ({
  method: 'POST',
  url: FORM,
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: keys.cookie ?? '' },
  body: `${new URLSearchParams({ [TOKEN]: keys.token ?? '', dateFrom: toMonthFirst(from), dateTo: toMonthFirst(to) })}`,
});

const daily = defineFeed({
  name: 'daily',
  matches: /\/\/www\.bot\.go\.tz\/ExchangeRate\/previous_rates$/,
  session: {
    request: { method: 'GET', url: FORM },
    renewAfter: 50,
    toKeys: (page) => ({
      token: formField(page, TOKEN),
      cookie: (page.cookies ?? []).join('; '),
    }),
  },
  latest: (today, keys) => [daysOf({ from: addDays(today, -10), to: today }, keys)],
  between: (span, keys) => toPages(span, 31).map((page) => ({ ...daysOf(page, keys), mayBeAbsent: true })),
  read: htmlRows,
  // The column names come before the rates and again after them.
  schema: z.tuple([names]).rest(z.union([rate, names.transform(() => null)])),
  *observe([, ...rows]) {
    for (const row of rows) {
      if (row === null) continue;
      const [, label, bid, ask, mid, dated] = row;
      const date = dayOrText(withCentury(dated), 'DMY');
      const end = ENDED.get(label);
      if ((end !== undefined && date >= end) || `${bid}${ask}${mid}` === '') continue;
      yield { date, base: CODES.get(label) ?? label, quote: 'TZS', per: '1', unit: '', mid, bid, ask };
    }
  },
});

export const bota = defineProvider({
  code: 'BOTA',
  description: 'Bank of Tanzania',
  country: 'TANZANIA',
  countryCode: 'TZ',
  references: [{ from: FIRST, currency: 'TZS' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '17:00', timeZone: 'Africa/Dar_es_Salaam' },
  terms: {
    url: 'https://www.bot.go.tz/ExchangeRate',
    note: 'The page claims all rights; no terms of reuse are known to us. We name the source.',
  },
  feeds: [daily],
});
