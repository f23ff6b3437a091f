/**
 * Central Bank of Uruguay: pesos per unit, buying and selling, one request per currency, by the bank's own numbers.
 * This adapter is longer than most because of those numbers and because an answer has two forms.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { soapRequest } from '../feeds/request.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

/** CodigoISO is not an ISO code: it says DLS. and EURO. The answer writes 500 where 0500 was asked for. */
const CURRENCIES = toTable(
  '2225 USD, 1111 EUR, 1000 BRL, 500 ARS, 2309 CAD, 1300 CLP, 4150 CNY, 5500 COP, 1800 DKK, 5100 HKD, 4300 HUF, 5700 INR',
  '2700 GBP, 4900 ISK, 3600 JPY, 5300 KRW, 5600 MYR, 4200 MXN, 4600 NOK, 1490 NZD, 4800 PYG, 4000 PEN, 5400 RUB, 1620 ZAR',
  '5800 SEK, 5900 CHF, 4400 TRY',
);

const currencyOf = (number: string, { from, to }: Span): FeedRequest => {
  const what = `<cot:Moneda><cot:item>${number.padStart(4, '0')}</cot:item></cot:Moneda>`;
  const days = `<cot:FechaDesde>${from}</cot:FechaDesde><cot:FechaHasta>${to}</cot:FechaHasta>`;
  const asked = `<cot:Entrada>${what}${days}<cot:Grupo>0</cot:Grupo></cot:Entrada>`;
  return {
    ...soapRequest(
      'https://cotizaciones.bcu.gub.uy/wscotizaciones/servlet/awsbcucotizaciones',
      `<cot:wsbcucotizaciones.Execute xmlns:cot="Cotiza">${asked}</cot:wsbcucotizaciones.Execute>`,
    ),
    mayBeAbsent: true,
  };
};
const pageOf = (page: Span) => [...CURRENCIES.keys()].map((number) => currencyOf(number, page));

const row = z.object({ Fecha: z.string(), Moneda: z.string(), TCC: z.string(), TCV: z.string() });
const ROWS = 'datoscotizaciones.dato';
/** Error 100 means that those days have no quotations; any other error is a failure. */
const salida = z.union([
  z.object({
    respuestastatus: z.object({ status: z.literal('1'), codigoerror: z.literal('0') }),
    datoscotizaciones: z.strictObject({ [ROWS]: z.array(row) }),
  }),
  z
    .object({ respuestastatus: z.object({ status: z.literal('0'), codigoerror: z.literal('100') }) })
    .transform(() => ({ datoscotizaciones: { [ROWS]: [] } })),
]);

const quotations = defineFeed({
  name: 'quotations',
  partial: true,
  matches: /\/wscotizaciones\/servlet\/awsbcucotizaciones$/i,
  latest: (today) => pageOf({ from: addDays(today, -10), to: today }),
  between: (span) => toPages(span, 366).flatMap(pageOf),
  read: xml(ROWS),
  schema: z.object({
    Envelope: z.object({ Body: z.object({ 'wsbcucotizaciones.ExecuteResponse': z.object({ Salida: salida }) }) }),
  }),
  *observe({ Envelope: { Body } }) {
    const rows = Body['wsbcucotizaciones.ExecuteResponse'].Salida.datoscotizaciones[ROWS] ?? [];
    for (const { Fecha, Moneda, TCC: bid, TCV: ask } of rows) {
      const base = CURRENCIES.get(Moneda) ?? `currency ${Moneda}`;
      yield { date: dayOrText(Fecha, 'YMD'), base, quote: 'UYU', per: '1', unit: '', mid: '', bid, ask };
    }
  },
});

export const bcu = defineProvider({
  code: 'BCU',
  description: 'Central Bank of Uruguay',
  country: 'URUGUAY',
  countryCode: 'UY',
  references: [{ from: '2000-01-03', currency: 'UYU' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '18:00', timeZone: 'America/Montevideo' },
  terms: {
    url: 'https://www.bcu.gub.uy/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [quotations],
});
