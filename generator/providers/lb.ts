/**
 * Bank of Lithuania: litas per a number of foreign units, until Lithuania adopted the euro on 2015-01-01. The file is a
 * few lines longer than most because an answer has three forms.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toCommon, toDays } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';
import { type IsoDate, isoDate } from '../wire/words/schemas.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const LITAS_ERA: Span = { from: isoDate.parse('1993-06-25'), to: isoDate.parse('2014-12-31') };

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
      const [{ Amt }, { Ccy: base, Amt: per }] = CcyAmt;
      yield midOf({ date: parseDay(Dt, 'YMD'), base, quote: 'LTL', per }, Amt);
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
