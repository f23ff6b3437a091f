/**
 * State Bank of Pakistan: daily averages of the banks' floating rates in rupees per unit, a month in a workbook that
 * has a row for each currency and a column for each day. Longer than most because of the names of the currencies.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { toCodes } from '../feeds/spelling.ts';
import { FIGURE, parseSerial, sheetOf, workbook } from '../feeds/workbook.ts';

const CODES = toCodes(
  'AUD Australian Dollar, BHD Bahraini Dinar, CAD Canadian Dollar, CNY Chinese Yuan, DKK Danish Krone, EUR Euro',
  'HKD Hongkong Dollar, JPY Japnese Yen, JPY Japanese Yen, KWD Kuwaiti Dinar, MYR Malaysian Ringgit',
  'NZD New Zealand Dollar, NOK Norwegian Krone, OMR Omani Riyal, QAR Qatari Riyal, SAR Saudi Arabian Riyal',
  'SGD Singaporian Dollar, SGD Singapore Dollar, SEK Swedish Krona, CHF Swiss Franc, THB Thai Bhat, THB Thai Baht',
  'TRY Turkish Lira, USD U.S. Dollar, AED UAE Dirham, GBP UK Pound Sterling',
);

const FILE: FeedRequest = { method: 'GET', url: 'https://www.sbp.org.pk/assets/document/BFER_Daily.xlsx' };

const row = z.array(z.string());
const title = (words: string) => z.tuple([z.literal(words)]);
/** Below the currencies stand the persons to ask. */
const END = 'Contact Person:';

/** Averages have all the digits that the division gave: 69.23827635714285. They are relayed as they are. */
const averages = defineFeed({
  name: 'averages',
  matches: /\/BFER_Daily\.xlsx$/,
  latest: () => [FILE],
  between: () => [FILE],
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
  terms: {
    url: 'https://www.sbp.org.pk/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [averages],
});
