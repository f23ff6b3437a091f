/**
 * Central Bank of Kenya: mid rates in shillings per unit, but in units per shilling for four neighbours. The file is
 * longer than most because there are two tables, and names instead of codes.
 */
import { z } from 'zod';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText, toCodes, withoutZero } from '../feeds/spelling.ts';

/** Names are compared without blanks: the older table has `KES/USHS` and `JPY(100)`. */
const codesOf = (...lines: readonly string[]) =>
  new Map([...toCodes(...lines)].map(([name, code]) => [name.replaceAll(' ', ''), code]));
const FOREIGN = codesOf(
  'USD US DOLLAR, GBP STG POUND, EUR EURO, ZAR SA RAND, AED AE DIRHAM, CAD CAN $, CHF S FRANC, SEK SW KRONER',
  'NOK NOR KRONER, DKK DAN KRONER, INR IND RUPEE, HKD HONGKONG DOLLAR, SGD SINGAPORE DOLLAR, SAR SAUDI RIYAL',
  'CNY CHINESE YUAN, AUD AUSTRALIAN $, HKD HONGKONG $, SGD SINGAPORE $, ZAR S. AFRICAN RAND, AED UAE DIRHAM',
  'CHF SWISS FRANC',
);
/** The 27.9234 of `KES / USHS` are Ugandan shillings per Kenyan shilling. */
const PER_SHILLING = codesOf('UGX KES / USHS, TZS KES / TSHS, RWF KES / RWF, BIF KES / BIF');

function pairOf(name: string): { readonly base: string; readonly quote: string; readonly per: string } {
  const key = name.replaceAll(' ', '');
  const quote = PER_SHILLING.get(key);
  if (quote !== undefined) return { base: 'KES', quote, per: '1' };
  if (key === 'JPY(100)') return { base: 'JPY', quote: 'KES', per: '100' };
  return { base: FOREIGN.get(key) ?? name, quote: 'KES', per: '1' };
}

/** The whole of a table in one answer. */
const tableOf = (id: string): FeedRequest => ({
  method: 'POST',
  url: `https://www.centralbank.go.ke/wp-admin/admin-ajax.php?action=get_wdtable&table_id=${id}`,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'draw=1&start=0&length=-1',
});
const addressOf = (id: string) =>
  new RegExp(`//www\\.centralbank\\.go\\.ke/wp-admin/admin-ajax\\.php\\?action=get_wdtable&table_id=${id}$`);

/** The newer table begins on this day. */
const NEWER_FROM = isoDate.parse('2024-01-05');
const text = z.string();

function* observe(rows: readonly (readonly [string, string, string, ...string[]])[]) {
  for (const [day, name, figure] of rows) {
    const mid = withoutZero(figure.trim());
    // A few rows have no name.
    if (name.trim() !== '' && mid !== '') yield midOf({ date: dayOrText(day, 'DMY'), ...pairOf(name.trim()) }, mid);
  }
}

/** 460 kB in 2026. 2025-11-28 stands in it twice with the same figures. */
const mean = defineFeed({
  name: 'mean rates',
  wholeArchive: true,
  matches: addressOf('193'),
  latest: () => [tableOf('193')],
  between: ({ to }) => (to < NEWER_FROM ? [] : [tableOf('193')]),
  read: json,
  schema: z.object({ data: z.array(z.tuple([text, text, text])) }),
  observe: ({ data }) => observe(data),
});

/** From 2003-09-12 on, with buying and selling rates behind the mean, which alone is read as in the newer table. */
const older = defineFeed({
  name: 'mean rates to 2024',
  table: 'mean rates',
  partial: true,
  wholeArchive: true,
  matches: addressOf('32'),
  latest: () => [],
  between: ({ from }) => (from < NEWER_FROM ? [tableOf('32')] : []),
  read: json,
  schema: z.object({ data: z.array(z.tuple([text, text, text, text, text])) }),
  observe: ({ data }) => observe(data),
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
  caveat: 'requests for the years before 2024 follow what other programs send; no answer was recorded',
  terms: {
    url: 'https://www.centralbank.go.ke/rates/forex-exchange-rates/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [mean, older],
});
