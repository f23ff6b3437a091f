/**
 * Bank of Lithuania: litas per a number of foreign units, until Lithuania adopted the euro on 2015-01-01. The file is
 * longer than most because an answer has three forms, and because of the first years' roubles.
 */
import { z } from 'zod';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toCommon, toDays } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const LITAS_ERA: Span = { from: isoDate.parse('1993-06-25'), to: isoDate.parse('2014-12-31') };

/**
 * Until the day before, the row of a new currency repeats Russia's rouble digit for digit (seen in October 2026, with
 * the day on which each begins to differ). The Georgian label ends with its copies.
 */
const ROUBLE_UNTIL = new Map([
  ['GER', '1995-09-29'],
  ['TJR', '1995-07-11'],
  ['TMT', '1995-11-30'],
]);
/** On this day ten Belarusian roubles became one: 100 cost 0.0140 litas on 1994-08-19 and 0.1421 on the 22nd. */
const TENFOLD_FROM = isoDate.parse('1994-08-20');
const BELARUSIAN: ReadonlySet<string> = new Set(['BYB', 'BYR']);

const listOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://www.lb.lt/webservices/FxRates/FxRates.asmx/getFxRates?dt=${date}&tp=LT`,
  mayBeAbsent: true,
});

const litas = z.object({ Ccy: z.literal('LTL'), Amt: z.string() });
const foreign = z.object({ Ccy: z.string(), Amt: z.string() });
/** Lists of type EU are refused, because they have the opposite direction: foreign units per euro. */
const row = z.strictObject({ Tp: z.literal('LT'), Dt: z.string(), CcyAmt: z.tuple([litas, foreign]) });

const list = defineFeed({
  name: 'list',
  matches: /\/FxRates\.asmx\/getFxRates\?/i,
  latest: () => [],
  between(span) {
    const common = toCommon(span, LITAS_ERA);
    return common === null ? [] : toDays(common, WORKDAYS).map(listOf);
  },
  read: xml('FxRate', 'CcyAmt'),
  schema: z.object({
    FxRates: z.union([
      z.strictObject({ FxRate: z.array(row) }),
      z.literal('').transform(() => ({ FxRate: [] })),
      // For a day without a list the service may describe an error instead.
      z.strictObject({ OprlErr: z.unknown() }).transform(() => ({ FxRate: [] })),
    ]),
  }),
  *observe({ FxRates }) {
    for (const { Dt, CcyAmt } of FxRates.FxRate) {
      const [{ Amt }, { Ccy: base, Amt: units }] = CcyAmt;
      const date = dayOrText(Dt, 'YMD');
      if (date < (ROUBLE_UNTIL.get(base) ?? '')) continue;
      const isOld = BELARUSIAN.has(base) && date < TENFOLD_FROM;
      // A list states it for 100 or more.
      yield midOf({ date, base, quote: 'LTL', per: isOld ? units.replace(/0$/, '') : units }, Amt);
    }
  },
});

export const lb = defineProvider({
  code: 'LB',
  description: 'Bank of Lithuania (litas rates)',
  country: 'LITHUANIA',
  countryCode: 'LT',
  references: [{ from: LITAS_ERA.from, currency: 'LTL' }],
  timeSeries: true,
  bidAsk: false,
  obsolete: true,
  schedule: { days: WORKDAYS, time: '14:00', timeZone: 'Europe/Vilnius' },
  terms: {
    url: 'https://www.lb.lt/en/currency-exchange',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [list],
});
