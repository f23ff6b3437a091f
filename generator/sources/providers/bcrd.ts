/** Central Bank of the Dominican Republic: pesos per dollar on the spot market, all days since 1991 in one workbook. */
import { z } from 'zod';
import { bothSides, defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { dayOrText } from '../feeds/spelling.ts';
import { sheetOf, workbook } from '../feeds/workbook.ts';

const FILE: FeedRequest = {
  method: 'GET',
  url: 'https://cdn.bancentral.gov.do/documents/estadisticas/mercado-cambiario/documents/TASA_DOLAR_REFERENCIA_MC.xlsx',
};
const MONTHS = ['Ene', 'Feb', 'Mar', 'Abr', 'May', 'Jun', 'Jul', 'Ago', 'Sep', 'Oct', 'Nov', 'Dic'];
const HEADER = 'Año,Mes,Día,Compra,Venta';
const row = z.array(z.string());
const title = row.refine(([text = '']) => /^Tasas de Cambio del d[oó]lar/.test(text), 'not a title of the dollar');
const names = row.refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`);

/**
 * The other sheets have means and ends of months and years. Once, in January 1991, buying is above selling, and `collect`
 * leaves that day out by name.
 */
const daily = defineFeed({
  name: 'daily',
  matches: /\/TASA_DOLAR_REFERENCIA_MC\.xlsx$/,
  wholeArchive: true,
  latest: () => [FILE],
  between: () => [FILE],
  read: workbook,
  schema: sheetOf('Diaria').pipe(z.tuple([title, names]).rest(row)),
  *observe([, , ...rows]) {
    for (const [year = '', month = '', day = '', bid = '', ask = ''] of rows) {
      const date = dayOrText(`${year}-${MONTHS.indexOf(month) + 1}-${day}`, 'YMD');
      yield { date, base: 'USD', quote: 'DOP', per: '1', unit: '', mid: '', ...bothSides(bid, ask) };
    }
  },
});

export const bcrd = defineProvider({
  code: 'BCRD',
  description: 'Central Bank of the Dominican Republic',
  country: 'DOMINICAN REPUBLIC',
  countryCode: 'DO',
  references: [{ from: '1991-01-02', currency: 'DOP' }],
  timeSeries: true,
  bidAsk: true,
  // On a working day the workbook ends with the working day before.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'America/Santo_Domingo', lagDaysMax: 4 },
  terms: {
    url: 'https://www.bancentral.gov.do/',
    note: 'No terms of reuse are known to us; the address is that of the bank. We name the source.',
  },
  feeds: [daily],
});
