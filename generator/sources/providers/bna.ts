/**
 * National Bank of Angola: reference mid rates in kwanzas per unit, all currencies in one answer. Some labels are of old
 * money and mean new money (data/redenominations.csv). Longer than most because some labels need more than that.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** ALL stands for every currency and not for the lek. */
const RATES = 'https://www.bna.ao/service/rest/taxas/get/evolucao/taxa/intervalo';
const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `${RATES}?datafim=${to}&datainicio=${from}&moeda=ALL&tipocambio=M`,
});

/** Gold is left out, because it is in dollars: 4543.25 on 2026-05-21, when a dollar was 913.116 kwanzas. */
const GOLD = 'XAU';
/** The 1247.52678 kwanzas of XDRUSD, at 913.116 to the dollar, are the 1.366 dollars of a special drawing right. */
const CODES = new Map([['XDRUSD', 'XDR']]);
/** The label of old money under which the bolívar of today is stated; on the day with both, its own code holds. */
const [OLD, OWN] = ['VEF', 'VES'];

const row = z.object({
  codigoMoeda: z.string(),
  taxa: z.string(),
  data: z.string(),
  tipoCambio: z.literal('M'),
});

const mid = defineFeed({
  name: 'mid',
  matches: /\/taxas\/get\/evolucao\/taxa\/intervalo\?datafim=[\d-]+&datainicio=[\d-]+&moeda=ALL&tipocambio=M$/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 31).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: json,
  schema: z.object({ genericResponse: z.array(row), success: z.literal(true) }),
  *observe({ genericResponse: rows }) {
    const days = new Set(rows.filter(({ codigoMoeda }) => codigoMoeda === OWN).map(({ data }) => data));
    for (const { codigoMoeda: code, data, taxa } of rows) {
      if (code === GOLD || (code === OLD && days.has(data))) continue;
      yield midOf({ date: dayOrText(data, 'YMD'), base: CODES.get(code) ?? code, quote: 'AOA' }, taxa);
    }
  },
});

export const bna = defineProvider({
  code: 'BNA',
  description: 'National Bank of Angola',
  country: 'ANGOLA',
  countryCode: 'AO',
  references: [{ from: '2000-01-01', currency: 'AOA' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Luanda' },
  terms: {
    url: 'https://www.bna.ao/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [mid],
});
