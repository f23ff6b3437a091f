/** Bank of Central African States: CFA francs per unit, buying and selling, from the home page of the bank. */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider } from '../feeds/provider.ts';
import { text } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

/** A pair, then what stands in the columns ACHAT and VENTE. */
const PAIR =
  /([A-Z]{3})\/XAF<\/span>(?:(?!\/XAF)[\s\S])*?id="middle"[^>]*>\s*([^\s<]+)\s*<(?:(?!\/XAF)[\s\S])*?id="right"[^>]*>\s*([^\s<]+)\s*</g;
const HEADING = /PAIRE DEVISES\s*<[\s\S]*?>\s*ACHAT\s*<[\s\S]*?>\s*VENTE\s*</;
const DATE = /Date de valeur : (\d\d\/\d\d\/\d{4})\s*</;

/** The day stands below the list, so a page without it was cut off. */
const home = defineFeed({
  name: 'home page',
  matches: /\/\/www\.beac\.int\/$/,
  latest: () => [{ method: 'GET', url: 'https://www.beac.int/' }],
  read: text,
  schema: z.string().regex(HEADING, 'there is no list of buying and selling rates'),
  *observe(page) {
    const heading = HEADING.exec(page)?.index ?? 0;
    const list = page.slice(heading, page.search(DATE));
    const day = DATE.exec(page)?.[1];
    const pairs = [...list.matchAll(PAIR)];
    if (day === undefined || pairs.length !== list.split('/XAF').length - 1) {
      throw new DocumentError(`the list is not as expected: ${pairs.length} pairs, dated ${day}`);
    }
    for (const [, base = '', bid = '', ask = ''] of pairs) {
      yield { date: parseDay(day, 'DMY'), base, quote: 'XAF', per: '1', unit: '', mid: '', bid, ask };
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
