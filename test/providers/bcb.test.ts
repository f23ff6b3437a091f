import { describe, expect, it } from 'vitest';
import { bcb } from '../../generator/providers/bcb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const CODES = ['AUD', 'CAD', 'CHF', 'DKK', 'EUR', 'GBP', 'JPY', 'NOK', 'SEK', 'USD'];

describe.skipIf(!recordingsAreThere('BCB, as recorded'))('BCB, as recorded', () => {
  it.each(CODES)('%s has the five days of 2 to 6 March 2026', async (code) => {
    const days = ['2026-03-02: 1', '2026-03-03: 1', '2026-03-04: 1', '2026-03-05: 1', '2026-03-06: 1'];
    expect(countsOf(await readRecordedLines(bcb, `ptax-${code}.json`))).toEqual(days);
  });

  it.each([
    ['ptax-USD.json', '2026-03-02 1 USD/BRL bid 5.19950 ask 5.20010'],
    ['ptax-USD.json', '2026-03-06 1 USD/BRL bid 5.28720 ask 5.28780'],
    ['ptax-JPY.json', '2026-03-02 1 JPY/BRL bid 0.03296 ask 0.03297'],
    ['ptax-JPY.json', '2026-03-06 1 JPY/BRL bid 0.03355 ask 0.03355'],
    ['ptax-NOK.json', '2026-03-04 1 NOK/BRL bid 0.54020 ask 0.54040'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(bcb, file)).toContain(line));
});

const urlOf = (code: string, from = '03-01-2026', to = '03-07-2026') =>
  'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata/CotacaoMoedaPeriodo' +
  '(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)?$format=json' +
  `&$filter=tipoBoletim%20eq%20%27Fechamento%27&@moeda=%27${code}%27` +
  `&@dataInicial=%27${from}%27&@dataFinalCotacao=%27${to}%27`;
const EURO =
  '{"paridadeCompra":1.15790,"paridadeVenda":1.15810,"cotacaoCompra":6.12200,"cotacaoVenda":6.12380,' +
  '"dataHoraCotacao":"2026-03-06 13:10:27.63","tipoBoletim":"Fechamento"}';
const document = (row: string, more = '') =>
  `{"@odata.context":"https://x/odata$metadata#_CotacaoMoedaPeriodo","value":[${row}]${more}}`;

describe('BCB', () => {
  it('takes the rates in reais, not the parities against the dollar, and the currency from the address', () => {
    expect(observedLines(bcb, urlOf('EUR'), document(EURO))).toEqual(['2026-03-06 1 EUR/BRL bid 6.12200 ask 6.12380']);
  });

  it.each([
    ['a bulletin within the day', document(EURO.replace('Fechamento', 'Intermediário'))],
    ['a link to a next page', document(EURO, ',"@odata.nextLink":"https://x"')],
    ['another list', document(EURO).replace('_CotacaoMoedaPeriodo', '_CotacaoDolarPeriodo')],
    ['a renamed field', document(EURO.replace('cotacaoVenda', 'venda'))],
    ['half a document', document(EURO).slice(0, 200)],
  ])('refuses %s', (_, body) => expect(() => observedLines(bcb, urlOf('EUR'), body)).toThrow());

  it('refuses a document whose address names no currency', () => {
    expect(() => observedLines(bcb, urlOf(''), document(EURO))).toThrow('names no currency');
  });

  it('asks each currency in pages of a year since the real, month first', () => {
    const requestsOf = (from: string, to: string) =>
      bcb.feeds[0]?.between?.({ from: parseIsoDate(from), to: parseIsoDate(to) }, {}) ?? [];
    const requests = requestsOf('1984-11-28', '1995-07-03');
    expect(requests.map(({ url }) => url).filter((url) => url.includes('USD'))).toEqual([
      urlOf('USD', '07-01-1994', '07-01-1995'),
      urlOf('USD', '07-02-1995', '07-03-1995'),
    ]);
    expect(requests).toHaveLength(20);
    expect(requestsOf('1984-11-28', '1994-06-30')).toEqual([]);
  });
});
