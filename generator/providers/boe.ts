/** Bank of England: London spot rates, foreign units per pound, one column per series. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { csv, wholeLines } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { parseDay, toNamedMonth } from '../feeds/spelling.ts';
import { addDays } from '../wire/calendar.ts';

/** The document identifies a series by its name only. */
const SERIES: readonly (readonly string[])[] = [
  'XUDLUSS USD,XUDLERS EUR,XUDLJYS JPY,XUDLCDS CAD,XUDLSFS CHF,XUDLADS AUD,XUDLNDS NZD,XUDLNKS NOK,XUDLSKS SEK',
  'XUDLDKS DKK,XUDLHDS HKD,XUDLSGS SGD,XUDLSRS SAR,XUDLZRS ZAR,XUDLTWS TWD,XUDLBK25 CZK,XUDLBK33 HUF,XUDLBK47 PLN',
  'XUDLBK78 ILS,XUDLBK83 MYR,XUDLBK87 THB,XUDLBK89 CNY,XUDLBK93 KRW,XUDLBK95 TRY,XUDLBK97 INR,XUDLZOS4 RON',
].flatMap((line) => line.split(',').map((pair) => pair.split(' ')));
const NAMES = SERIES.map(([name]) => name);

const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url:
    'https://www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&CSVF=TN&UsingCodes=Y' +
    `&Datefrom=${toNamedMonth(from, '/')}&Dateto=${toNamedMonth(to, '/')}&SeriesCodes=${NAMES}`,
});

/** The columns must be those of the request, in the same order. */
const header = z.array(z.string()).refine((names) => `${names}` === `DATE,${NAMES}`, `not DATE,${NAMES}`);
const row = z.array(z.string()).length(SERIES.length + 1);

const spot = defineFeed({
  name: 'spot',
  matches: /\/boeapps\/database\/_iadb-fromshowcolumns\.asp\?/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 366).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: wholeLines(csv()),
  schema: z.tuple([header]).rest(row),
  *observe([, ...rows]) {
    for (const [day = '', ...figures] of rows) {
      const date = parseDay(day, 'DMY');
      for (const [index, figure] of figures.entries()) {
        const quote = SERIES[index]?.[1] ?? '';
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
