/**
 * Central Bank of Paraguay: guaraníes per unit, gold per ounce, from one page for each currency and year. Longer than
 * most because the bank's own names of currencies show whether a page is the one that was asked for.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { htmlRows } from '../feeds/readers.ts';
import { toYears } from '../feeds/spans.ts';
import { dayOrText, toPoint, toTable } from '../feeds/spelling.ts';

/** The list of special drawing rights is left out: all of its cells say that there is no rate. */
const NAMES = toTable(
  'USD DOLAR AMERICANO, EUR EURO, GBP LIBRA ESTERLINA, JPY YEN JAPONES, CHF FRANCO SUIZO, CAD DOLAR CANADIENSE',
  'AUD DOLAR AUSTRALIANO, CNY YUAN CHINO, BRL REAL BRASILERO, ARS PESO ARGENTINO, CLP PESO CHILENO',
  'MXN PESO MEXICANO, UYU PESO URUGUAYO, COP PESO COLOMBIANO, BOB BOLIVIAN BOLIVIANO, NZD DOLAR NEOZELANDES',
  'ZAR RAND SUDAFRICANO, SEK CORONA SUECA, DKK CORONA DANESA, NOK CORONA NORUEGA, XAU ORO',
);
/** Not in the pages' menu, and not recorded: a word of the name tells them from the page of the dollar. */
const WORDS: ReadonlyMap<string, RegExp> = new Map([
  ['AED', /DIRHAM|EMIRATOS/],
  ['PEN', /\bSOL(ES)?\b/],
  ['SGD', /SINGAPUR/],
  ['TWD', /TAIW/],
]);
const PAGE = 'https://www.bcp.gov.py/webapps/web/cotizacion/monedas-historica';
const pagesOf = (year: string): readonly FeedRequest[] =>
  [...NAMES.keys(), ...WORDS.keys()].map((code) => ({ method: 'GET', url: `${PAGE}?anho=${year}&moneda=${code}` }));
const maybe = (request: FeedRequest): FeedRequest => ({ ...request, mayBeAbsent: true });

const HEADER = '#,ENE,FEB,MAR,ABR,MAY,JUN,JUL,AGO,SEP,OCT,NOV,DIC';
const names = z.array(z.string()).refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`);
/** `7.271,63` → `7271.63`. There is none (ND) for a day that was off, has not come yet or does not exist. */
const price = z
  .string()
  .transform((figure) => (figure === 'ND' ? '' : figure.replace(/^\d{1,3}(\.\d{3})*,\d\d$/, withoutPoints)));
const MONTHS = [price, price, price, price, price, price, price, price, price, price, price, price] as const;
const withoutPoints = (figure: string) => toPoint(figure.replaceAll('.', ''));

const year = defineFeed({
  name: 'year',
  partial: true,
  matches: /\/webapps\/web\/cotizacion\/monedas-historica\?anho=\d{4}&moneda=(?!SDR)[A-Z]{3}$/,
  // In the first days of January there may be no rate yet.
  latest: (today) => {
    const [own = '', last = ''] = [today.slice(0, 4), addDays(today, -10).slice(0, 4)];
    return own === last ? pagesOf(own) : [...pagesOf(last), ...pagesOf(own).map(maybe)];
  },
  between: (span) => toYears(span).flatMap((one) => pagesOf(one).map(maybe)),
  read: htmlRows,
  schema: z
    .tuple([z.tuple([z.string()]), names])
    .rest(z.tuple([z.string().regex(/^\d{1,2}$/), ...MONTHS]))
    .refine((rows) => rows.length === 33, 'not 31 rows of 12'),
  *observe([[title], , ...rows], { request }) {
    const asked = new URL(request.url).searchParams;
    const [of, base] = [asked.get('anho') ?? '', asked.get('moneda') ?? ''];
    const [start, name = ''] = title.split(' DE MONEDA ');
    const isIt = NAMES.has(base) ? name === NAMES.get(base) : WORDS.get(base)?.test(name) === true;
    if (start !== `PLANILLA DE COTIZACIONES DEL AÑO ${of}` || !isIt)
      throw new DocumentError(`the page is ${JSON.stringify(title)}, not that of ${base} in ${of}`);
    for (const [day, ...figures] of rows) {
      for (const [index, figure] of figures.entries()) {
        if (figure === '') continue;
        yield midOf({ date: dayOrText(`${of}-${index + 1}-${day}`, 'YMD'), base, quote: 'PYG' }, figure);
      }
    }
  },
});

export const bcp = defineProvider({
  code: 'BCP',
  description: 'Central Bank of Paraguay',
  country: 'PARAGUAY',
  countryCode: 'PY',
  references: [{ from: '2001-01-01', currency: 'PYG' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'America/Asuncion' },
  terms: {
    url: 'https://www.bcp.gov.py/webapps/web/cotizacion/monedas',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [year],
});
