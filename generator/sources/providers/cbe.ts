/**
 * Central Bank of Egypt: buying and selling rates in pounds per unit, as a workbook with a row for each day and
 * currency. Longer than most because the form wants the currencies' names and a token.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Keys, type Span } from '../feeds/provider.ts';
import { formField } from '../feeds/readers.ts';
import { BROWSER } from '../feeds/request.ts';
import { toPages } from '../feeds/spans.ts';
import { toCodes, toDayFirst } from '../feeds/spelling.ts';
import { serialOrText, sheetOf, workbook } from '../feeds/workbook.ts';

const YEN = 'Japanese Yen 100';
const CODES = toCodes(
  'USD US Dollar, EUR Euro, GBP Pound Sterling, CAD Canadian Dollar, DKK Danish Krone, NOK Norwegian Krone',
  `SEK Swedish Krona, CHF Swiss Franc, JPY ${YEN}, SAR Saudi Riyal, KWD Kuwaiti Dinar, AED UAE Dirham`,
  'AUD Australian Dollar, BHD Bahraini Dinar, OMR Omani Riyal, QAR Qatari Riyal, JOD Jordanian Dinar, CNY Chinese Yuan',
);

const PATH = '/en/economic-research/statistics/cbe-exchange-rates/historical-data';
const SITE = 'https://www.cbe.org.eg';
const FORM = `${SITE}${PATH}`;
/** Without these the firewall of the site answers with status 200 and a page that says "Request Rejected". */
const BROWSING = { accept: '*/*', 'user-agent': BROWSER };
const TOKEN = '__RequestVerificationToken';

const daysOf = ({ from, to }: Span, keys: Keys): FeedRequest => {
  const asked = new URLSearchParams({
    [TOKEN]: keys.token ?? '',
    DataSourceId: '19CFFDDBFF494350A5E9C6A4397FC7DF',
    FallbackUrl: PATH,
    LanguageName: 'en',
    FromDateRaw: toDayFirst(from, '/'),
    ToDateRaw: toDayFirst(to, '/'),
  });
  for (const name of CODES.keys()) asked.append('SelectedSelectOptions', name);
  asked.append('SubmitAction', '2');
  return {
    method: 'POST',
    url: `${SITE}/api/statistics/GetHistoricalData`,
    headers: {
      ...BROWSING,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: keys.cookie ?? '',
      origin: SITE,
      referer: FORM,
    },
    body: `${asked}`,
  };
};

const figure = z.string();
const heading = z.tuple([z.literal('Date'), z.literal('Currency'), z.literal('Buy'), z.literal('Sell')]);

const daily = defineFeed({
  name: 'daily',
  matches: /\/api\/statistics\/GetHistoricalData$/,
  pauseMs: 1000,
  session: {
    request: { method: 'GET', url: FORM, headers: BROWSING },
    toKeys: (page) => ({
      token: formField(page, TOKEN),
      cookie: (page.cookies ?? []).join('; '),
    }),
  },
  latest: (today, keys) => [daysOf({ from: addDays(today, -10), to: today }, keys)],
  between: (span, keys) => toPages(span, 30).map((page) => ({ ...daysOf(page, keys), mayBeAbsent: true })),
  read: workbook,
  schema: sheetOf('Official Exchange Rates').pipe(
    z.tuple([heading]).rest(z.tuple([z.string(), z.string(), figure, figure])),
  ),
  *observe([, ...rows]) {
    for (const [serial, name, bid, ask] of rows) {
      const pair = { base: CODES.get(name) ?? name, quote: 'EGP', per: name === YEN ? '100' : '1' };
      yield { date: serialOrText(serial), ...pair, unit: '', mid: '', bid, ask };
    }
  },
});

export const cbe = defineProvider({
  code: 'CBE',
  description: 'Central Bank of Egypt',
  country: 'EGYPT',
  countryCode: 'EG',
  references: [{ from: '2024-03-01', currency: 'EGP' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 7], time: '15:00', timeZone: 'Africa/Cairo' },
  terms: { url: FORM, note: 'Name the Central Bank of Egypt as the source.' },
  feeds: [daily],
});
