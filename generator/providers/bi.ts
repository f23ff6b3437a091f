/**
 * Bank Indonesia: transaction rates in rupiah, selling and buying, one form for each currency. Longer than most because
 * of the fields of that form.
 */
import { z } from 'zod';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  type Keys,
  type Span,
} from '../feeds/provider.ts';
import { captured, htmlRows, text } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { parseDay, toNamedMonth, withoutThousands } from '../feeds/spelling.ts';
import { addDays } from '../wire/words/calendar.ts';

/** The renminbi that is traded abroad has a list too, but no code of its own. */
const CODES = 'AED AUD BND CAD CHF CNY DKK EUR GBP HKD JPY KRW KWD LAK MYR NOK NZD PGK PHP SAR SEK SGD THB USD VND';
const CURRENCIES = CODES.split(' ');
const FORM = 'https://www.bi.go.id/en/statistik/informasi-kurs/transaksi-bi/default.aspx';
const PART = 'ctl00$PlaceHolderMain$g_6c89d4ad_107f_437d_bd54_8fda17b556bf$ctl00$';
const TOKENS = ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTVALIDATION', '__REQUESTDIGEST'];

/** The form pads codes with two blanks. */
const formsOf = ({ from, to }: Span, keys: Keys): readonly FeedRequest[] =>
  CURRENCIES.map((code) => ({
    method: 'POST',
    url: FORM,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: keys.cookie ?? '' },
    body: `${new URLSearchParams({
      ...Object.fromEntries(TOKENS.map((name) => [name, keys[name] ?? ''])),
      [`${PART}ddlmatauang1`]: `${code}  `,
      [`${PART}txtFrom`]: toNamedMonth(from, '-'),
      [`${PART}txtTo`]: toNamedMonth(to, '-'),
      [`${PART}btnSearch1`]: 'Search',
    })}`,
    mayBeAbsent: true,
  }));

const HEADER = 'Value,Sell,Buy,Date';
const names = z.array(z.string()).refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`);
const price = z
  .string()
  .regex(/^[\d,]+\.\d\d$/)
  .transform(withoutThousands);
const units = z.enum(['1.00', '100.00']).transform((value) => value.replace('.00', ''));

/** Selling comes before buying. The currency is in a heading above the table. */
const transactions = defineFeed({
  name: 'transactions',
  partial: true,
  matches: /\/informasi-kurs\/transaksi-bi\/default\.aspx$/i,
  session: {
    request: { method: 'GET', url: FORM },
    toKeys: (page) => ({
      ...Object.fromEntries(
        TOKENS.map((name) => [name, captured(page, new RegExp(`name="${name}"[^>]* value="([^"]+)"`))]),
      ),
      cookie: (page.cookies ?? []).join('; '),
    }),
  },
  latest: (today, keys) => formsOf({ from: addDays(today, -10), to: today }, keys),
  between: (span, keys) => toPages(span, 31).flatMap((page) => formsOf(page, keys)),
  read: (answer) => ({ page: text(answer), rows: htmlRows(answer) }),
  schema: z.object({ page: z.string(), rows: z.tuple([names]).rest(z.tuple([units, price, price, z.string()])) }),
  *observe({ page, rows: [, ...rows] }) {
    const base = />CURRENCIES ([A-Z]{3})\s*</.exec(page)?.[1];
    if (base === undefined) throw new DocumentError('no heading names the currency');
    for (const [per, ask, bid, day] of rows) {
      yield { date: parseDay(day, 'DMY'), base, quote: 'IDR', per, unit: '', mid: '', bid, ask };
    }
  },
});

export const bi = defineProvider({
  code: 'BI',
  description: 'Bank Indonesia',
  country: 'INDONESIA',
  countryCode: 'ID',
  references: [{ from: '2001-01-02', currency: 'IDR' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '09:00', timeZone: 'Asia/Jakarta' },
  terms: {
    url: 'https://www.bi.go.id/en/statistik/informasi-kurs/transaksi-bi/default.aspx',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [transactions],
});
