/**
 * Bulgarian National Bank: leva for RATIO units, and gold per troy ounce, until Bulgaria adopted the euro in 2026.
 * This adapter is longer than most because it checks three kinds of rows.
 */
import { z } from 'zod';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toCommon, toDays } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
/** The days of the lev whose code is BGN. The lev before it was worth a thousandth. */
const LEV_ERA: Span = { from: isoDate.parse('1999-07-05'), to: isoDate.parse('2025-12-31') };

const listOf = (date: IsoDate): FeedRequest => {
  const day = `firstDays=${date.slice(8)}&firstMonths=${date.slice(5, 7)}&firstYear=${date.slice(0, 4)}`;
  const page = 'https://www.bnb.bg/Statistics/StExternalSector/StExchangeRates/StERForeignCurrencies/index.htm';
  const rest = 'search=true&showChart=false&showChartButton=false&type=XML';
  return { method: 'GET', url: `${page}?downloadOper=true&group1=first&${day}&${rest}`, mayBeAbsent: true };
};

/** The first row holds the titles of the columns, which name the unit and the leva. */
const heading = z.object({
  GOLD: z.literal('0'),
  CODE: z.literal('Код'),
  RATIO: z.literal('За единица валута/злато'),
  RATE: z.literal('Лева (BGN)'),
});
const day = { CURR_DATE: z.string(), RATIO: z.string(), RATE: z.string() };
const currency = z.object({ ...day, GOLD: z.literal('1'), CODE: z.string() });
const ounce = z.literal('Злато (в трой унции)');
const gold = z.object({ ...day, GOLD: z.literal('2'), CODE: z.literal('XAU'), NAME_: ounce });

/** The euro is not listed, as its price in leva was fixed. REVERSERATE is the inverse of RATE, rounded separately. */
const list = defineFeed({
  name: 'list',
  matches: /\/StERForeignCurrencies\/index\.htm\?download/i,
  latest: () => [],
  between(span) {
    const common = toCommon(span, LEV_ERA);
    return common === null ? [] : toDays(common, WORKDAYS).map(listOf);
  },
  read: xml('ROW'),
  schema: z.object({ ROWSET: z.strictObject({ ROW: z.tuple([heading]).rest(z.union([currency, gold])) }) }),
  *observe({ ROWSET }) {
    const [, ...rows] = ROWSET.ROW;
    for (const { CURR_DATE, CODE: base, RATIO: per, RATE } of rows) {
      yield midOf({ date: dayOrText(CURR_DATE, 'DMY'), base, quote: 'BGN', per }, RATE);
    }
  },
});

export const bnb = defineProvider({
  code: 'BNB',
  description: 'Bulgarian National Bank',
  country: 'BULGARIA',
  countryCode: 'BG',
  references: [{ from: LEV_ERA.from, currency: 'BGN' }],
  timeSeries: true,
  bidAsk: false,
  obsolete: true,
  caveat: 'known from a saved copy of 2019; no answer of the bank itself was recorded',
  // Rates are set in the afternoon for the next working day, which could be five days later over the New Year.
  schedule: { days: WORKDAYS, time: '16:00', timeZone: 'Europe/Sofia', leadDaysMax: 7 },
  terms: {
    url: 'https://www.bnb.bg/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [list],
});
