/**
 * Bank of Albania: lekë per unit, from a page with the fixing of the day, a weekly list of minor currencies, and the
 * buying and selling rates of the dollar and the euro. Longer than most because the page has these three tables.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type Observation } from '../feeds/provider.ts';
import { htmlTables, text } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

const PAGE = 'https://www.bankofalbania.org/Markets/Official_exchange_rate/';
const LEK = 'Albanian Lek per Foreign Currency Unit';
const SIDES = 'Currency,Average purchase price (Bid),Average sales price (Ask)';
const namedAs = (header: string) =>
  z.array(z.string()).refine((cells) => `${cells}` === header, `the column names are not ${header}`);
const price = z.string().regex(/^\d+\.\d\d$/);
const cell = z.string();
const code = z.string().regex(/^[A-Z]{3}$/);
const mids = z.tuple([cell, code, price, cell, cell]);
const sides = z.tuple([cell, code, price, cell, cell, price, cell, cell]);

/** `Japanese Yen (100)`. Another number in a name is refused. Metals are per ounce: `Gold(OZ 1)`. */
const NAME = /^[A-Za-z ]+( ?\((100|onshore|offshore)\)|\(OZ 1\))?$/;
/**
 * Two currencies are per 100 without a word of it: 26.47 lekë of 2026-05-15, at 95.4 to the euro, are the euro of 360
 * forints, and 111.96, at 82.24 to the dollar, the dollar of 73 roubles.
 */
const PER_HUNDRED: ReadonlySet<string> = new Set(['HUF', 'RUB']);
const UPDATED = /Last update:<\/span>&nbsp;<span[^>]*><b>(\d\d\.\d\d\.\d{4})<\/b>/g;
/** The renminbi traded abroad has the same figure, and no code of its own. */
const OFFSHORE = 'CNH';

type Sides = Pick<Observation, 'mid' | 'bid' | 'ask'>;

/** The weekly list keeps its own day, so a page repeats the list of last Friday. */
const fixing = defineFeed({
  name: 'fixing',
  partial: true,
  matches: /\/\/www\.bankofalbania\.org\/Markets\/Official_exchange_rate\/$/i,
  latest: () => [{ method: 'GET', url: PAGE }],
  read: (answer) => ({ page: text(answer), tables: htmlTables(answer) }),
  schema: z.object({
    page: z.string(),
    tables: z.tuple([
      z.tuple([namedAs(`Main Currency,${LEK}`), mids]).rest(mids),
      z.tuple([namedAs(`Currency,${LEK}`), mids]).rest(mids),
      z.tuple([namedAs(LEK), namedAs(SIDES), sides]).rest(sides),
    ]),
  }),
  *observe({ page, tables: [[, ...daily], [, ...weekly], [, , ...both]] }) {
    const days = [...page.matchAll(UPDATED)].map(([, day = '']) => parseDay(day, 'DMY'));
    const [fixed, listed, quoted] = days;
    if (fixed === undefined || listed === undefined || quoted !== fixed || days.length !== 3) {
      throw new DocumentError(`three tables, and the days ${days}`);
    }
    const quotes = new Map(both.map(([, label, bid, , , ask]) => [label, { bid, ask }]));
    const lists = [...daily.map((row) => [fixed, row] as const), ...weekly.map((row) => [listed, row] as const)];
    for (const [date, [name, label, mid]] of lists) {
      if (!NAME.test(name)) throw new DocumentError(`${label} is named in another way: ${name}`);
      if (label === OFFSHORE) continue;
      const per = name.endsWith('(100)') || PER_HUNDRED.has(label) ? '100' : '1';
      const stated: Sides = { mid, bid: '', ask: '', ...(date === fixed ? quotes.get(label) : {}) };
      yield { date, base: label === 'SDR' ? 'XDR' : label, quote: 'ALL', per, unit: '', ...stated };
    }
  },
});

export const bsh = defineProvider({
  code: 'BSH',
  description: 'Bank of Albania',
  country: 'ALBANIA',
  countryCode: 'AL',
  references: [{ from: '1994-01-01', currency: 'ALL' }],
  timeSeries: false,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '12:30', timeZone: 'Europe/Tirane' },
  terms: {
    url: 'https://www.bankofalbania.org/Markets/Official_exchange_rate/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [fixing],
});
