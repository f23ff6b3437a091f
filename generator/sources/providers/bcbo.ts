/**
 * Central Bank of Bolivia: bolivianos per unit in old workbooks, two layouts of a day's table and one of a year's
 * dollar. Longer than most because of these three, and because a day stands in Spanish words only.
 */
import { z } from 'zod';
import { addDays, laterOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { toDays, toYears } from '../feeds/spans.ts';
import { parseDay, withoutZero } from '../feeds/spelling.ts';
import { FIGURE } from '../feeds/workbook.ts';
import { xls } from '../feeds/xls.ts';

const SITE = 'https://www.bcb.gob.bo';
const WORKDAYS = [1, 2, 3, 4, 5];
const MONTHS = [
  ...['ENERO', 'FEBRERO', 'MARZO', 'ABRIL', 'MAYO', 'JUNIO'],
  ...['JULIO', 'AGOSTO', 'SEPTIEMBRE', 'OCTUBRE', 'NOVIEMBRE', 'DICIEMBRE'],
];
const FIRST_DAILY = parseDay('2008-01-01', 'YMD');

const tableOf = (date: IsoDate): FeedRequest => {
  const [year, month, day] = date.split('-').map((part) => part.replace(/^0/, ''));
  const query = `qaa=${year}&qdd=${day}&qmm=${month}`;
  return {
    method: 'GET',
    url: `${SITE}/librerias/indicadores/otras/otras_imprimir2XLS.php?${query}`,
    mayBeAbsent: true,
  };
};

const sheet = z.tuple([z.object({ name: z.string(), rows: z.array(z.array(z.string())).min(5) })]);

/** `TABLA DE COTIZACIONES DEL 13 DE JULIO      DE 2026`. */
function dayOf(rows: readonly (readonly string[])[]): IsoDate {
  const title =
    rows
      .slice(0, 5)
      .flat()
      .find((text) => text.startsWith('TABLA DE COTIZACIONES DEL')) ?? '';
  const [, day = '', month = '', year] = / (\d{1,2}) +DE +([A-Z]+) +DE +(\d{4})$/.exec(title) ?? [];
  return parseDay(`${year}-${MONTHS.indexOf(month) + 1}-${day}`, 'YMD');
}

/** Headings of the columns of codes and of bolivianos, whose place depends on the layout. */
const [CODE, RATE] = [/^(MONEDA|Codigo)$/, /^TIPO DE CAMBIO EN Bs POR UNIDAD\s+DE MONEDA EXTRANJERA$/];
const OFFICIAL = 'Tipo de Cambio Oficial (TCO) (Bs/USD)';
/** Ecuador's dollar repeats the buying rate; the yuan traded abroad has no code of ISO 4217. */
const LEFT_OUT: ReadonlySet<string> = new Set(['USD', 'CNH']);
const OUNCES = new Map([
  ['ONZA TROY ORO', 'XAU'],
  ['ONZA TROY PLATA', 'XAG'],
  ['DERECHO ESPECIAL DE GIRO', 'XDR'],
]);

/**
 * Until June 2026 the dollar had two sides, 6.86 and 6.96, and the others were made from 6.86; since then it has one
 * official rate. Metals and the special drawing right are in dollars. The unit of account (UFV) is no currency.
 */
const daily = defineFeed({
  name: 'daily',
  matches: /\/otras_imprimir2XLS\.php\?/,
  latest: (today) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(tableOf),
  between: ({ from, to }) => toDays({ from: laterOf(from, FIRST_DAILY), to }, WORKDAYS).map(tableOf),
  read: xls,
  schema: sheet,
  *observe([{ rows }]) {
    const date = dayOf(rows);
    const header = rows.find((cells) => cells.some((cell, at) => RATE.test(cell) && CODE.test(cells[at - 1] ?? '')));
    const at = header?.findIndex((cell) => RATE.test(cell)) ?? -1;
    if (at < 0) throw new DocumentError('the table has no column of bolivianos beside one of codes');
    const pair = { date, quote: 'BOB' };
    const rateOf = (code: string) => rows.find((cells) => cells[at - 1] === code)?.[at] ?? '';
    const [bid, ask] = [rateOf('USD.COMPRA'), rateOf('USD.VENTA')];
    const isOfficial = rows.some((cells) => cells[at] === OFFICIAL);
    if (FIGURE.test(bid) && FIGURE.test(ask)) yield { ...midOf({ ...pair, base: 'USD' }, ''), bid, ask };
    else if (isOfficial && FIGURE.test(rateOf('USD'))) yield midOf({ ...pair, base: 'USD' }, rateOf('USD'));
    else throw new DocumentError('the table has no dollar');
    for (const cells of rows) {
      const [code = '', figure = ''] = [cells[at - 1], withoutZero(cells[at] ?? '')];
      const isListed = /^[A-Z]{3}$/.test(code) && !LEFT_OUT.has(code) && FIGURE.test(figure);
      if (isListed) yield midOf({ ...pair, base: code }, figure);
      const [metal, price = ''] = [OUNCES.get(cells[1] ?? ''), cells.at(-1)];
      if (metal !== undefined && FIGURE.test(price)) yield midOf({ date, base: metal, quote: 'USD' }, price);
    }
  },
});

const PAIRS = ['DIAS', ...MONTHS.flatMap((month) => [month, ''])].join().replace(/,$/, '');
const SIDES = ['', ...MONTHS.flatMap(() => ['VENTA', 'COMPRA'])].join();

/** The dollar of a year: a row for each day of a month, two columns for each month, the selling rate first. */
const yearly = defineFeed({
  name: 'dollar of a year',
  matches: /\/tiposDeCambioHistorico\/xls\.php\?anio=\d{4}$/,
  latest: () => [],
  between: (span) =>
    toYears(span).map((year) => ({
      method: 'GET',
      url: `${SITE}/tiposDeCambioHistorico/xls.php?anio=${year}`,
      mayBeAbsent: true,
    })),
  read: xls,
  schema: sheet,
  *observe([{ rows }]) {
    const [[title = ''] = [], , months, sides, ...days] = rows;
    const [, year] = /^AÑO (\d{4})$/.exec(title) ?? [];
    if (year === undefined || `${months}` !== PAIRS || `${sides}` !== SIDES) {
      throw new DocumentError('not a year with two columns for each month, VENTA and COMPRA');
    }
    for (const [day = '', ...cells] of days) {
      if (!/^\d{1,2}$/.test(day)) continue;
      for (const index of MONTHS.keys()) {
        const [ask = '', bid = ''] = cells.slice(index * 2);
        if (`${bid}${ask}` === '') continue;
        const date = parseDay(`${year}-${index + 1}-${day}`, 'YMD');
        yield { ...midOf({ date, base: 'USD', quote: 'BOB' }, ''), bid, ask };
      }
    }
  },
});

export const bcbo = defineProvider({
  code: 'BCBO',
  description: 'Central Bank of Bolivia',
  country: 'BOLIVIA',
  countryCode: 'BO',
  references: [{ from: '2000-01-01', currency: 'BOB' }],
  bridge: 'USD',
  timeSeries: true,
  bidAsk: true,
  schedule: { days: WORKDAYS, time: '09:00', timeZone: 'America/La_Paz' },
  terms: {
    url: 'https://www.bcb.gob.bo/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily, yearly],
});
