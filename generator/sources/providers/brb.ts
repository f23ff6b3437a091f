/** Bank of the Republic of Burundi: francs per dollar, euro and SDR; its PDFs with 19 currencies are not read. */
import { z } from 'zod';
import { parseTable } from '../feeds/faulty-rows.ts';
import { DocumentError, defineFeed, defineProvider } from '../feeds/provider.ts';
import { htmlTables, text } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

const PAGE = 'https://www.brb.bi/en/affichagetoustauxchange';
const HEADER = 'Monnaie,Taux Acheteur,Taux Moyen,Taux Vendeur';
const names = z.array(z.string()).refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`);
const price = z.string();
const rates = z.tuple([names]).rest(z.tuple([z.string(), price, price, price]));
/** The newest of the PDFs, which stand below the table in the order of their days. */
const NEWEST = /Cours de change du (\d\d-\d\d-\d{4})\.pdf<\/a>/;

/** The table itself has no date. The day is that of the newest PDF, which is published with it. */
const today = defineFeed({
  name: 'rates of the day',
  matches: /\/\/www\.brb\.bi\/en\/affichagetoustauxchange$/,
  latest: () => [{ method: 'GET', url: PAGE }],
  read: (answer) => ({ page: text(answer), tables: htmlTables(answer) }),
  schema: z.object({ page: z.string(), tables: z.array(z.unknown()).min(1) }),
  *observe({ page, tables }) {
    const day = NEWEST.exec(page)?.[1];
    if (day === undefined) throw new DocumentError('no PDF tells the day of the rates');
    const [, ...rows] = parseTable(rates, tables[0]);
    for (const [label, bid, mid, ask] of rows) {
      const base = label === 'DTS' ? 'XDR' : label;
      yield { date: parseDay(day, 'DMY'), base, quote: 'BIF', per: '1', unit: '', mid, bid, ask };
    }
  },
});

export const brb = defineProvider({
  code: 'BRB',
  description: 'Bank of the Republic of Burundi',
  country: 'BURUNDI',
  countryCode: 'BI',
  references: [{ from: '2024-09-02', currency: 'BIF' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '09:00', timeZone: 'Africa/Bujumbura' },
  terms: {
    url: 'https://www.brb.bi/en/affichagetoustauxchange',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [today],
});
