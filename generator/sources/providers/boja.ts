/**
 * Bank of Jamaica: Jamaican dollars per unit, the average counter rates of dealers, from a table of its web site. This
 * adapter is longer than most because it knows currencies by name and must first ask for a page.
 */
import { z } from 'zod';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, type Keys } from '../feeds/provider.ts';
import { captured, json } from '../feeds/readers.ts';
import { dayOrText, toCodes, withoutZero } from '../feeds/spelling.ts';

/** Sterling issued by a bank in Belfast: not a currency of its own, yet 10 % dearer in this table than sterling. */
const NO_CURRENCY = 'NORTHERN IRELAND POUND';
const CODES = toCodes(
  'AUD AUSTRALIAN DOLLAR, BSD BAHAMAS DOLLAR, BBD BARBADOS DOLLAR, BZD BELIZE DOLLAR, CAD CANADA DOLLAR',
  'KYD CAYMAN DOLLAR, DKK DANISH KRONE, DOP DOMINICAN REP. PESO, XCD E. C. DOLLAR, EUR EURO, GIP GIBRALTAR POUND',
  'GBP GREAT BRITAIN POUND, GYD GUYANA DOLLAR, HKD HONG KONG DOLLAR, JPY JAPANESE YEN, NOK NORWEGIAN KRONE',
  'SEK SWEDISH KRONA, CHF SWISS FRANC, TTD T&T DOLLAR, USD U.S. DOLLAR',
);
const FIRST = isoDate.parse('2006-01-03');
/** Only the page names the columns: date, currency, buying of transfers, of notes and of coins, selling. */
const cell = z.string();
const row = z.tuple([cell, cell, cell, cell, cell, cell]);

/** Requests the whole table, some 8 MB. No other request is known to work. */
const tableOf = (keys: Keys): FeedRequest => ({
  method: 'POST',
  url: 'https://boj.org.jm/wp-admin/admin-ajax.php?action=get_wdtable&table_id=134',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `${new URLSearchParams({ draw: '1', start: '0', length: '-1', wdtNonce: keys.nonce ?? '' })}`,
});

const counter = defineFeed({
  name: 'counter rates',
  wholeArchive: true,
  matches: /\/\/boj\.org\.jm\/wp-admin\/admin-ajax\.php\?action=get_wdtable&table_id=134$/,
  session: {
    request: { method: 'GET', url: 'https://boj.org.jm/market/foreign-exchange/counter-rates/' },
    toKeys: (page) => ({ nonce: captured(page, /wdtNonceFrontendServerSide_134"\s+value="([^"]+)"/) }),
  },
  latest: (_, keys) => [tableOf(keys)],
  between: (_, keys) => [{ ...tableOf(keys), mayBeAbsent: true }],
  read: json,
  schema: z.object({ data: z.array(row) }),
  *observe({ data: rows }) {
    for (const [day, name, bid, , , ask] of rows) {
      const [date, label] = [dayOrText(day, 'DMY'), name.trim()];
      const sides = { mid: '', bid: withoutZero(bid.trim()), ask: withoutZero(ask.trim()) };
      if (label === NO_CURRENCY || `${sides.bid}${sides.ask}` === '') continue;
      yield { date, base: CODES.get(label) ?? label, quote: 'JMD', per: '1', unit: '', ...sides };
    }
  },
});

export const boja = defineProvider({
  code: 'BOJA',
  description: 'Bank of Jamaica',
  country: 'JAMAICA',
  countryCode: 'JM',
  references: [{ from: FIRST, currency: 'JMD' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'America/Jamaica' },
  terms: {
    url: 'https://boj.org.jm/market/foreign-exchange/counter-rates/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [counter],
});
