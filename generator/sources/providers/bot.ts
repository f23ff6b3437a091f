/**
 * Bank of Thailand: averages of commercial banks, in baht. Only a currency's name states its number of units. The
 * file is longer than most because it reads that number from the name.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  type Keys,
  type Span,
} from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText } from '../feeds/spelling.ts';

const KEY = 'BOT_API_KEY';

const averagesOf = ({ from, to }: Span, keys: Keys): FeedRequest => ({
  method: 'GET',
  url: `https://gateway.api.bot.or.th/Stat-ExchangeRate/v2/DAILY_AVG_EXG_RATE/?start_period=${from}&end_period=${to}`,
  headers: { Authorization: keys[KEY] ?? '' },
});

/** Names look like `JAPAN : YEN (100 YEN) (JPY) `. The header says `1 Unit`, which is wrong for yen and rupiah. */
function unitOf(name: string, code: string): string {
  const [, unit = '1'] = /\(([\d,]+) [^()\d]+\)/.exec(name) ?? [];
  if (!name.includes(`(${code})`) || /\d/.test(name.replace(`(${unit} `, '')))
    throw new DocumentError(`this is not a name of ${code} as we know it: ${JSON.stringify(name.slice(0, 60))}`);
  return plainOrText(unit);
}

const text = z.string();
const sides = { buying_transfer: text, selling: text, mid_rate: text };
const detail = z.object({ period: text, currency_id: text, currency_name_eng: text, ...sides });

/** `mid_rate` is the mean of the selling and the telegraphic buying price; `buying_sight` is for notes and cheques. */
const averages = defineFeed({
  name: 'averages',
  matches: /\/Stat-ExchangeRate\/v2\/DAILY_AVG_EXG_RATE\/\?/,
  keys: [KEY],
  latest: (today, keys) => [averagesOf({ from: addDays(today, -10), to: today }, keys)],
  between: (span, keys) => toPages(span, 31).map((page) => ({ ...averagesOf(page, keys), mayBeAbsent: true })),
  read: json,
  schema: z.object({
    result: z.object({
      data: z.object({
        data_header: z.object({ report_uoq_name_eng: z.literal('(Unit: Baht / 1 Unit of Foreign Currency)') }),
        data_detail: z.array(detail),
      }),
    }),
  }),
  *observe({ result }) {
    for (const row of result.data.data_detail) {
      const { period, currency_id: base, currency_name_eng, buying_transfer: bid, selling: ask, mid_rate: mid } = row;
      if (`${bid}${ask}${mid}` === '') continue;
      const per = unitOf(currency_name_eng, base);
      yield { date: dayOrText(period, 'YMD'), base, quote: 'THB', per, unit: '', mid, bid, ask };
    }
  },
});

export const bot = defineProvider({
  code: 'BOT',
  description: 'Bank of Thailand',
  country: 'THAILAND',
  countryCode: 'TH',
  references: [{ from: '2002-01-02', currency: 'THB' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '18:00', timeZone: 'Asia/Bangkok' },
  terms: {
    url: 'https://portal.api.bot.or.th/',
    note: 'No terms of reuse are known to us beyond the registration for a key at this address. We name the source.',
  },
  feeds: [averages],
});
