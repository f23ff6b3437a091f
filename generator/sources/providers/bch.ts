/** Central Bank of Honduras: lempiras per dollar, buying (the reference rate) and selling, all days in one workbook. */
import { z } from 'zod';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { bothSides, defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { serialOrText, sheetOf, workbook } from '../feeds/workbook.ts';

const FILE: FeedRequest = {
  method: 'GET',
  url: 'https://www.bch.hn/estadisticos/GIE/LIBTipo%20de%20cambio/Precio%20Promedio%20Diario%20del%20D%C3%B3lar.xlsx',
};
const HEADER = 'Fecha,Compra 1/,Venta';
const row = z.array(z.string());
const is = (name: string) => row.refine((cells) => `${cells}` === name, `not ${name}`);

/**
 * A row that begins with a word has monthly means, or is a note. Days ascend, so a date that goes back is a slip
 * (2009-07-04 instead of 2009-08-04). No reader can put it right, so `collect` leaves it out and names it.
 */
const daily = defineFeed({
  name: 'daily',
  matches: /\/Precio%20Promedio%20Diario%20del%20D%C3%B3lar(%20)?\.xlsx$/,
  wholeArchive: true,
  latest: () => [FILE],
  between: () => [FILE],
  read: workbook,
  schema: sheetOf('Tipo de Cambio Diario').pipe(
    z.tuple([row, row, row, row, is('(Lempiras por US$1.00)'), is(HEADER)]).rest(row),
  ),
  *observe([, , , , , , ...rows]) {
    let last = '';
    for (const [day = '', bid = '', ask = ''] of rows) {
      if (!/^\d+$/.test(day)) continue;
      const own = serialOrText(day);
      const date = own >= last ? own : (`${own} after ${last}` as IsoDate);
      if (own >= last) last = own;
      yield { date, base: 'USD', quote: 'HNL', per: '1', unit: '', mid: '', ...bothSides(bid, ask) };
    }
  },
});

export const bch = defineProvider({
  code: 'BCH',
  description: 'Central Bank of Honduras',
  country: 'HONDURAS',
  countryCode: 'HN',
  references: [{ from: '2000-01-03', currency: 'HNL' }],
  timeSeries: true,
  bidAsk: true,
  // Before Easter and in October, the next working day is up to ten days ahead.
  schedule: { days: [1, 2, 3, 4, 5], time: '15:30', timeZone: 'America/Tegucigalpa', leadDaysMax: 10 },
  setBefore: 'The workbook is saved in the afternoon and ends with the next working day.',
  terms: {
    url: 'https://www.bch.hn/estadisticas-y-publicaciones-economicas/tipo-de-cambio-nominal',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
