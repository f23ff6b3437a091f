/** Central Bank of Seychelles: averages of what dealers dealt, rupees per unit. Its archive is not read: none was seen. */
import { z } from 'zod';
import { defineFeed, defineProvider } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

const LIST = 'https://www.cbs.sc/Controller/MarketinfoController.jsp?type=car';
const text = z.string();
/** A further currency would be further members, and is refused. */
const list = z.strictObject({
  ...{ id: text, currentDate: text.regex(/^\d{2}-[A-Z][a-z]{2}-\d{4}$/) },
  ...{ usdbuy: text, usdmid: text, usdsell: text, usddiff: text },
  ...{ eurbuy: text, eurmid: text, eursell: text, eurdiff: text },
  ...{ gbpbuy: text, gbpmid: text, gbpsell: text, gbpdiff: text },
});

/** The mid is the average of all deals, and not the middle of both sides. */
const today = defineFeed({
  name: 'rates of the day',
  matches: /\/\/www\.cbs\.sc\/Controller\/MarketinfoController\.jsp\?type=car$/,
  latest: () => [{ method: 'GET', url: LIST }],
  read: json,
  schema: z.strictObject({ car: z.tuple([list]) }),
  *observe({ car: [rates] }) {
    const pair = { date: parseDay(rates.currentDate, 'DMY'), quote: 'SCR', per: '1', unit: '' } as const;
    yield { ...pair, base: 'USD', mid: rates.usdmid, bid: rates.usdbuy, ask: rates.usdsell };
    yield { ...pair, base: 'EUR', mid: rates.eurmid, bid: rates.eurbuy, ask: rates.eursell };
    yield { ...pair, base: 'GBP', mid: rates.gbpmid, bid: rates.gbpbuy, ask: rates.gbpsell };
  },
});

export const cbssc = defineProvider({
  code: 'CBSSC',
  description: 'Central Bank of Seychelles',
  country: 'SEYCHELLES',
  countryCode: 'SC',
  references: [{ from: '2000-01-04', currency: 'SCR' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Indian/Mahe' },
  terms: {
    url: 'https://www.cbs.sc/Disclaimer.html',
    note: 'Short extracts may be reproduced if the source is named and the permission of the bank is sought.',
  },
  feeds: [today],
});
