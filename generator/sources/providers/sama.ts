/** Saudi Central Bank: mid rates in riyals per unit, with five decimals for all, the newest list only. */
import { z } from 'zod';
import { defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText, withoutZero } from '../feeds/spelling.ts';

/** Currencies that ended long ago: the figures are the euro's (4.3875) divided by their fixed rates, 0.585274 for CYP. */
const ENDED: ReadonlySet<string> = new Set(['BGN', 'CYP', 'MTL', 'SKK']);

const entry = z.object({
  CurrencyCode: z.string().regex(/^[A-Z]{3}=$/),
  CurrencyRate: z.string(),
  CurrencyDate: z.string().regex(/T00:00:00$/),
});

/**
 * Codes are Reuters' (`USD=`), and the riyal itself is listed at 1. Weak currencies keep one or two digits: 0.00004 for
 * the Lebanese pound. They are relayed as published.
 */
const newest = defineFeed({
  name: 'newest',
  matches: /\/en-US\/FinExc\/Pages\/Currency\.aspx$/,
  latest: () => [{ method: 'GET', url: 'https://www.sama.gov.sa/en-US/FinExc/Pages/Currency.aspx' }],
  read: json,
  schema: z
    .object({ itemsCount: z.string(), data: z.array(entry) })
    .refine(({ itemsCount, data }) => itemsCount === `${data.length}`, 'not as many entries as it says'),
  *observe({ data }) {
    for (const { CurrencyCode, CurrencyRate, CurrencyDate } of data) {
      const label = CurrencyCode.slice(0, 3);
      const [base, figure] = [label === 'SDR' ? 'XDR' : label, withoutZero(CurrencyRate)];
      if (base === 'SAR' || figure === '' || ENDED.has(base)) continue;
      yield midOf({ date: dayOrText(CurrencyDate.slice(0, 10), 'YMD'), base, quote: 'SAR' }, figure);
    }
  },
});

export const sama = defineProvider({
  code: 'SAMA',
  description: 'Saudi Central Bank',
  country: 'SAUDI ARABIA',
  countryCode: 'SA',
  references: [{ from: '1986-06-01', currency: 'SAR' }],
  timeSeries: false,
  bidAsk: false,
  caveat: 'the recorded list came from an unknown address, so the page that shows it is requested',
  schedule: { days: [1, 2, 3, 4, 7], time: '16:00', timeZone: 'Asia/Riyadh', lagDaysMax: 4 },
  terms: {
    url: 'https://www.sama.gov.sa/en-US/FinExc/Pages/Currency.aspx',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [newest],
});
