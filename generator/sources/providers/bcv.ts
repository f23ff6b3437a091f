/**
 * Central Bank of Venezuela: bolívares per unit in old workbooks, one for each quarter and in it a sheet for each day.
 * Longer than most because a page has to be asked for the addresses, and a sheet says in words for which day it is.
 */
import { z } from 'zod';
import { addDays, laterOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys } from '../feeds/provider.ts';
import { text } from '../feeds/readers.ts';
import { toMonths } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';
import { xls } from '../feeds/xls.ts';

const SITE = 'https://www.bcv.org.ve';
/** The first value date in today's money. Earlier sheets say VES as well, and mean the old bolívar. */
const FIRST = parseDay('2021-10-04', 'YMD');
/** After a quarter is uploaded again, its plain name keeps serving a stub of two sheets. */
const UPLOADED_AGAIN: Keys = { c23: '/sites/default/files/EstadisticasGeneral/2_1_2c23_smc_60.xls' };
const LINK = /href="(?:https?:\/\/www\.bcv\.org\.ve)?(\/[^"]*\/2_1_2([a-d]\d\d)_smc[^"/]*\.xls)"/g;

const letterOf = (month: string) => (month < '04' ? 'a' : month < '07' ? 'b' : month < '10' ? 'c' : 'd');
/** The quarters that the span touches, by the names that the bank gives them: `d25`. */
const quartersOf = (from: IsoDate, to: IsoDate) => [
  ...new Set(
    toMonths({ from: laterOf(from, FIRST), to }).map((month) => `${letterOf(month.slice(5))}${month.slice(2, 4)}`),
  ),
];
const fileOf = (quarter: string, keys: Keys): FeedRequest => {
  const plain = `/sites/default/files/EstadisticasGeneral/2_1_2${quarter}_smc.xls`;
  return { method: 'GET', url: `${SITE}${keys[quarter] ?? UPLOADED_AGAIN[quarter] ?? plain}`, mayBeAbsent: true };
};

const HEADINGS = [
  ',,,(a) Cotización M.E./US$,,Bs./M.E.',
  ',,Moneda/País,Compra (BID),Venta (ASK),Compra (BID),Venta (ASK)',
];
const CODES = new Map([['MXP', 'MXN']]);
const figure = z.string();
const row = z.tuple([z.literal(''), z.string().regex(/^[A-Z]{3}$/), z.string(), figure, figure, figure, figure]);

/**
 * Friday's sheet has Monday as its value date, so the first days of a quarter may be in the file of the previous
 * one. The bid is the ask less a quarter of a per cent; the dollar is set by the market and the others follow from
 * it. The dollar must be worth one dollar, which shows that no column has moved.
 */
const smc = defineFeed({
  name: 'reference rates',
  matches: /\/2_1_2[a-d]\d\d_smc[^/]*\.xls$/,
  session: {
    request: { method: 'GET', url: `${SITE}/estadisticas/tipo-cambio-de-referencia-smc` },
    toKeys: (page) => {
      // The newest upload of a quarter comes first.
      const links = [...z.string().parse(text(page)).matchAll(LINK)].map(
        ([, path = '', quarter = '']) => [quarter, path] as const,
      );
      if (links.length === 0) throw new DocumentError('the page links no workbook of a quarter');
      return Object.fromEntries(links.reverse());
    },
  },
  latest: (today, keys) => quartersOf(addDays(today, -10), today).map((quarter) => fileOf(quarter, keys)),
  between: ({ from, to }, keys) => quartersOf(addDays(from, -10), to).map((quarter) => fileOf(quarter, keys)),
  read: xls,
  schema: z.array(z.object({ name: z.string(), rows: z.array(z.array(z.string())) })).min(1),
  *observe(sheets) {
    for (const { name, rows } of sheets) {
      const [, day = ''] = /^Fecha Valor: *(\d\d\/\d\d\/\d{4})$/.exec(rows[2]?.[3] ?? '') ?? [];
      if (`${rows[4]};${rows[5]}` !== HEADINGS.join(';')) throw new DocumentError(`${name}: the headings have changed`);
      const date = parseDay(day, 'DMY');
      const end = rows.findIndex((cells, at) => at > 5 && `${cells[1] ?? ''}` === '');
      if (end < 7) throw new DocumentError(`${name}: there is no end of the table`);
      for (const cells of date < FIRST ? [] : rows.slice(6, end)) {
        const [, label, , bidOfDollar, askOfDollar, bid, ask] = row.parse(cells);
        if (label === 'USD' && `${bidOfDollar} ${askOfDollar}` !== '1 1')
          throw new DocumentError(`${name}: the columns are not in their order`);
        yield { date, base: CODES.get(label) ?? label, quote: 'VES', per: '1', unit: '', mid: '', bid, ask };
      }
    }
  },
});

export const bcv = defineProvider({
  code: 'BCV',
  description: 'Central Bank of Venezuela',
  country: 'VENEZUELA',
  countryCode: 'VE',
  references: [{ from: FIRST, currency: 'VES' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '22:30', timeZone: 'America/Caracas', leadDaysMax: 7 },
  setBefore: 'Each sheet names the day of operation and, as the next working day, the value date.',
  terms: {
    url: 'https://www.bcv.org.ve/terminos-condiciones',
    note: 'May be reproduced without profit if the source is named; any other use needs the written consent of the bank.',
  },
  feeds: [smc],
});
