/**
 * Bank Indonesia: transaction rates in rupiah, buying and selling, one request for each currency, and its own rate of
 * the dollar, JISDOR. Longer than most because the page that had the same rates until October 2026 is still
 * read.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { htmlRows, text, xml } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText } from '../feeds/spelling.ts';

/** The renminbi that is traded abroad has a list too, but no code of its own. */
const CODES = 'AED AUD BND CAD CHF CNY DKK EUR GBP HKD JPY KRW KWD LAK MYR NOK NZD PGK PHP SAR SEK SGD THB USD VND';
const SERVICE = 'https://www.bi.go.id/biwebservice/wskursbi.asmx';

/** An empty list is no fault: the feast at the end of Ramadan lasts longer than a week. */
const get = (address: string): FeedRequest => ({ method: 'GET', url: `${SERVICE}/${address}`, mayBeAbsent: true });
const transactionsOf = ({ from, to }: Span): readonly FeedRequest[] =>
  CODES.split(' ').map((code) => get(`getSubKursLokal3?mts=${code}&startdate=${from}&enddate=${to}`));
const jisdorOf = ({ from, to }: Span) => get(`getSubKursJisdor3?mts=USD&startDate=${from}&endDate=${to}`);

const price = z.string().regex(/^\d+\.\d+$/);
const units = z.enum(['1.00', '100.00']).transform((value) => value.replace('.00', ''));
/** The members of a row end with the name of their list, `beli_subkurslokal`, and codes are padded with blanks. */
const row = z
  .record(z.string(), z.string())
  .transform((cells) => Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name.split('_')[0], cell])))
  .pipe(
    z.object({
      nil: units,
      beli: price,
      jual: price,
      tgl: z.string().regex(/^\d{4}-\d\d-\d\dT00:00:00\+07:00$/),
      mts: z.string(),
    }),
  )
  .transform(({ nil: per, beli: bid, jual: ask, tgl, mts }) => {
    return { date: dayOrText(tgl.slice(0, 10), 'YMD'), base: mts.trim(), per, bid, ask };
  });
/** Without rows, the list is an empty element. */
const rowsOf = z.union([
  z.object({ Table: z.array(row).default([]) }).transform(({ Table }) => Table),
  z.literal('').transform(() => []),
]);
const list = z
  .object({ DataSet: z.object({ diffgram: z.object({ NewDataSet: rowsOf }) }) })
  .transform(({ DataSet }) => DataSet.diffgram.NewDataSet);

const TABLE = 'transactions';

const service = defineFeed({
  name: 'service',
  table: TABLE,
  partial: true,
  matches: /\/wskursbi\.asmx\/getSubKursLokal3\?/,
  latest: (today) => transactionsOf({ from: addDays(today, -10), to: today }),
  between: (span) => toPages(span, 366).flatMap(transactionsOf),
  read: xml('Table'),
  schema: list,
  *observe(rows, { request }) {
    const asked = new URL(request.url).searchParams.get('mts');
    for (const { base, ...stated } of rows) {
      if (base !== asked) throw new DocumentError(`${base} where ${asked} was asked for`);
      yield { ...stated, base, quote: 'IDR', unit: '', mid: '' };
    }
  },
});

/** The Jakarta Interbank Spot Dollar Rate, which stands in both columns. */
const jisdor = defineFeed({
  name: 'JISDOR',
  partial: true,
  matches: /\/wskursbi\.asmx\/getSubKursJisdor3\?/,
  latest: (today) => [jisdorOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 366).map(jisdorOf),
  read: xml('Table'),
  schema: list,
  *observe(rows) {
    for (const { date, base, per, bid, ask } of rows) {
      if (bid !== ask || base !== 'USD') throw new DocumentError(`${date}: not one rate of the dollar: ${base}`);
      yield midOf({ date, base, quote: 'IDR', per }, bid);
    }
  },
});

const HEADER = 'Value,Sell,Buy,Date';
const names = z.array(z.string()).refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`);
const grouped = z
  .string()
  .regex(/^[\d,]+\.\d\d$/)
  .transform(plainOrText);

/** The page as it was until October 2026: selling before buying, and the currency in a heading above the table. */
const page = defineFeed({
  name: TABLE,
  partial: true,
  matches: /\/informasi-kurs\/transaksi-bi\/default\.aspx$/i,
  latest: () => [],
  between: () => [],
  read: (answer) => ({ page: text(answer), rows: htmlRows(answer) }),
  schema: z.object({ page: z.string(), rows: z.tuple([names]).rest(z.tuple([units, grouped, grouped, z.string()])) }),
  *observe({ page: whole, rows: [, ...rows] }) {
    const base = />CURRENCIES ([A-Z]{3})\s*</.exec(whole)?.[1];
    if (base === undefined) throw new DocumentError('no heading names the currency');
    for (const [per, ask, bid, date] of rows) {
      yield { date: dayOrText(date, 'DMY'), base, quote: 'IDR', per, unit: '', mid: '', bid, ask };
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
  schedule: { days: [1, 2, 3, 4, 5], time: '10:00', timeZone: 'Asia/Jakarta' },
  terms: {
    url: 'https://www.bi.go.id/en/statistik/informasi-kurs/transaksi-bi/default.aspx',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [service, jisdor, page],
});
