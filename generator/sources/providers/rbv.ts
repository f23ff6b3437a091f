/** Reserve Bank of Vanuatu: mid rates in vatu per unit, all days since August 2025 on one page. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { htmlRows } from '../feeds/readers.ts';
import { dayOrText, parseDay, withCentury, withoutZero } from '../feeds/spelling.ts';

const HOME = 'https://www.rbv.gov.vu/index.php/en/exchange-rates';
const PAGE: FeedRequest = { method: 'GET', url: `${HOME}?limit1=100000` };

const CODES = ['USD', 'JPY', 'NZD', 'GBP', 'AUD', 'EUR'] as const;
const header = z.tuple([
  z.literal('Date'),
  ...(CODES.map((code) => z.literal(code)) as [z.ZodLiteral, ...z.ZodLiteral[]]),
  z.literal(''),
]);
const figure = z.string();
const day = z.tuple([z.string(), figure, figure, figure, figure, figure, figure, z.literal('')]);

/** The page's first day. The one row dated before it says January 2025 between days of January 2026. */
const FIRST = parseDay('2025-08-26', 'YMD');

/** Days are written `22 May 2026`, and in the first weeks `26-Aug-25`. Yen are per one: 0.7316 vatu. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/index\.php\/en\/exchange-rates\?limit1=/,
  wholeArchive: true,
  latest: () => [PAGE],
  between: () => [PAGE],
  read: htmlRows,
  // Rows of one cell are the form's choice of a length and its notice that there are no records.
  schema: z.tuple([header]).rest(z.union([day, z.tuple([z.string()]).transform(() => null)])),
  *observe([, ...rows]) {
    for (const row of rows) {
      if (row === null) continue;
      const date = dayOrText(withCentury(row[0]), 'DMY');
      if (date < FIRST) continue;
      for (const [index, base] of CODES.entries()) {
        const mid = withoutZero(row[index + 1] ?? '');
        if (mid !== '') yield midOf({ date, base, quote: 'VUV' }, mid);
      }
    }
  },
});

export const rbv = defineProvider({
  code: 'RBV',
  description: 'Reserve Bank of Vanuatu',
  country: 'VANUATU',
  countryCode: 'VU',
  references: [{ from: FIRST, currency: 'VUV' }],
  timeSeries: true,
  bidAsk: false,
  // Nine in the morning of Monday is Sunday evening by UTC, by which the day of a fetch is counted.
  schedule: { days: [1, 2, 3, 4, 5], time: '09:00', timeZone: 'Pacific/Efate', leadDaysMax: 1 },
  terms: {
    url: HOME,
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
