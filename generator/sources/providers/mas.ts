/**
 * Monetary Authority of Singapore: Singapore dollars per 1 or 100 units at noon, downloaded through a web form. The
 * file is longer than most because of that form, and because the columns have names of currencies and no codes.
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
import { csv, formField, text } from '../feeds/readers.ts';
import { toMonthPages } from '../feeds/spans.ts';
import { parseDay, toTable } from '../feeds/spelling.ts';

const FORM = 'https://eservices.mas.gov.sg/statistics/msb/ExchangeRates.aspx';

const NAMES = toTable(
  'EUR Euro, GBP Pound Sterling, USD US Dollar, AUD Australian Dollar, CAD Canadian Dollar, CNY Chinese Renminbi',
  'HKD Hong Kong Dollar, INR Indian Rupee, IDR Indonesian Rupiah, JPY Japanese Yen, KRW Korean Won, MYR Malaysian Ringgit',
  'TWD New Taiwan Dollar, NZD New Zealand Dollar, PHP Philippine Peso, QAR Qatar Riyal, SAR Saudi Arabia Riyal',
  'CHF Swiss Franc, THB Thai Baht, AED UAE Dirham, VND Vietnamese Dong',
);
const CODES = new Map([...NAMES].map(([code, name]) => [name, code]));

/** Hidden fields of the form's page, which must be sent back with the form. */
const HIDDEN = ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTVALIDATION'];
/** Three currencies are quoted per unit and eighteen per 100 units. */
const BOXES = [
  ...['0', '1', '2'].map((box) => `EndOfPeriodPerUnitCheckBoxList$${box}`),
  ...Array.from({ length: 18 }, (_, box) => `EndOfPeriodPer100UnitsCheckBoxList$${box}`),
];

function toFields(answer: FeedAnswer): Keys {
  const fields = HIDDEN.map((name) => [name, formField(answer, name)]);
  return { ...Object.fromEntries(fields), cookie: (answer.cookies ?? []).join('; ') };
}

const monthsOf = ({ from, to }: Span, keys: Keys): FeedRequest => {
  const body = new URLSearchParams();
  for (const name of HIDDEN) body.set(name, keys[name] ?? '');
  const ask = (field: string, value: string) => body.set(`ctl00$ContentPlaceHolder1$${field}`, value);
  for (const [name, day] of Object.entries({ Start: from, End: to })) {
    ask(`${name}YearDropDownList`, day.slice(0, 4));
    ask(`${name}MonthDropDownList`, day.slice(5, 7).replace(/^0/, ''));
  }
  ask('FrequencyDropDownList', 'D');
  for (const box of BOXES) ask(box, 'on');
  ask('DownloadButton', 'Download');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: keys.cookie ?? '' };
  return { method: 'POST', url: FORM, headers, body: `${body}` };
};

const isPage = ({ bytes }: FeedAnswer) =>
  Buffer.from(bytes.subarray(0, 200)).toString('latin1').trimStart().startsWith('<');

const cell = z.string();
const TITLE = /^S\$ Per (Unit|100 Units) of (.+)$/;
const title = z.tuple([z.string()]);
const header = z.tuple([z.literal('End of Period'), z.literal(''), z.literal('')]).rest(cell.regex(TITLE));
const day = z.tuple([cell.regex(/^(\d{4})?$/), cell.regex(/^([A-Z][a-z]{2})?$/), cell.regex(/^\d\d$/)]).rest(cell);
const note = z.tuple([cell.regex(/^\*/)]);

/** Year and month are stated only where they change. A note that daily figures are as of noon ends the document. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/statistics\/msb\/ExchangeRates\.aspx$/i,
  session: { request: { method: 'GET', url: FORM }, toKeys: toFields },
  latest: (today, keys) => [monthsOf({ from: addDays(today, -10), to: today }, keys)],
  between: (span, keys) => toMonthPages(span, 12).map((page) => ({ ...monthsOf(page, keys), mayBeAbsent: true })),
  // A window without data answers the page of the form.
  isSilent: (rows) => rows === null,
  read: (answer) => (isPage(answer) ? text(answer) : csv(',', 'dropped')(answer)),
  schema: z.union([
    z
      .string()
      .includes('No Results Found')
      .transform(() => null),
    z
      .tuple([title, z.tuple([z.literal('Exchange Rates (Daily)')]), title, header])
      .rest(z.union([day, note]))
      .refine(
        (rows) => rows.at(-1)?.[0] === '* Daily figures are values as of noon.',
        'the notes at the end are missing',
      ),
  ]),
  *observe(document) {
    if (document === null) return;
    const [, , , [, , , ...names], ...rows] = document;
    let [year, month, last] = ['', '', ''];
    for (const [first, second, number, ...figures] of rows) {
      if (second === undefined) continue; // a note
      [year, month] = [first || year, second || month];
      if (figures.length !== names.length)
        throw new DocumentError(`${figures.length} figures, ${names.length} columns`);
      const date = parseDay(`${number} ${month} ${year}`, 'DMY');
      // Days rise, so that one that does not is of a month or a year whose name is missing.
      if (date <= last) throw new DocumentError(`${date} follows ${last}: the row has no month or year of its own`);
      last = date;
      for (const [index, name] of names.entries()) {
        const [, units, currency = ''] = TITLE.exec(name) ?? [];
        const pair = { base: CODES.get(currency) ?? currency, quote: 'SGD', per: units === 'Unit' ? '1' : '100' };
        const figure = figures[index] ?? '';
        if (figure !== '') yield midOf({ date, ...pair }, figure);
      }
    }
  },
});

export const mas = defineProvider({
  code: 'MAS',
  description: 'Monetary Authority of Singapore',
  country: 'SINGAPORE',
  countryCode: 'SG',
  references: [{ from: '1988-01-01', currency: 'SGD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '18:00', timeZone: 'Asia/Singapore' },
  terms: {
    url: 'https://www.mas.gov.sg/terms-of-use',
    note: 'Name the authority as the source and leave the figures as they are; its terms of use apply.',
  },
  feeds: [daily],
});
