/**
 * Bank of England: London spot rates, foreign units per pound, one column per series. The file is longer than most because
 * of the names of the series.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { csv, wholeLines } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toNamedMonth } from '../feeds/spelling.ts';

/** The document identifies a series by its name only. */
const SERIES: readonly (readonly string[])[] = [
  'XUDLUSS USD,XUDLERS EUR,XUDLJYS JPY,XUDLCDS CAD,XUDLSFS CHF,XUDLADS AUD,XUDLNDS NZD,XUDLNKS NOK,XUDLSKS SEK',
  'XUDLDKS DKK,XUDLHDS HKD,XUDLSGS SGD,XUDLSRS SAR,XUDLZRS ZAR,XUDLTWS TWD,XUDLBK25 CZK,XUDLBK33 HUF,XUDLBK47 PLN',
  'XUDLBK78 ILS,XUDLBK83 MYR,XUDLBK87 THB,XUDLBK89 CNY,XUDLBK93 KRW,XUDLBK95 TRY,XUDLBK97 INR,XUDLZOS4 RON',
].flatMap((line) => line.split(',').map((pair) => pair.split(' ')));
const NAMES = SERIES.map(([name]) => name);
const CURRENCIES = new Map(SERIES.map(([name = '', currency = '']) => [name, currency]));

const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url:
    'https://www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&CSVF=TN&UsingCodes=Y' +
    `&Datefrom=${toNamedMonth(from, '/')}&Dateto=${toNamedMonth(to, '/')}&SeriesCodes=${NAMES}`,
});

/** The columns must be those of the request, in the same order; a series that had not begun may be left out. */
const header = z
  .tuple([z.literal('DATE')])
  .rest(z.string())
  .refine(
    ([, ...names]) => `${names}` === `${NAMES.filter((name) => names.includes(name ?? ''))}` && names.length > 0,
    `not DATE,${NAMES} without those that had not begun`,
  );

const spot = defineFeed({
  name: 'spot',
  matches: /\/boeapps\/database\/_iadb-fromshowcolumns\.asp\?/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 366).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: wholeLines(csv()),
  schema: z.tuple([header]).rest(z.array(z.string())),
  *observe([[, ...names], ...rows]) {
    for (const [day = '', ...figures] of rows) {
      const date = dayOrText(day, 'DMY');
      if (figures.length !== names.length) throw new DocumentError(`${day}: not one figure for each column`);
      for (const [index, figure] of figures.entries()) {
        const quote = CURRENCIES.get(names[index] ?? '') ?? '';
        if (figure !== '') yield midOf({ date, base: 'GBP', quote }, figure);
      }
    }
  },
});

export const boe = defineProvider({
  code: 'BOE',
  description: 'Bank of England',
  country: 'UNITED KINGDOM',
  countryCode: 'GB',
  references: [{ from: '1975-01-02', currency: 'GBP' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Europe/London' },
  terms: {
    url: 'https://www.bankofengland.co.uk/legal',
    note: 'Name the Bank of England as the source. The rates are indicative: the bank does not set them, and warrants none.',
  },
  feeds: [spot],
});
