/**
 * Central Bank of Costa Rica: its reference rates, colones per US dollar, buying and selling. This adapter is longer
 * than most because it must first ask for a token, and because the days of the table are columns.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  type Keys,
  type Span,
} from '../feeds/provider.ts';
import { captured, json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { parseDay, plainOrText } from '../feeds/spelling.ts';

const API = 'https://apim.bccr.fi.cr/SDDE/api/Bccr.GE.SDDE.IndicadoresSitioExterno';
/** Days are columns, and an answer has at most this many. */
const COLUMNS_MAX = 100;

const daysOf = ({ from, to }: Span, keys: Keys): FeedRequest => ({
  method: 'GET',
  url:
    `${API}.GrupoVariables.API/CuadroGrupoVariables/ObtenerDatosCuadro?IdGrupoVariable=1` +
    `&FechaInicio=${from}T00:00:00&FechaFin=${to}&CantidadSeriesAMostrar=${COLUMNS_MAX}`,
  // The header was `token_csrf` until July 2026 and is `Token-Csrf` since.
  headers: { token_csrf: keys.token ?? '', 'token-csrf': keys.token ?? '', origin: 'https://sdd.bccr.fi.cr' },
});

/** Spanish fields have decimal commas; fields whose names end in Ingles have decimal points. */
const indicatorOf = <Id extends string, Name extends string>(id: Id, name: Name) =>
  z.object({
    idIndicador: z.literal(id),
    nombreIngles: z.literal(name),
    series: z.record(z.string(), z.union([z.string(), z.null()])),
  });
const column = z.object({ field: z.string().regex(/^serie\d+$/), tituloIngles: z.string() });

/** The answer is always the hundred days up to the end of the period, however short the period. */
const reference = defineFeed({
  name: 'reference',
  matches: /^https:\/\/apim\.bccr\.fi\.cr\/SDDE\/api\/[^?]*\/ObtenerDatosCuadro\?(.*&)?IdGrupoVariable=1(&|$)/,
  session: {
    request: { method: 'GET', url: `${API}.ServiciosUsuario.API/Token/GenereCSRF` },
    toKeys: (answer) => ({ token: captured(answer, /^\s*"?([^\s"<>{}]+)"?\s*$/) }),
  },
  latest: (today, keys) => [daysOf({ from: addDays(today, -10), to: today }, keys)],
  between: (span, keys) => toPages(span, COLUMNS_MAX).map((page) => ({ ...daysOf(page, keys), mayBeAbsent: true })),
  read: json,
  schema: z.object({
    informacionDelCuadro: z.object({
      tituloIngles: z.literal('US Dollar purchase and sale rates|'),
      subTituloIngles: z.literal('Banco Central de Costa Rica Reference Rate, in Costa Rican currency (colones)|'),
    }),
    columnas: z.tuple([z.object({ field: z.literal('nombre') })]).rest(column),
    indicadoresRaiz: z.tuple([indicatorOf('317', 'Buy'), indicatorOf('318', 'Sell')]),
  }),
  *observe({ columnas: [, ...columns], indicadoresRaiz: [buying, selling] }, { request }) {
    const end = new URL(request.url).searchParams.get('FechaFin') ?? '';
    for (const { field, tituloIngles } of columns) {
      const date = parseDay(tituloIngles, 'DMY');
      if (date > end) throw new DocumentError(`${date} is after the period that was asked for, which ends on ${end}`);
      const [bid, ask] = [buying, selling].map(({ series }) => series[`${field}Ingles`]);
      if (bid === undefined || ask === undefined) throw new DocumentError(`there is no ${field}Ingles for ${date}`);
      if (!bid && !ask) continue;
      const sides = { mid: '', bid: plainOrText(bid ?? ''), ask: plainOrText(ask ?? '') };
      yield { date, base: 'USD', quote: 'CRC', per: '1', unit: '', ...sides };
    }
  },
});

export const bccr = defineProvider({
  code: 'BCCR',
  description: 'Central Bank of Costa Rica',
  country: 'COSTA RICA',
  countryCode: 'CR',
  references: [{ from: '2000-01-03', currency: 'CRC' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '07:00', timeZone: 'America/Costa_Rica' },
  terms: {
    url: 'https://sdd.bccr.fi.cr/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [reference],
});
