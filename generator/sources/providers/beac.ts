/**
 * Bank of Central African States: CFA francs per unit, buying and selling, from the home page of the bank. Longer than
 * most because the list is no table of the page.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider } from '../feeds/provider.ts';
import { htmlTexts } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

/** The headings of the three columns, each with the column that it stands in. */
const HEADINGS = 'left PAIRE DEVISES,middle ACHAT,right VENTE';
const PAIR = /^([A-Z]{3})\/XAF$/;

type Texts = readonly (readonly [column: string, text: string])[];

/** Behind the headings; -1 if there are none. */
function startOf(texts: Texts): number {
  const lines = texts.map(([column, text]) => `${column} ${text}`);
  return lines.findIndex((_, index) => `${lines.slice(index, index + 3)}` === HEADINGS);
}

/** A pair stands in the left column, and its two figures stand in the others. */
function* pairsOf(list: Texts): Generator<{ readonly base: string; readonly bid: string; readonly ask: string }> {
  for (const [index, [column, name]] of list.entries()) {
    const base = PAIR.exec(name)?.[1];
    const [second, bid = ''] = list[index + 1] ?? [];
    const [third, ask = ''] = list[index + 2] ?? [];
    if (base !== undefined && `${column} ${second} ${third}` === 'left middle right') yield { base, bid, ask };
  }
}

/** The day stands below the list, so a page without it was cut off. */
const home = defineFeed({
  name: 'home page',
  matches: /\/\/www\.beac\.int\/$/,
  latest: () => [{ method: 'GET', url: 'https://www.beac.int/' }],
  read: htmlTexts,
  schema: z
    .array(z.tuple([z.string(), z.string()]))
    .refine((texts) => startOf(texts) >= 0, 'there is no list of buying and selling rates'),
  *observe(texts) {
    const below = texts.slice(startOf(texts));
    const end = below.findIndex(([, text]) => /^Date de valeur : \d/.test(text));
    const day = below[end]?.[1].replace('Date de valeur : ', '');
    const list = end < 0 ? below : below.slice(0, end);
    const pairs = [...pairsOf(list)];
    if (day === undefined || pairs.length !== list.filter(([, text]) => text.includes('/XAF')).length) {
      throw new DocumentError(`the list is not as expected: ${pairs.length} pairs, dated ${day}`);
    }
    for (const pair of pairs) {
      yield { date: parseDay(day, 'DMY'), quote: 'XAF', per: '1', unit: '', mid: '', ...pair };
    }
  },
});

export const beac = defineProvider({
  code: 'BEAC',
  description: 'Bank of Central African States',
  country: 'CENTRAL AFRICAN STATES (CAMEROON, CENTRAL AFRICAN REPUBLIC, CHAD, CONGO, EQUATORIAL GUINEA, GABON)',
  countryCode: '',
  references: [{ from: '1994-01-12', currency: 'XAF' }],
  timeSeries: false,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'Africa/Douala' },
  terms: {
    url: 'https://www.beac.int/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [home],
});
