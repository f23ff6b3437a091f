/** Central Bank of the Congo: francs per unit, buying, average and selling, from the page of its rates. */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { captured, json } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

/** Asked for in this way, the page answers with its data: a line of JSON behind its number, `0:`. */
const PAGE: FeedRequest = {
  method: 'GET',
  url: 'https://www.bcc.cd/marche-des-changes/cours-de-change',
  headers: { rsc: '1' },
};

const rate = z.object({ date: z.string(), buy: z.string(), average: z.string(), sell: z.string(), unit: z.string() });
const histories = z.record(z.string().regex(/^[A-Z]{3}$/), z.array(rate));

/**
 * The table and the chart have the same histories. The pages of single days are not read: they have the average of ten
 * of the currencies, and only their address names the day.
 */
const history = defineFeed({
  name: 'history',
  matches: /\/\/www\.bcc\.cd\/marche-des-changes\/cours-de-change$/,
  latest: () => [PAGE],
  between: () => [PAGE],
  read: (answer) => {
    const data = captured(answer, /^0:(.+)\n?$/);
    return json({ ...answer, bytes: Buffer.from(data), contentType: 'application/json; charset=utf-8' });
  },
  schema: z.tuple([
    z.literal('$'),
    z.literal('div'),
    z.null(),
    z.object({ content: z.object({ history: histories }) }),
  ]),
  *observe([, , , { content }]) {
    for (const [base, days] of Object.entries(content.history)) {
      for (const { date: day, buy: bid, average: mid, sell: ask, unit: per } of days) {
        yield { date: parseDay(day, 'YMD'), base, quote: 'CDF', per, unit: '', mid, bid, ask };
      }
    }
  },
});

export const bcccd = defineProvider({
  code: 'BCCCD',
  description: 'Central Bank of the Congo',
  country: 'CONGO (THE DEMOCRATIC REPUBLIC OF THE)',
  countryCode: 'CD',
  references: [{ from: '1998-07-01', currency: 'CDF' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Kinshasa' },
  terms: {
    url: 'https://www.bcc.cd/marche-des-changes/cours-de-change',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [history],
});
