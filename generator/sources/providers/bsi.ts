/** Bank of Slovenia: units per euro of currencies that the ECB does not quote, and metals in euros per gram. */
import { z } from 'zod';
import { defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

const LIST = 'https://www.bsi.si/_data/tecajnice/EksotTecBS.xml';
/**
 * Nothing marks the metals, which are turned round: 127.95 for gold on 2026-03-31 are euros per gram, 4574 dollars an
 * ounce at 1.1493 to the euro.
 */
const METALS: ReadonlySet<string> = new Set(['XAU', 'XAG', 'XPT', 'XPD']);
const row = z.object({ '@oznaka': z.string().regex(/^[A-Z]{3}$/), '#text': z.string() });

/**
 * Made on the last working day of a month (`datum`) and in force from the first day of the next (`veljavnost`), by
 * which it is dated. It holds for that month.
 */
const monthly = defineFeed({
  name: 'monthly',
  matches: /\/\/www\.bsi\.si\/_data\/tecajnice\/EksotTecBS\.xml$/,
  latest: () => [{ method: 'GET', url: LIST }],
  read: xml('tecaj'),
  schema: z.object({
    EksotTecBS: z.object({
      tecajnica: z.object({ '@datum': z.string(), '@veljavnost': z.string(), tecaj: z.array(row) }),
    }),
  }),
  *observe({ EksotTecBS: { tecajnica: list } }) {
    const date = parseDay(list['@veljavnost'], 'YMD');
    for (const { '@oznaka': code, '#text': figure } of list.tecaj) {
      if (METALS.has(code)) yield midOf({ date, base: code, quote: 'EUR', unit: 'g' }, figure);
      else yield midOf({ date, base: 'EUR', quote: code }, figure);
    }
  },
});

export const bsi = defineProvider({
  code: 'BSI',
  description: 'Bank of Slovenia',
  country: 'SLOVENIA',
  countryCode: 'SI',
  references: [{ from: '2007-01-01', currency: 'EUR' }],
  timeSeries: true,
  bidAsk: false,
  monthly: true,
  validity: 'month',
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Ljubljana', leadDaysMax: 5 },
  terms: {
    url: 'https://www.bsi.si/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [monthly],
});
