/**
 * Banco de México: pesos per foreign unit, the FIX for the dollar and the bank's quotations of four other currencies.
 * This adapter is longer than most because only the title of a series says in which direction it is quoted.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, type Keys, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText } from '../feeds/spelling.ts';

const TOKEN = 'BANXICO_TOKEN';
/** A thousand pesos became one. The FIX goes back to 1991-11-12, and no field says which of the two pesos it is in. */
const NEW_PESO_FROM = isoDate.parse('1993-01-01');
const CURRENCIES = { SF43718: 'USD', SF46410: 'EUR', SF46407: 'GBP', SF46406: 'JPY', SF60632: 'CAD' } as const;
const names = z.enum(['SF43718', 'SF46410', 'SF46407', 'SF46406', 'SF60632']);

const seriesOf = ({ from, to }: Span, keys: Keys): FeedRequest => ({
  method: 'GET',
  url: `https://www.banxico.org.mx/SieAPIRest/service/v1/series/${names.options.join(',')}/datos/${from}/${to}`,
  headers: { 'Bmx-Token': keys[TOKEN] ?? '' },
});

const one = z.strictObject({
  idSerie: names,
  // Nothing else states the direction.
  titulo: z.string().regex(/Pesos por dólar E\.U\.A\.|Respecto al peso mexicano/),
  datos: z.array(z.object({ fecha: z.string(), dato: z.string() })).default([]),
});

/** The answer is not in the order of the request. A series without a figure in the span may come without `datos`. */
const series = defineFeed({
  name: 'series',
  matches: /\/SieAPIRest\/service\/v1\/series\/[\w,]+\/datos\//,
  keys: [TOKEN],
  latest: (today, keys) => [seriesOf({ from: addDays(today, -10), to: today }, keys)],
  between: (span, keys) =>
    toPages(span, 366, { from: NEW_PESO_FROM }).map((page) => ({ ...seriesOf(page, keys), mayBeAbsent: true })),
  read: json,
  schema: z.object({ bmx: z.object({ series: z.array(one).length(names.options.length) }) }),
  *observe({ bmx }) {
    for (const { idSerie, datos } of bmx.series) {
      for (const { fecha, dato } of datos) {
        if (dato === 'N/E') continue; // not available
        const date = dayOrText(fecha, 'DMY');
        yield midOf({ date, base: CURRENCIES[idSerie], quote: 'MXN' }, plainOrText(dato));
      }
    }
  },
});

export const banxico = defineProvider({
  code: 'BANXICO',
  description: 'Bank of Mexico',
  country: 'MEXICO',
  countryCode: 'MX',
  references: [{ from: NEW_PESO_FROM, currency: 'MXN' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'America/Mexico_City' },
  terms: {
    url: 'https://www.banxico.org.mx/SieAPIRest/service/v1/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [series],
});
