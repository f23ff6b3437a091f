/**
 * Bank of Guatemala: the dollar's reference rate for every calendar day; its buying and selling figures are equal. The
 * file is longer than most by what is known about the source's firewall.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { soapRequest } from '../feeds/request.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toDayFirst } from '../feeds/spelling.ts';

const rangeOf = ({ from, to }: Span): FeedRequest => {
  const days = `<fechainit>${toDayFirst(from, '/')}</fechainit><fechafin>${toDayFirst(to, '/')}</fechafin>`;
  const range = `<TipoCambioRango xmlns="http://www.banguat.gob.gt/variables/ws/">${days}</TipoCambioRango>`;
  return soapRequest('https://www.banguat.gob.gt/variables/ws/TipoCambio.asmx', range);
};

/** Currency 2 is the dollar, the only currency that this operation returns. */
const row = z.strictObject({ moneda: z.literal('2'), fecha: z.string(), venta: z.string(), compra: z.string() });

const result = z
  .object({
    Vars: z.union([z.strictObject({ Var: z.array(row) }), z.literal('').transform(() => ({ Var: [] }))]),
    TotalItems: z.string(),
  })
  .refine(({ Vars, TotalItems }) => `${Vars.Var.length}` === TotalItems, 'fewer or more rows than TotalItems');

const range = defineFeed({
  name: 'range',
  matches: /\/variables\/ws\/TipoCambio\.asmx$/i,
  latest: (today) => [rangeOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 366).map((page) => ({ ...rangeOf(page), mayBeAbsent: true })),
  read: xml('Var'),
  schema: z.object({
    Envelope: z.object({
      Body: z.object({ TipoCambioRangoResponse: z.object({ TipoCambioRangoResult: result }) }),
    }),
  }),
  *observe({ Envelope: { Body } }) {
    for (const { fecha, compra, venta } of Body.TipoCambioRangoResponse.TipoCambioRangoResult.Vars.Var) {
      const pair = { date: dayOrText(fecha, 'DMY'), base: 'USD', quote: 'GTQ', per: '1', unit: '' } as const;
      yield { ...pair, mid: '', bid: compra, ask: venta };
    }
  },
});

export const banguat = defineProvider({
  code: 'BANGUAT',
  description: 'Bank of Guatemala',
  country: 'GUATEMALA',
  countryCode: 'GT',
  // No source says how far back this operation answers. The quetzal's rate has been left to the market since late 1989.
  references: [{ from: '1990-01-01', currency: 'GTQ' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '18:00', timeZone: 'America/Guatemala' },
  caveat: 'since March 2026 the source refuses connections from many data centres; other networks reach it',
  terms: {
    url: 'https://www.banguat.gob.gt/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [range],
});
