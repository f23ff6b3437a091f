/**
 * Bank of Mozambique: meticais per unit, or for 1000 of small currencies, in a bulletin of one page for each day. Longer
 * than most because the bulletin is a PDF that names countries, and two pages lead to its address.
 */
import { z } from 'zod';
import { compareTexts } from '../../wire/words/order.ts';
import { pdfLines } from '../feeds/pdf.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { captured, text } from '../feeds/readers.ts';
import { parseDay, toCodes, toPoint } from '../feeds/spelling.ts';

const SITE = 'https://www.bancomoc.mz';
const get = (path: string): FeedRequest => ({ method: 'GET', url: new URL(path, SITE).href });
/** An address of September 2026. Only the list states the eight characters of each bulletin. */
const BULLETIN = {
  '2026-09-02': '/media/prubk0qz/taxas-de-câmbio-de-referência-do-mercado-cambial-do-dia-02092026.pdf',
};
const LINK = /href="(\/media\/[^"]*-do-dia-(\d{2})(\d{2})(\d{4})\.pdf)"/g;

/** Countries without accents, which come and go. Names of currencies are shared by several, or missing. */
const CODES = toCodes(
  'USD Estados Unidos, ZAR Africa do Sul, BWP Botswana, SZL Swazilandia, SZL eSwatini, MUR Mauricias, ZMW Zambia',
  'JPY Japao, MWK Malawi, TZS Tanzania, BRL Brasil, CAD Canada, CNY China, DKK Dinamarca, GBP Inglaterra',
  'NOK Noruega, SEK Suecia, CHF Suica, EUR Uniao Europeia',
);
/** The row of Zimbabwe means no currency of today; the yuan traded abroad has no code of ISO 4217. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Zimbabwe', 'China/Offshore']);
const MONTHS = [
  ...['Janeiro', 'Fevereiro', 'Marco', 'Abril', 'Maio', 'Junho'],
  ...['Julho', 'Agosto', 'Setembro', 'Outubro', 'Novembro', 'Dezembro'],
];

const HEADER = /^PAISES +MOEDAS +COMPRA +VENDA(?: *MEDIA)?$/;
const SECTION = /^\d\.\d\.\d Meticais por (?:Unidade|(\d+) Unidades) de Moeda$/;
const FIGURE = String.raw`(\d{1,3}(?:\.\d{3})*,\d{2})`;
const ROW = new RegExp(
  String.raw`^(\p{L}[\p{L}/]*(?: [\p{L}/]+)*)(?:\([a-z]\))?  +(?:\p{L}+ +)?${FIGURE} +${FIGURE}(?: +${FIGURE})?$`,
  'u',
);
const withoutAccents = (line: string) => line.normalize('NFD').replaceAll(/\p{M}/gu, '').trim();
const toFigure = (figure = '') => toPoint(figure.replaceAll('.', ''));

/** The dollar is the bank's fixing of half past three, the others are crosses. Below them are interest rates and gold. */
const bulletin = defineFeed({
  name: 'bulletin',
  matches: /\/media\/\w+\/[^/]+-do-dia-\d{8}\.pdf$/,
  session: {
    request: get('/pt/areas-de-actuacao/mercados/mercado-cambial/'),
    linked: {
      matches: /\/tabelas-de-taxas-de-cambio-de-referencia-diarias\/[\d-]+\/$/,
      toRequest: (page) =>
        get(captured(page, /href="([^"]*\/tabelas-de-taxas-de-cambio-de-referencia-diarias\/[\d-]+\/)"/)),
    },
    toKeys: (page) => {
      // Two accented letters in these names are written as character references.
      const list = z.string().parse(text(page)).replaceAll('&#226;', 'â').replaceAll('&#234;', 'ê');
      const links = [...list.matchAll(LINK)].map(([, path = '', ...day]) => [day.reverse().join('-'), path]);
      if (links.length === 0) throw new DocumentError('the page links no bulletin');
      return Object.fromEntries(links);
    },
  },
  latest: (_, keys) => {
    const paths = Object.entries(Object.keys(keys).length === 0 ? BULLETIN : keys);
    const newest = paths.sort(([left], [right]) => compareTexts(right, left)).slice(0, 6);
    return newest.map(([, path]) => get(path));
  },
  read: pdfLines,
  schema: z.array(z.string().transform(withoutAccents)),
  *observe(lines) {
    const [, day = '', name = '', year = ''] = /DO DIA (\d\d?) +(\p{L}+)\s+de (\d{4})\n/u.exec(lines.join('\n')) ?? [];
    const date = parseDay(`${year}-${MONTHS.indexOf(name) + 1}-${day}`, 'YMD');
    const [start, end] = [lines.findIndex((line) => HEADER.test(line)), lines.findIndex((line) => /^3\. /.test(line))];
    if (start < 0 || end < 0) throw new DocumentError(`${date}: the headings have changed`);
    const hasMean = lines[start]?.endsWith('MEDIA') === true;
    let per = '1';
    for (const line of lines.slice(start + 1, end)) {
      const [section, thousand = '1'] = SECTION.exec(line) ?? [];
      if (section !== undefined) per = thousand;
      const [row, country = '', bid, ask, mid] = ROW.exec(line) ?? [];
      const isWhole = row === undefined ? !/,\d\d( |$)/.test(line) : hasMean === (mid !== undefined);
      const [, named = ''] = /^(\p{L}[\p{L}/ ]*?)(?:\([a-z]\))? {2}/u.exec(line) ?? [];
      if (LEFT_OUT.has(named) || (isWhole && row === undefined)) continue;
      // A row in another form has no figure that can be told: `collect` leaves it out and names it.
      const sides = isWhole
        ? { mid: toFigure(mid), bid: toFigure(bid), ask: toFigure(ask) }
        : { mid: '', bid: '', ask: '' };
      const label = row === undefined ? named : country;
      yield { date, base: CODES.get(label) ?? label, quote: 'MZN', per, unit: '', ...sides };
    }
  },
});

export const bm = defineProvider({
  code: 'BM',
  description: 'Bank of Mozambique',
  country: 'MOZAMBIQUE',
  countryCode: 'MZ',
  references: [{ from: '2018-01-01', currency: 'MZN' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Maputo' },
  terms: {
    url: 'https://www.bancomoc.mz/pt/informacao-legal',
    note: 'For private or internal use. Any other use needs the prior written authorisation of the bank.',
  },
  feeds: [bulletin],
});
