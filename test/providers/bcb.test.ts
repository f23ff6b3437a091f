import { describe, expect, it } from 'vitest';
import { bcb } from '../../generator/sources/providers/bcb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcb.ts';

const CODES = ['AUD', 'CAD', 'CHF', 'DKK', 'EUR', 'GBP', 'JPY', 'NOK', 'SEK', 'USD'];

describe.skipIf(!recordingsAreThere('BCB, as recorded'))('BCB, as recorded', () => {
  it.each(CODES)('states %s on the five days of 2 to 6 March 2026', async (code) => {
    const days = ['2026-03-02: 1', '2026-03-03: 1', '2026-03-04: 1', '2026-03-05: 1', '2026-03-06: 1'];
    expect(countsOf(await readRecordedLines(bcb, `ptax-${code}.json`))).toEqual(days);
  });

  it.each([
    ['ptax-USD.json', '2026-03-02 1 USD/BRL bid 5.19950 ask 5.20010'],
    ['ptax-USD.json', '2026-03-06 1 USD/BRL bid 5.28720 ask 5.28780'],
    ['ptax-JPY.json', '2026-03-02 1 JPY/BRL bid 0.03296 ask 0.03297'],
    ['ptax-JPY.json', '2026-03-06 1 JPY/BRL bid 0.03355 ask 0.03355'],
    ['ptax-NOK.json', '2026-03-04 1 NOK/BRL bid 0.54020 ask 0.54040'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcb, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const urlOf = (code: string, from: string, to: string) =>
  URL.replace('EUR', code).replace('03-01-2026', from).replace('03-07-2026', to);

describe('BCB', () => {
  it('takes the currency from the address', () => {
    expect(observedLines(bcb, URL.replace('EUR', 'GBP'), WHOLE)).toContain(
      '2026-03-06 1 GBP/BRL bid 6.12200 ask 6.12380',
    );
  });

  it.each([
    ['an intraday bulletin', WHOLE.replace('Fechamento', 'Intermediário'), 'tipoBoletim'],
    ['a link to a next page', WHOLE.replace(/\}$/, ',"@odata.nextLink":"https://x"}'), '@odata.nextLink'],
    ['another list', WHOLE.replace('_CotacaoMoedaPeriodo', '_CotacaoDolarPeriodo'), '@odata.context'],
    ['a renamed field', WHOLE.replace('cotacaoVenda', 'venda'), 'cotacaoVenda'],
    ['half a document', WHOLE.slice(0, 200), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(bcb, URL, body)).toThrow(fault));

  it('refuses a document whose address names no currency', () => {
    expect(() => observedLines(bcb, URL.replace('EUR', ''), WHOLE)).toThrow('names no currency');
  });

  it('asks for each currency in pages of a year since the real, with the month before the day', () => {
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
