/**
 * Central Bank of The Gambia: dalasi per units that are stated nowhere, one file for each currency. Longer than most
 * because it says how the units are known and which of the 32 currencies are left out.
 */
import { z } from 'zod';
import { earlierOf, parseIsoDate } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { midnightOrText, toTable } from '../feeds/spelling.ts';

/**
 * On 2026-05-22 a dollar was 72.39 dalasi, so 45.47 for the yen are 159.2 yen to the dollar per 100, 646.22 for the CFA
 * franc are 560.1 per 5000, and 98.9 and 1.37 for the SDR and the Egyptian pound are 1.366 and 1/52.8 dollars per 1.
 * Nineteen more are per 1, as a comparison with other sources shows on some 527 days each from 2024-02 to 2026-05.
 *
 * Left out: the krone of Denmark, 1 on all days since July 2025, and that of Norway and the cedi, with figures a tenth
 * or a ten-thousandth of the day before on several; the franc of Switzerland and the krona of Sweden, off on 54 and 96
 * days, and the naira, on more; the francs of Guinea and the leone, because two decimals say nothing (0.01).
 */
const UNITS = new Map([
  ['USD', '1'],
  ['JPY', '100'],
  ['XOF', '5000'],
  ['XDR', '1'],
  ['EGP', '1'],
  ...[...toTable('AED 1, AUD 1, BRL 1, CAD 1, CNY 1, EUR 1, GBP 1, HKD 1, INR 1, KWD 1')],
  ...[...toTable('LKR 1, NZD 1, PHP 1, SAR 1, SGD 1, THB 1, TRY 1, TWD 1, ZAR 1')],
]);
/** Before it lists were weekly; many are dated twice with different figures, or a tenth off the weeks around them. */
const FIRST = parseIsoDate('2024-02-01');

const FILES: readonly FeedRequest[] = [...UNITS.keys()].map((code) => ({
  method: 'GET',
  url: `https://www.cbg.gm/ajax/indicative-exchange-rates/${code}`,
}));

/** Pairs of milliseconds since 1970 and a figure, newest first, all days of the archive. */
const archive = defineFeed({
  name: 'archive',
  partial: true,
  matches: new RegExp(`//www\\.cbg\\.gm/ajax/indicative-exchange-rates/(${[...UNITS.keys()].join('|')})$`),
  wholeArchive: true,
  latest: () => FILES,
  between: () => FILES,
  read: json,
  schema: z.array(z.tuple([z.string().transform(midnightOrText), z.string()])),
  *observe(days, { request }) {
    const base = request.url.slice(-3);
    const per = UNITS.get(base);
    if (per === undefined) throw new DocumentError(`the unit of ${base} is not known`);
    for (const [date, figure] of days) {
      if (earlierOf(date, FIRST) === FIRST) yield midOf({ date, base, quote: 'GMD', per }, figure);
    }
  },
});

export const cbg = defineProvider({
  code: 'CBG',
  description: 'Central Bank of The Gambia',
  country: 'GAMBIA',
  countryCode: 'GM',
  references: [{ from: FIRST, currency: 'GMD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Banjul' },
  terms: {
    url: 'https://www.cbg.gm/exchange-rates',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [archive],
});
