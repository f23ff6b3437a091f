import { describe, expect, it } from 'vitest';
import { bcu } from '../../generator/sources/providers/bcu.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcu.ts';

const RECORDED =
  `0500 1000 1111 1300 1490 1620 1800 2225 2309 2700 3600 4000 4150 4200 4300 4400 4600 4800 4900 5100 5300
  5400 5500 5600 5700 5800 5900`.split(/\s+/);

describe.skipIf(!recordingsAreThere('BCU, as recorded'))('BCU, as recorded', () => {
  it.each(RECORDED)('states currency %s on three days', async (number) => {
    const counts = countsOf(await readRecordedLines(bcu, `currency-${number}.xml`));
    expect(counts).toEqual(['2026-03-27: 1', '2026-03-30: 1', '2026-03-31: 1']);
  });

  it.each([
    ['2225', '2026-03-27 1 USD/UYU bid 40.560000 ask 40.560000'],
    ['1111', '2026-03-31 1 EUR/UYU bid 46.734160 ask 46.734160'],
    ['0500', '2026-03-30 1 ARS/UYU bid 0.029086 ask 0.029086'],
    ['5300', '2026-03-27 1 KRW/UYU bid 0.026870 ask 0.026870'],
    ['3600', '2026-03-31 1 JPY/UYU bid 0.254783 ask 0.254783'],
    ['4400', '2026-03-27 1 TRY/UYU bid 0.912338 ask 0.912338'],
    ['1620', '2026-03-30 1 ZAR/UYU bid 2.365484 ask 2.365484'],
  ])('the document of currency %s states %s', async (number, line) => {
    expect(await readRecordedLines(bcu, `currency-${number}.xml`)).toContain(line);
  });
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bcu, URL, body);
/** An answer without rows. */
const empty = (status: string, error: string) =>
  WHOLE.replace('<status>1</status><codigoerror>0<', `<status>${status}</status><codigoerror>${error}<`).replace(
    /<datoscotizaciones>.*<\/datoscotizaciones>/s,
    '<datoscotizaciones/>',
  );

describe('BCU', () => {
  it('takes buying as the bid and selling as the ask', () => {
    expect(read(WHOLE.replace('<TCV>40.560000', '<TCV>40.570000'))[0]).toBe(
      '2026-03-27 1 USD/UYU bid 40.560000 ask 40.570000',
    );
  });

  it('takes error 100 for a span without quotations', () => expect(read(empty('0', '100'))).toEqual([]));

  it.each([
    ['500', 'PESO ARGENTINO', 'ARS'],
    ['1000', 'REAL', 'BRL'],
    ['1111', 'EURO', 'EUR'],
    ['1300', 'PESO CHILENO', 'CLP'],
    ['1490', 'DOL. NEOZELANDES', 'NZD'],
    ['1620', 'RAND SUDAFRICANO', 'ZAR'],
    ['1800', 'CORONA DANESA', 'DKK'],
    ['2225', 'DLS. USA BILLETE', 'USD'],
    ['2309', 'DOLAR CANADIENSE', 'CAD'],
    ['2700', 'LIBRA ESTERLINA', 'GBP'],
    ['3600', 'YEN', 'JPY'],
    ['4000', 'NVO.SOL PERUANO', 'PEN'],
    ['4150', 'YUAN RENMIMBI', 'CNY'],
    ['4200', 'PESO MEXICANO', 'MXN'],
    ['4300', 'FORINT HUNGARO', 'HUF'],
    ['4400', 'LIRA TURCA', 'TRY'],
    ['4600', 'CORONA NORUEGA', 'NOK'],
    ['4800', 'GUARANI', 'PYG'],
    ['4900', 'CORONA ISLANDESA', 'ISK'],
    ['5100', 'DOLAR HONG KONG', 'HKD'],
    ['5300', 'WON', 'KRW'],
    ['5400', 'RUBLO', 'RUB'],
    ['5500', 'PESO COLOMBIANO', 'COP'],
    ['5600', 'RINGGIT MALAYO', 'MYR'],
    ['5700', 'RUPIA INDIA', 'INR'],
    ['5800', 'CORONA SUECA', 'SEK'],
    ['5900', 'FRANCO SUIZO', 'CHF'],
    ['9800', 'an unknown number', 'currency 9800'],
  ])('reads %s, %s, as %s', (number, _, code) => {
    expect(read(WHOLE.replaceAll('2225', number))[0]).toBe(`2026-03-27 1 ${code}/UYU bid 40.560000 ask 40.560000`);
  });

  it.each([
    ['any other error', empty('0', '101'), 'codigoerror'],
    ['a failure without an error code', empty('0', '0'), 'codigoerror'],
    ['success without rows', empty('1', '0'), 'datoscotizaciones'],
    ['a renamed field', WHOLE.replaceAll('TCV', 'TCVENTA'), 'TCV'],
    ['a document cut in the middle', WHOLE.slice(0, -100), /Invalid|Unclosed/],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for each currency by its four digits, in pages of a year', () => {
    const span = { from: parseIsoDate('2026-03-27'), to: parseIsoDate('2026-03-31') };
    const requests = bcu.feeds[0]?.between?.(span, {}) ?? [];
    expect(requests).toHaveLength(27);
    expect(requests.map(({ body }) => body?.match(/item>(\d{4})</)?.[1]).sort()).toEqual(RECORDED);
    expect(requests[0]?.body).toContain(
      '<cot:Moneda><cot:item>2225</cot:item></cot:Moneda><cot:FechaDesde>2026-03-27</cot:FechaDesde>' +
        '<cot:FechaHasta>2026-03-31</cot:FechaHasta><cot:Grupo>0</cot:Grupo>',
    );
    const years = { from: parseIsoDate('2025-03-01'), to: parseIsoDate('2026-03-31') };
    expect(bcu.feeds[0]?.between?.(years, {})).toHaveLength(54);
  });
});
