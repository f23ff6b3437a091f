/**
 * Central Bank of Liberia: buying and selling, in Liberian dollars per US dollar, from pages of its list. The file is
 * longer than most because the pages are numbered from the newest.
 */
import { z } from 'zod';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider } from '../feeds/provider.ts';
import { htmlRows, text } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const TABLE = 'rates';
const HEADER = 'Date,Buying,Selling';
/** Each figure names both currencies and the unit, now and then with blanks around the figure. */
const PRICE = /^L\$\s*(\d+\.\d+)\s*\/\s*US\$\s*1\.00$/;
const price = z
  .string()
  .regex(PRICE)
  .transform((text) => text.replace(PRICE, '$1'));
/** `Saturday, May 23, 2026` */
const day = z
  .string()
  .regex(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}$/)
  .transform((text) => dayOrText(text.replace(/^\w+, /, '').replace(',', ''), 'MDY'));

const LIST = 'https://www.cbl.org.lr/research/buying-selling-rates';
/** The days that 14 rows span at least, with six rows a week. */
const PAGE_DAYS_MIN = 16;
/**
 * Pages of 14 rows are numbered from the newest, which is 0. In November 2026 some 105 of them reached back to July 2012,
 * and at most six rows are added in a week.
 */
const KNOWN: { readonly pages: number; readonly on: IsoDate } = { pages: 105, on: isoDate.parse('2026-11-20') };

const rows = z
  .tuple([z.array(z.string()).refine((names) => `${names}` === HEADER, `the column names are not ${HEADER}`)])
  .rest(z.tuple([day, price, price]));

/** The page covers six weeks. */
const newest = defineFeed({
  name: 'newest',
  table: TABLE,
  matches: /\/\/www\.cbl\.org\.lr\/research\/buying-selling-rates$/,
  latest: () => [{ method: 'GET', url: LIST }],
  between: () => [],
  read: htmlRows,
  schema: rows,
  observe: ([, ...listed]) => observe(listed),
});

/**
 * The days behind an address change daily, but a day only ever moves to a later page: a run that was interrupted
 * continues at a page whose rows were partly read before, and misses none.
 */
const older = defineFeed({
  name: 'older pages',
  table: TABLE,
  partial: true,
  matches: /\/\/www\.cbl\.org\.lr\/research\/buying-selling-rates\?page=\d+$/,
  latest: () => [],
  between: (span, _, today = span.to) =>
    pagesTo(span.from, today).map((url) => ({ method: 'GET', url, mayBeAbsent: true })),
  read: (answer) => ({ page: text(answer), rows: htmlRows(answer) }),
  schema: z.union([
    z.object({ rows }),
    // After the last page comes a page without a table, which links to the list.
    z
      .object({ page: z.string().includes('/research/buying-selling-rates'), rows: z.tuple([]) })
      .transform(() => ({ rows: [null] as const })),
  ]),
  observe: ({ rows: [, ...listed] }) => observe(listed),
});

function* observe(listed: readonly (readonly [IsoDate, string, string])[]) {
  for (const [date, bid, ask] of listed) {
    yield { date, base: 'USD', quote: 'LRD', per: '1', unit: '', mid: '', bid, ask } as const;
  }
}

/** Pages that surely reach back to the day: as if each week had six rows, but no more pages than there can be. */
function pagesTo(from: IsoDate, today: IsoDate): readonly string[] {
  const pagesSince = (first: IsoDate) => toPages({ from: first, to: today }, PAGE_DAYS_MIN).length + 1;
  const there = KNOWN.pages + pagesSince(KNOWN.on);
  return Array.from({ length: pagesSince(from) }, (_, page) => `${LIST}?page=${page}`).slice(0, there);
}

export const cbllr = defineProvider({
  code: 'CBLLR',
  description: 'Central Bank of Liberia',
  country: 'LIBERIA',
  countryCode: 'LR',
  references: [{ from: '2012-07-05', currency: 'LRD' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5, 6], time: '12:00', timeZone: 'Africa/Monrovia' },
  caveat: 'requests for older pages follow what other programs send; only the newest page was recorded',
  terms: {
    url: 'https://www.cbl.org.lr/research/buying-selling-rates',
    note: 'The page claims all rights; no terms of reuse are known to us. We name the source.',
  },
  feeds: [newest, older],
});
