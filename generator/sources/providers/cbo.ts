/**
 * Central Bank of Oman: rials per unit, and per troy ounce, from a form that answers one currency at a time. Longer
 * than most because the form wants its own hidden fields back, and figures come with a type in front.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Keys, type Span } from '../feeds/provider.ts';
import { captured, formField, htmlRows } from '../feeds/readers.ts';
import { dayOrText, toDayFirst, withoutZero } from '../feeds/spelling.ts';

const FORM = 'https://cbo.gov.om/Pages/DFESearch.aspx';
/** The choices of the form but one: `All` ignores the days. */
const CODES = [
  ...['AED', 'AUD', 'BDT', 'BHD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'EGP', 'ETB', 'EUR', 'GBP', 'HKD', 'IDR'],
  ...['INR', 'JOD', 'JPY', 'KES', 'KRW', 'KWD', 'LBP', 'LKR', 'MAD', 'MYR', 'NOK', 'NZD', 'PHP', 'PKR', 'QAR', 'RUB'],
  ...['SAR', 'SEK', 'SGD', 'SYP', 'THB', 'TND', 'TRY', 'TWD', 'TZS', 'USD', 'XAG', 'XAU', 'XDR', 'XPT', 'YER', 'ZAR'],
];
const FIELDS = ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTVALIDATION'];
const HEADER = 'Currency Code,Exchange Date,Currency Name (English),Country Name,Buying,Selling';

const ratesOf = ({ from, to }: Span, keys: Keys): readonly FeedRequest[] =>
  CODES.map((code) => {
    const name = (control: string) => `${keys.prefix ?? ''}${control}`;
    const form = new URLSearchParams({
      ...Object.fromEntries(FIELDS.map((field) => [field, keys[field] ?? ''])),
      [name('ddCurrencyCodes')]: code,
      [name('dateFrom')]: toDayFirst(from, '/'),
      [name('dateTo')]: toDayFirst(to, '/'),
      [name('btnExport')]: '',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: keys.cookie ?? '' };
    return { method: 'POST', url: FORM, headers, body: `${form}`, mayBeAbsent: true };
  });

const price = z
  .string()
  .regex(/^[a-z]+;#\d+(\.\d+)?$/)
  .transform((typed) => withoutZero(typed.replace(/^[a-z]+;#/, '')));
const moment = z.string().regex(/^\d\d\/\d\d\/\d{4} (0\d|1[0-2]):\d\d:\d\d [AP]M$/);
const names = z.array(z.string()).refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`);
const rate = z.tuple([z.string().regex(/^[A-Z]{3}$/), moment, z.string(), z.string(), price, price]);

/** `01/06/2026 12:05:00 PM` → `PM 00:05:00`, in the order of the hours. */
const timeOf = (dated: string) => dated.replace(/^\S+ (\S+) (\S+)$/, '$2 $1').replace(/ 12:/, ' 00:');

/** A revised fixing has several rows on its day, and the latest one holds. */
const daily = defineFeed({
  name: 'daily',
  partial: true,
  matches: /\/\/cbo\.gov\.om\/Pages\/DFESearch\.aspx$/,
  session: {
    request: { method: 'GET', url: FORM },
    toKeys: (page) => ({
      ...Object.fromEntries(FIELDS.map((name) => [name, formField(page, name)])),
      prefix: captured(page, /name="(ctl00\$[^"]*\$)ddCurrencyCodes"/),
      cookie: (page.cookies ?? []).join('; '),
    }),
  },
  latest: (today, keys) => ratesOf({ from: addDays(today, -10), to: today }, keys),
  between: (span, keys) => ratesOf(span, keys),
  read: htmlRows,
  schema: z.tuple([names]).rest(rate),
  *observe([, ...rates]) {
    const latest = new Map<string, z.infer<typeof rate>>();
    for (const row of rates) {
      const key = `${row[0]} ${row[1].slice(0, 10)}`;
      if (timeOf(row[1]) >= timeOf(latest.get(key)?.[1] ?? '')) latest.set(key, row);
    }
    for (const [base, dated, , , bid, ask] of latest.values()) {
      const date = dayOrText(dated.slice(0, 10), 'DMY');
      if (`${bid}${ask}` !== '') yield { date, base, quote: 'OMR', per: '1', unit: '', mid: '', bid, ask };
    }
  },
});

export const cbo = defineProvider({
  code: 'CBO',
  description: 'Central Bank of Oman',
  country: 'OMAN',
  countryCode: 'OM',
  references: [{ from: '2017-10-15', currency: 'OMR' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 7], time: '11:00', timeZone: 'Asia/Muscat' },
  terms: {
    url: 'https://cbo.gov.om/Pages/Copyright.aspx',
    note: 'The page claims all rights; no terms of reuse are known to us. We name the source.',
  },
  feeds: [daily],
});
