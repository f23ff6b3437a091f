/** Banco de la República: the representative market rate (TRM), pesos per dollar, with its days of validity. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** 50,000 records are more than a hundred years. */
const recordsOf = ({ from, to }: Span): FeedRequest => {
  const where = `vigenciadesde>='${from}T00:00:00.000' AND vigenciadesde<='${to}T00:00:00.000'`;
  const query = `$limit=50000&$order=${encodeURIComponent('vigenciadesde ASC')}&$where=${encodeURIComponent(where)}`;
  return { method: 'GET', url: `https://www.datos.gov.co/resource/32sa-8pi3.json?${query}` };
};

const day = z
  .string()
  .regex(/^\S{10}T00:00:00\.000$/)
  .transform((text) => dayOrText(text.replace('T00:00:00.000', ''), 'YMD'));

/** Dated by the first day of validity: the rate of Saturday 2026-03-21 is valid until Tuesday, after a holiday. */
const trm = defineFeed({
  name: 'trm',
  matches: /\/\/www\.datos\.gov\.co\/resource\/32sa-8pi3\.json\b/,
  latest: (today) => [recordsOf({ from: addDays(today, -10), to: addDays(today, 7) })],
  between: (span) => [{ ...recordsOf(span), mayBeAbsent: true }],
  read: json,
  schema: z.array(z.object({ valor: z.string(), unidad: z.literal('COP'), vigenciadesde: day, vigenciahasta: day })),
  *observe(records) {
    for (const { valor, vigenciadesde: date, vigenciahasta: until } of records) {
      yield midOf({ date, base: 'USD', quote: 'COP', until }, valor);
    }
  },
});

export const banrep = defineProvider({
  code: 'BANREP',
  description: 'Bank of the Republic',
  country: 'COLOMBIA',
  countryCode: 'CO',
  references: [{ from: '1991-11-27', currency: 'COP' }],
  timeSeries: true,
  bidAsk: false,
  // The rate is certified in the evening for the next day. A day off begins a period of several days.
  schedule: { days: [1, 2, 3, 4, 5], time: '18:00', timeZone: 'America/Bogota', leadDaysMax: 1 },
  setBefore: 'The rate is certified in the evening for the next day.',
  terms: {
    url: 'https://www.datos.gov.co/d/32sa-8pi3',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [trm],
});
