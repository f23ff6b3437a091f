/**
 * National Bank of Serbia: dinars for Unit units, mid rates in one list, foreign exchange buying and selling rates in
 * another. Longer than most because each list has two forms: a web page for a day, and a file that only that page
 * links to.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type Feed, type FeedRequest } from '../feeds/provider.ts';
import { htmlTables, text, xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, toDayFirst, toPoint } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const PAGE = 'https://webappcenter.nbs.rs/ExchangeRateWebApp/ExchangeRate/IndexByDate';

interface Row {
  readonly base: string;
  readonly per: string;
  readonly mid: string;
  readonly bid: string;
  readonly ask: string;
}

function* observe(day: string, rows: readonly Row[]) {
  const date = parseDay(day, 'DMY');
  for (const row of rows) yield { date, quote: 'RSD', unit: '', ...row } as const;
}

/** `Currency` is the code. `Code` is the ISO number without leading zeros, but 280 for the mark instead of 276. */
const item = z.object({ Currency: z.string(), Unit: z.string() });
const middleItem = item
  .extend({ Middle_Rate: z.string() })
  .transform(
    ({ Currency, Unit, Middle_Rate }): Row => ({ base: Currency, per: Unit, mid: Middle_Rate, bid: '', ask: '' }),
  );
const exchangeItem = item
  .extend({ Buying_Rate: z.string(), Selling_Rate: z.string() })
  .transform(
    (row): Row => ({ base: row.Currency, per: row.Unit, mid: '', bid: row.Buying_Rate, ask: row.Selling_Rate }),
  );

/**
 * The files, which have no fixed address. The third list, of banknotes (efektiva), is not read, because its prices are
 * wider and it has only three currencies: to the feed of buying and selling rates it is a document without figures.
 */
function file(
  table: string,
  lists: string,
  types: readonly [string, ...string[]],
  rowOf: z.ZodType<Row>,
): Feed<unknown> {
  const [type] = types;
  return defineFeed({
    name: `${table}, file`,
    table,
    matches: new RegExp(`/IndexByDate \\(list type (${lists})\\)$`),
    latest: () => [],
    between: () => [],
    read: xml('Item'),
    schema: z.object({
      Exchange_Rates_List: z.strictObject({
        header: z.object({ Date: z.string(), Type: z.enum(types) }),
        Item: z.array(rowOf),
      }),
    }),
    isSilent: ({ Exchange_Rates_List: { header } }) => header.Type !== type,
    observe: ({ Exchange_Rates_List: { header, Item } }) => observe(header.Date, Item),
  });
}

const cell = z.string();
const middleRow = z
  .tuple([cell, cell, cell, cell, cell])
  .transform(([base, , , per, mid]): Row => ({ base, per, mid: toPoint(mid), bid: '', ask: '' }));
const exchangeRow = z
  .tuple([cell, cell, cell, cell, cell, cell])
  .transform(([base, , , per, bid, ask]): Row => ({ base, per, mid: '', bid: toPoint(bid), ask: toPoint(ask) }));

/** `ФОРМИРАНА НА ДАН 14.8.2026.`, in letters or in character references. */
const FORMED_ON = /(?:НА ДАН|&#x41D;&#x410; &#x414;&#x410;&#x41D;) (\d{1,2}\.\d{1,2}\.\d{4})\. /g;

/** Whether it has the form by which it is searched, which it has on holidays too. */
function hasSearchForm(page: string): boolean {
  const form = page.indexOf('<form');
  return form >= 0 && page.includes('ExchangeRateListTypeID', form);
}

/** On a day without a list the page has no table; on a Saturday it shows Friday's list. */
function page(table: string, list: number, titles: RegExp, rowOf: z.ZodType<Row>): Feed<unknown> {
  const pageOf = (date: IsoDate): FeedRequest => ({
    method: 'GET',
    url: `${PAGE}?isSearchExecuted=true&Date=${toDayFirst(date, '.')}.&ExchangeRateListTypeID=${list}`,
    mayBeAbsent: true,
  });
  const head = z.array(cell).refine((cells) => titles.test(cells.join('|')), `the titles are not ${titles}`);
  return defineFeed({
    name: `${table}, page`,
    table,
    matches: new RegExp(`/IndexByDate\\?.*&ExchangeRateListTypeID=${list}$`),
    latest: (today) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(pageOf),
    between: (span) => toDays(span, WORKDAYS).map(pageOf),
    read: (answer) => ({
      days: [...text(answer).matchAll(FORMED_ON)].map(([, day]) => day),
      tables: htmlTables(answer),
      hasForm: hasSearchForm(text(answer)),
    }),
    schema: z.union([
      z.object({ days: z.tuple([z.string()]), tables: z.tuple([z.tuple([head]).rest(rowOf)]) }),
      // Without the form of the search it is another page: a firewall's, or a notice.
      z.object({ days: z.tuple([]), tables: z.tuple([]), hasForm: z.literal(true) }),
    ]),
    *observe({ days: [day], tables: [rows] }) {
      if (day === undefined || rows === undefined) return;
      const [, ...listed] = rows;
      yield* observe(day, listed);
    },
  });
}

const COLUMNS = '^ОЗНАКА ВАЛУТЕ\\|ШИФРА ВАЛУТЕ\\|НАЗИВ ЗЕМЉЕ\\|ВАЖИ ЗА\\|';

export const nbs = defineProvider({
  code: 'NBS',
  description: 'National Bank of Serbia',
  country: 'SERBIA',
  countryCode: 'RS',
  // Lists before 2006-10-25 are in the Serbian and the Yugoslav dinar.
  references: [{ from: '2006-10-25', currency: 'RSD' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: WORKDAYS, time: '08:00', timeZone: 'Europe/Belgrade' },
  caveat: 'no page of a single day was recorded, only files of 2015; the form of a holiday is a guess',
  terms: {
    url: 'https://www.nbs.rs/en/indeks/index.html',
    note: 'Name the National Bank of Serbia as the source, visibly, and leave the content unchanged.',
  },
  feeds: [
    page('middle', 3, new RegExp(`${COLUMNS}СРЕДЊИ[^|]*$`), middleRow),
    page('foreign exchange', 1, new RegExp(`${COLUMNS}КУПОВНИ[^|]*\\|ПРОДАЈНИ[^|]*$`), exchangeRow),
    file('middle', 'middle rate', ['OFFICIAL MIDDLE EXCHANGE RATE OF THE DINAR'], middleItem),
    file('foreign exchange', 'foreign exchange|foreign cash', ['devize', 'efektiva'], exchangeItem),
  ],
});
