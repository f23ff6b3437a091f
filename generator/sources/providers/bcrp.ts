/** Central Reserve Bank of Peru: soles per dollar, buying and selling, as the banking system closes. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, withCentury } from '../feeds/spelling.ts';

/** The answer states the values in the order in which the address names the series. */
const SERIES = 'https://estadisticas.bcrp.gob.pe/estadisticas/series/api/PD04639PD-PD04640PD/json';
const daysOf = ({ from, to }: Span): FeedRequest => ({ method: 'GET', url: `${SERIES}/${from}/${to}/ing` });

const NAME = 'Tipo de cambio - TC Sistema bancario SBS (S/ por US$)';
const series = (side: string) => z.object({ name: z.literal(`${NAME} - ${side}`) });
/** The newest day is listed before its value. */
const value = z.string().transform((text) => (text === 'n.d.' ? '' : text));
/** `01.Set.26`: September is the only month that the English answer names in Spanish. */
const day = z
  .string()
  .regex(/^\d\d\.[A-Z][a-z]{2}\.\d\d$/)
  .transform((text) => dayOrText(withCentury(text.replace('Set', 'Sep')), 'DMY'));

const dollar = defineFeed({
  name: 'dollar',
  matches: /\/estadisticas\/series\/api\/PD04639PD-PD04640PD\/json\/[\d-]+\/[\d-]+\/ing$/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 366).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: json,
  schema: z.object({
    config: z.object({ series: z.tuple([series('Compra'), series('Venta')]) }),
    periods: z.array(z.object({ name: day, values: z.tuple([value, value]) })),
  }),
  *observe({ periods }) {
    for (const { name: date, values } of periods) {
      const [bid, ask] = values;
      if (`${bid}${ask}` !== '') yield { date, base: 'USD', quote: 'PEN', per: '1', unit: '', mid: '', bid, ask };
    }
  },
});

export const bcrp = defineProvider({
  code: 'BCRP',
  description: 'Central Reserve Bank of Peru',
  country: 'PERU',
  countryCode: 'PE',
  references: [{ from: '1997-01-02', currency: 'PEN' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '19:00', timeZone: 'America/Lima' },
  terms: {
    url: 'https://estadisticas.bcrp.gob.pe/estadisticas/series/ayuda/api',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [dollar],
});
