/**
 * Central Bank of Sri Lanka: indicative mid rates in rupees per unit, a small table for each currency. Longer than
 * most because the form wants the names of the currencies that are asked for.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { htmlTables } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText, toTable, withoutZero } from '../feeds/spelling.ts';

/** Codes and names as the form has them. CNH, the yuan traded abroad, has no code of ISO 4217 and is not asked for. */
const CURRENCIES = toTable(
  'AUD Australian Dollar, BHD Bahrain Dinar, BDT Bangladesh Taka, BRL Brazil Real, BND Brunei Dollar',
  'CAD Canadian Dollar, CNY Chinese Yuan (Renminbi), CZK Czechoslovak Koruna, DKK Danish Kroner, EGP Egypt Pound',
  'EUR Euro, GHS Ghana Cedi, XAU Gold (per Troy oz.), HKD Hong Kong Dollar, HUF Hungary Forint, INR Indian Rupee',
  'IDR Indonesian Rupiah, IRR Iran Rial, JPY Japanese Yen, JOD Jordan Dinar, KES Kenya Shillings, KRW Korean Won',
  'KWD Kuwait Dinar, MOP Macau Pataca, MYR Malaysia  Ringgit, MVR Maldivian Rufiya, MUR Mauritius Rupee',
  'MMK Myanmar  Kyat, NPR Nepal Rupee, RON New Romania Leu, NZD New Zealand Dollar, NGN Nigeria Naira',
  'NOK Norwegian Kroner, OMR Oman Rial, PKR Pakistan Rupee, PGK Papua New Guinea Kina, PHP Philippines Peso',
  'PLN Poland Zloty, QAR Qatar Riyal, RUB Russia Rouble, SAR Saudi Arabian Riyal, SCR Seychelles Rupee',
  'SGD Singapore Dollar, SBD Solomon Island Dollar, ZAR South African Rand, GBP Sterling Pound, SEK Swedish Kroner',
  'CHF Swiss Franc, TWD Taiwan Dollar, THB Thailand Baht, AED UAE  Dirham, USD US Dollar, VND Vietnam Dong',
  'ZMW Zambia Kwacha (New)',
);

const daysOf = ({ from, to }: Span): FeedRequest => {
  const asked = new URLSearchParams({ lookupPage: 'lookup_daily_exchange_rates.php', rangeType: 'dates' });
  asked.append('txtStart', from);
  asked.append('txtEnd', to);
  for (const [code, name] of CURRENCIES) asked.append('chk_cur[]', `${code}~${name}`);
  asked.append('submit_button', 'Submit');
  return {
    method: 'POST',
    url: 'https://www.cbsl.gov.lk/cbsl_custom/exrates/exrates_results.php',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${asked}`,
  };
};

/** The third column is the second one inverted and rounded, which leaves 0 for gold; it is not read. */
const header = z.tuple([z.literal('Date'), z.string(), z.string()]);
const row = z.tuple([z.string().regex(/^\d{4}-\d\d-\d\d$/), z.string(), z.string()]);

const daily = defineFeed({
  name: 'daily',
  matches: /\/cbsl_custom\/exrates\/exrates_results\.php$/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 31).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: htmlTables,
  schema: z.array(z.tuple([header]).rest(row)).min(1, 'the page has no table'),
  *observe(tables) {
    for (const [[, title, inverse], ...rows] of tables) {
      const [, base] = /^1 ([A-Z]{3}) -> LKR$/.exec(title) ?? [];
      if (base === undefined || inverse !== `1 LKR -> ${base}`) throw new DocumentError(`not in rupees: ${title}`);
      if (base === 'CNH') continue;
      for (const [day, price] of rows) {
        const figure = withoutZero(plainOrText(price));
        if (figure !== '') yield midOf({ date: dayOrText(day, 'YMD'), base, quote: 'LKR' }, figure);
      }
    }
  },
});

export const cbsl = defineProvider({
  code: 'CBSL',
  description: 'Central Bank of Sri Lanka',
  country: 'SRI LANKA',
  countryCode: 'LK',
  references: [{ from: '2011-01-20', currency: 'LKR' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '09:30', timeZone: 'Asia/Colombo' },
  terms: {
    url: 'https://www.cbsl.gov.lk/en/rates-and-indicators/exchange-rates/daily-indicative-exchange-rates',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
