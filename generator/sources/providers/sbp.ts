/**
 * State Bank of Pakistan: daily averages of the banks' floating rates in rupees per unit, in workbooks with a row for
 * each currency and a column for each day: one for a month, and one since 2013. Longer than most because of the names
 * of the currencies.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { toCodes, withoutZero } from '../feeds/spelling.ts';
import { FIGURE, isSerial, parseSerial, sheetOf, workbook } from '../feeds/workbook.ts';

/** The two workbooks spell several names differently, and the longer one not always in the same way. */
const CODES = toCodes(
  'AUD Australian Dollar, BHD Bahraini Dinar, CAD Canadian Dollar, CNY Chinese Yuan, DKK Danish Krone, EUR Euro',
  'HKD Hongkong Dollar, HKD HongKong Dollar, HKD Hong Kong Dollar, JPY Japnese Yen, JPY Japanese Yen',
  'KWD Kuwaiti Dinar, MYR Malaysian Ringgit, NZD New Zealand Dollar, NOK Norwegian Krone, OMR Omani Riyal',
  'QAR Qatari Riyal, SAR Saudi Arabian Riyal, SGD Singaporian Dollar, SGD Singapore Dollar, SEK Swedish Krona',
  'SEK Swedish Krone, CHF Swiss Franc, THB Thai Bhat, THB Thai Baht, TRY Turkish Lira, USD U.S. Dollar',
  'AED UAE Dirham, AED U.A.E. Dirham, GBP UK Pound Sterling, GBP U.K. Pound Sterling',
);

const FOLDER = 'https://www.sbp.org.pk/assets/document';
const MONTH: FeedRequest = { method: 'GET', url: `${FOLDER}/BFER_Daily.xlsx` };
const ARCHIVE: FeedRequest = { method: 'GET', url: `${FOLDER}/BFER_Daily_Arch.xlsx` };
const TABLE = 'averages';

const row = z.array(z.string());
const title = (words: string) => z.tuple([z.literal(words)]);
/** Below the currencies stand the persons to ask. */
const END = 'Contact Person:';

/**
 * Averages have all the digits that the division gave: 69.23827635714285. They are relayed as they are. The workbook
 * stood still in 2026 while the longer one, which rounds them, went on: where both state a day, the longer one holds.
 */
const month = defineFeed({
  name: TABLE,
  partial: true,
  yields: true,
  matches: /\/BFER_Daily\.xlsx$/,
  latest: () => [MONTH],
  between: () => [MONTH],
  read: workbook,
  schema: sheetOf('Sheet1').pipe(
    z
      .tuple([
        title('State Bank of Pakistan'),
        z.tuple([z.string()]),
        title("Daily Average Banks' Floating Exchange Rates"),
        title('Pak Rupees per Currency Unit'),
        z.tuple([z.string()]),
        z.tuple([z.literal('Country / Monetary Union'), z.literal('Currency')]).rest(z.string()),
      ])
      .rest(row),
  ),
  *observe([, , , , , [, , ...serials], ...rows]) {
    const days = serials.map(parseSerial);
    const end = rows.findIndex(([first]) => first === END);
    if (end < 0) throw new DocumentError(`the sheet does not end with ${END}`);
    for (const [, name = '', ...figures] of rows.slice(0, end)) {
      if (figures.length > days.length) throw new DocumentError(`${name}: more figures than days`);
      for (const [index, date] of days.entries()) {
        const figure = figures[index] ?? '';
        if (FIGURE.test(figure)) yield midOf({ date, base: CODES.get(name) ?? name, quote: 'PKR' }, figure);
      }
    }
  },
});

const BLANKS = /\s+/g;
const DAYS_MIN = 3;

/** The rows above the days and the sheet's name change between uploads, so only the days are looked for. */
const archive = defineFeed({
  name: 'archive',
  table: TABLE,
  wholeArchive: true,
  // If two documents have the same second, the hash would decide which holds.
  pauseMs: 1000,
  matches: /\/BFER_Daily_Arch\.xlsx$/,
  latest: () => [ARCHIVE],
  between: () => [ARCHIVE],
  read: workbook,
  schema: z.array(z.object({ name: z.string(), rows: z.array(row) })).length(1),
  *observe([sheet]) {
    const { rows } = sheet ?? { rows: [] };
    const head = rows.findIndex((cells) => cells.filter(isSerial).length >= DAYS_MIN);
    if (head < 0) throw new DocumentError('no row of the sheet has days');
    const days = (rows[head] ?? []).map((cell) => (isSerial(cell) ? parseSerial(cell) : null));
    for (const cells of rows.slice(head + 1)) {
      const name = (cells[1] ?? '').replaceAll(BLANKS, ' ');
      for (const [index, date] of days.entries()) {
        const figure = withoutZero(cells[index] ?? '');
        if (date !== null && name !== '' && FIGURE.test(figure))
          yield midOf({ date, base: CODES.get(name) ?? name, quote: 'PKR' }, figure);
      }
    }
  },
});

export const sbp = defineProvider({
  code: 'SBP',
  description: 'State Bank of Pakistan',
  country: 'PAKISTAN',
  countryCode: 'PK',
  references: [{ from: '2013-07-02', currency: 'PKR' }],
  timeSeries: true,
  bidAsk: false,
  // A month's days come about three weeks after its end.
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Asia/Karachi', lagDaysMax: 62 },
  caveat: 'the workbook of rates since 2013 is known from other programs; it was not recorded',
  terms: {
    url: 'https://www.sbp.org.pk/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [month, archive],
});
