/**
 * National Reserve Bank of Tonga: averages of the authorized persons' rates in foreign units per paʻanga, three sides
 * of twelve currencies side by side. Longer than most because every sheet has its own heading.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { FIGURE, serialOrText, workbook } from '../feeds/workbook.ts';

const FILE: FeedRequest = {
  method: 'GET',
  url: 'https://www.reservebank.to/data/docs/fmarkets/exrates/average_daily_exchange_rates.xlsx',
};

const CODES = ['AUD', 'EUR', 'FJD', 'GBP', 'JPY', 'NZD', 'USD', 'WST', 'CHF', 'CAD', 'SEK', 'SGD'];
/** Three blocks of twelve columns with one between, in this order. */
const HEADER = ['BUY', 'MID', 'SELL'].map(() => `,${CODES}`).join(',');
const [BUY, MID, SELL] = [1, 14, 27] as const;

const row = z.array(z.string());
const titles = row.refine(
  (cells) => /BUY$/.test(cells[BUY] ?? '') && /MID$/.test(cells[MID] ?? '') && /SELL$/.test(cells[SELL] ?? ''),
  'the blocks are not BUY, MID and SELL',
);
const sheet = z.object({
  name: z.string(),
  rows: z
    .tuple([
      z.tuple([z.literal('NATIONAL RESERVE BANK OF TONGA')]),
      z.tuple([z.string()]),
      titles,
      row.refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`),
    ])
    .rest(row),
});

/**
 * Figures are foreign units per paʻanga, so BUY is the larger one, and the ask of the pair as written. A holiday has
 * words in place of figures, and notes stand below the days. On a day now and then MID and SELL stand in each other's
 * column, or SELL is above BUY (2023-06-20): `collect` leaves out and names what is crossed.
 */
const averages = defineFeed({
  name: 'averages',
  matches: /\/exrates\/average_daily_exchange_rates\.xlsx$/,
  wholeArchive: true,
  latest: () => [FILE],
  between: () => [FILE],
  read: workbook,
  schema: z.array(sheet).min(1),
  *observe(sheets) {
    for (const { rows } of sheets) {
      const [, , , , ...days] = rows;
      for (const cells of days) {
        if (!FIGURE.test(cells[0] ?? '')) continue;
        const date = serialOrText(cells[0] ?? '');
        for (const [index, quote] of CODES.entries()) {
          const [ask = '', mid = '', bid = ''] = [BUY, MID, SELL].map((block) => cells[block + index]);
          if (![bid, mid, ask].every((figure) => FIGURE.test(figure))) continue;
          yield { date, base: 'TOP', quote, per: '1', unit: '', mid, bid, ask };
        }
      }
    }
  },
});

export const nrbt = defineProvider({
  code: 'NRBT',
  description: 'National Reserve Bank of Tonga',
  country: 'TONGA',
  countryCode: 'TO',
  references: [{ from: '2017-01-02', currency: 'TOP' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Pacific/Tongatapu', lagDaysMax: 4 },
  terms: {
    url: 'https://www.reservebank.to/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [averages],
});
