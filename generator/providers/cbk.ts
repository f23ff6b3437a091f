/** Central Bank of Kenya: mid rates in shillings per unit, but in units per shilling for four neighbours. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { parseDay, toCodes, withoutZero } from '../feeds/spelling.ts';

const FOREIGN = toCodes(
  'USD US DOLLAR, GBP STG POUND, EUR EURO, ZAR SA RAND, AED AE DIRHAM, CAD CAN $, CHF S FRANC, SEK SW KRONER',
  'NOK NOR KRONER, DKK DAN KRONER, INR IND RUPEE, HKD HONGKONG DOLLAR, SGD SINGAPORE DOLLAR, SAR SAUDI RIYAL',
  'CNY CHINESE YUAN, AUD AUSTRALIAN $',
);
/** The 27.9234 of `KES / USHS` are Ugandan shillings per Kenyan shilling. */
const PER_SHILLING = toCodes('UGX KES / USHS, TZS KES / TSHS, RWF KES / RWF, BIF KES / BIF');

function pairOf(name: string): { readonly base: string; readonly quote: string; readonly per: string } {
  const quote = PER_SHILLING.get(name);
  if (quote !== undefined) return { base: 'KES', quote, per: '1' };
  if (name === 'JPY (100)') return { base: 'JPY', quote: 'KES', per: '100' };
  return { base: FOREIGN.get(name) ?? name, quote: 'KES', per: '1' };
}

/** All days since 2024, in one answer of 460 kB. Earlier days are in another table, whose columns we have not seen. */
const TABLE: FeedRequest = {
  method: 'POST',
  url: 'https://www.centralbank.go.ke/wp-admin/admin-ajax.php?action=get_wdtable&table_id=193',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'draw=1&start=0&length=-1',
};

const mean = defineFeed({
  name: 'mean rates',
  matches: /\/\/www\.centralbank\.go\.ke\/wp-admin\/admin-ajax\.php\?action=get_wdtable&table_id=193$/,
  latest: () => [TABLE],
  between: () => [TABLE],
  read: json,
  schema: z.object({ data: z.array(z.tuple([z.string(), z.string(), z.string().transform(withoutZero)])) }),
  *observe({ data: rows }) {
    for (const [day, name, figure] of rows) {
      if (figure !== '') yield midOf({ date: parseDay(day, 'DMY'), ...pairOf(name.trim()) }, figure);
    }
  },
});

export const cbk = defineProvider({
  code: 'CBK',
  description: 'Central Bank of Kenya',
  country: 'KENYA',
  countryCode: 'KE',
  references: [{ from: '2003-09-12', currency: 'KES' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'Africa/Nairobi' },
  terms: {
    url: 'https://www.centralbank.go.ke/rates/forex-exchange-rates/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [mean],
});
