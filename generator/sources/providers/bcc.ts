/**
 * Central Bank of Cuba: the official rate, in pesos per unit, one currency per request. The bank states three rates for
 * three segments (24, 120 and some 500 pesos to the dollar); only the official one, for companies, is read here.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const CURRENCIES = 'USD EUR GBP CAD CHF JPY MXN AUD CNY DKK NOK RUB SEK'.split(' ');
const HISTORY = 'https://api.bc.gob.cu/v1/tasas-de-cambio/historico';

const historiesOf = ({ from, to }: Span): readonly FeedRequest[] =>
  CURRENCIES.map((code) => ({
    method: 'GET',
    url: `${HISTORY}?codigoMoneda=${code}&fechaFin=${to}&fechaInicio=${from}`,
  }));

const figure = z.string();
const row = z.strictObject({ fecha: z.string(), tasaOficial: figure, tasaPublica: figure, tasaEspecial: figure });

/**
 * The yen alone is turned round: the 6.62375 of 2026-05-22 are yen per peso, because a dollar was 24 pesos and 159 yen.
 */
const history = defineFeed({
  name: 'history',
  partial: true,
  matches: /\/\/api\.bc\.gob\.cu\/v1\/tasas-de-cambio\/historico\?codigoMoneda=[A-Z]{3}&/,
  latest: (today) => historiesOf({ from: addDays(today, -10), to: today }),
  between: (span) =>
    toPages(span, 366).flatMap((page) => historiesOf(page).map((one) => ({ ...one, mayBeAbsent: true }))),
  read: json,
  schema: z.array(row),
  *observe(rows, { request }) {
    const code = new URL(request.url).searchParams.get('codigoMoneda') ?? '';
    if (!CURRENCIES.includes(code)) throw new DocumentError(`nothing is known of the direction of ${code}`);
    const pair = code === 'JPY' ? { base: 'CUP', quote: code } : { base: code, quote: 'CUP' };
    for (const { fecha, tasaOficial } of rows) yield midOf({ date: dayOrText(fecha, 'YMD'), ...pair }, tasaOficial);
  },
});

export const bcc = defineProvider({
  code: 'BCC',
  description: 'Central Bank of Cuba',
  country: 'CUBA',
  countryCode: 'CU',
  references: [{ from: '2021-01-01', currency: 'CUP' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '01:00', timeZone: 'America/Havana' },
  terms: {
    url: 'https://www.bc.gob.cu/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [history],
});
