/**
 * Central Bank of Argentina: pesos per unit (`tipoCotizacion`; `tipoPase` is in dollars and not read). Longer than most
 * because some labels are no currency, or a different one than they say.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, withoutZero } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
/**
 * The peso itself, a reference dollar beside the dollar, the renminbi traded abroad, at the figure of the CNY, and
 * metals, which have a price in dollars and none in pesos.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['ARS', 'REF', 'CNH', 'XAU', 'XAG']);
/** The 78.43832100 of 2026-03-19, at 1394.5 to the dollar, are 17.78 to the dollar: new Mexican pesos. */
const CODES = new Map([['MXP', 'MXN']]);
/** VEB means VES in the recorded list. We do not know what it meant between the end of that bolívar and that list. */
const VEB_UNKNOWN = { from: '2008-01-01', to: '2026-03-18' };
/** `DONG VIETNAM (C/1.000 UNIDADES)`; the point marks thousands. */
const UNITS = /\(C\/(\d{1,3}(?:\.\d{3})*) UNIDADES\)$/;

const listOf = (day: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://api.bcra.gob.ar/estadisticascambiarias/v1.0/Cotizaciones?fecha=${day}`,
  mayBeAbsent: true,
});

const row = z.object({
  codigoMoneda: z.string(),
  descripcion: z.string().regex(/^[A-Z]/i),
  tipoCotizacion: z.string(),
});
/** On a holiday `fecha` is null and the list is empty. */
const list = z.union([
  z.object({ fecha: z.string(), detalle: z.array(row) }),
  z.object({ fecha: z.null(), detalle: z.tuple([]) }),
]);

const daily = defineFeed({
  name: 'daily',
  matches: /\/estadisticascambiarias\/v1\.0\/Cotizaciones\?fecha=\d{4}-\d\d-\d\d$/,
  latest: (today) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(listOf),
  between: (span) => toDays(span, WORKDAYS).map(listOf),
  read: json,
  schema: z.object({ status: z.literal('200'), results: list }),
  *observe({ results: { fecha, detalle } }) {
    if (fecha === null) return;
    const date = parseDay(fecha, 'YMD');
    for (const { codigoMoneda: code, descripcion, tipoCotizacion } of detalle) {
      const per = (UNITS.exec(descripcion)?.[1] ?? '1').replaceAll('.', '');
      if (descripcion.includes('C/') && per === '1') throw new DocumentError(`units in other words: ${descripcion}`);
      const figure = withoutZero(tipoCotizacion);
      const isUnknown = code === 'VEB' && date >= VEB_UNKNOWN.from && date <= VEB_UNKNOWN.to;
      if (figure === '' || LEFT_OUT.has(code) || isUnknown) continue;
      yield midOf({ date, base: CODES.get(code) ?? code, quote: 'ARS', per }, figure);
    }
  },
});

export const bcra = defineProvider({
  code: 'BCRA',
  description: 'Central Bank of Argentina',
  country: 'ARGENTINA',
  countryCode: 'AR',
  references: [{ from: '2000-01-03', currency: 'ARS' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: WORKDAYS, time: '16:00', timeZone: 'America/Argentina/Buenos_Aires' },
  terms: {
    url: 'https://www.bcra.gob.ar/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});
