/**
 * Banco Central do Brasil: PTAX closing rates, reais per unit, buying and selling, one currency per request; no mid is
 * published. This adapter is longer than most because its address is long and its archive begins before the real.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const CURRENCIES = ['AUD', 'CAD', 'CHF', 'DKK', 'EUR', 'GBP', 'JPY', 'NOK', 'SEK', 'USD'];
/** The service goes back to 1984, in the cruzeiros and cruzados of the time: a dollar was 2828 on its first day. */
const REAL_FROM = isoDate.parse('1994-07-01');
const PERIOD =
  'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata/CotacaoMoedaPeriodo' +
  '(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)' +
  '?$format=json&$filter=tipoBoletim%20eq%20%27Fechamento%27';

const toMonthFirst = (date: IsoDate) => `${date.slice(5)}-${date.slice(0, 4)}`;

/** Without the filter the answer includes intraday bulletins, so that a date occurs several times. */
const closingsOf = ({ from, to }: Span): readonly FeedRequest[] =>
  CURRENCIES.map((code) => ({
    method: 'GET',
    url: `${PERIOD}&@moeda=%27${code}%27&@dataInicial=%27${toMonthFirst(from)}%27&@dataFinalCotacao=%27${toMonthFirst(to)}%27`,
  }));

const closing = z.object({
  cotacaoCompra: z.string(),
  cotacaoVenda: z.string(),
  dataHoraCotacao: z.string(),
  tipoBoletim: z.literal('Fechamento'),
});

/** `cotacao` is in reais for all currencies; `paridade` is in dollars for some and per dollar for others. */
const closings = defineFeed({
  name: 'closings',
  matches: /\/PTAX\/versao\/v1\/odata\/CotacaoMoedaPeriodo\(/,
  partial: true,
  latest: (today) => closingsOf({ from: addDays(today, -10), to: today }),
  between: (span) =>
    toPages(span, 366, { from: REAL_FROM }).flatMap((page) =>
      closingsOf(page).map((request): FeedRequest => ({ ...request, mayBeAbsent: true })),
    ),
  read: json,
  // The object is strict so that a link to a next page, which would be another property, is refused.
  schema: z.strictObject({
    '@odata.context': z.string().endsWith('#_CotacaoMoedaPeriodo'),
    value: z.array(closing),
  }),
  *observe({ value }, { request }) {
    const base = /@moeda=%27([A-Z]{3})%27/.exec(request.url)?.[1];
    if (base === undefined) throw new DocumentError('the address names no currency');
    for (const { cotacaoCompra: bid, cotacaoVenda: ask, dataHoraCotacao } of value) {
      const date = dayOrText(dataHoraCotacao.split(' ')[0] ?? '', 'YMD');
      yield { date, base, quote: 'BRL', per: '1', unit: '', mid: '', bid, ask };
    }
  },
});

export const bcb = defineProvider({
  code: 'BCB',
  description: 'Central Bank of Brazil',
  country: 'BRAZIL',
  countryCode: 'BR',
  references: [{ from: REAL_FROM, currency: 'BRL' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '13:15', timeZone: 'America/Sao_Paulo' },
  terms: {
    url: 'https://dadosabertos.bcb.gov.br/pages/perguntas-frequentes',
    note: 'Open data of the bank, free to use and to combine under an open licence. We name the source.',
  },
  feeds: [closings],
});
