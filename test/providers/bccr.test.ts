import { describe, expect, it } from 'vitest';
import { bccr } from '../../generator/providers/bccr.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BCCR, as recorded'))('BCCR, as recorded', () => {
  const file = 'reference-usd.json';
  it('states the dollar on each of 100 days', async () => {
    const days = countsOf(await readRecordedLines(bccr, file));
    expect([days.length, days[0], days.at(-1)]).toEqual([100, '2025-12-15: 1', '2026-03-24: 1']);
  });

  it.each([
    '2025-12-15 1 USD/CRC bid 494.34 ask 500.49',
    '2026-01-01 1 USD/CRC bid 495.78 ask 501.42',
    '2026-02-02 1 USD/CRC bid 492.32 ask 499.37',
    '2026-03-03 1 USD/CRC bid 466.46 ask 473.91',
    '2026-03-24 1 USD/CRC bid 463.50 ask 468.29',
  ])('%s', async (line) => expect(await readRecordedLines(bccr, file)).toContain(line));
});

const series = (buying: string) => ({ serie1: 'x', serie1Ingles: buying, serie2: '463,50', serie2Ingles: '463.50' });
const document = (changes: { title?: string; id?: number; days?: readonly string[]; first?: object } = {}) => {
  const { title = 'US Dollar purchase and sale rates|', id = 317, days = ['24 dec 2025', '01 jan 2026'] } = changes;
  const subTituloIngles = 'Banco Central de Costa Rica Reference Rate, in Costa Rican currency (colones)|';
  const columns = days.map((day, index) => ({ field: `serie${index + 1}`, tituloEspanol: 'x', tituloIngles: day }));
  return JSON.stringify({
    informacionDelCuadro: { tituloIngles: title, subTituloIngles, decimales: 2 },
    columnas: [{ field: 'nombre', tituloIngles: 'Indicators' }, ...columns],
    indicadoresRaiz: [
      { id: 1, idIndicador: id, nombreIngles: 'Buy', series: changes.first ?? series('494.34') },
      { id: 2, idIndicador: 318, nombreIngles: 'Sell', series: series('500.49') },
    ],
  });
};
const API = 'https://apim.bccr.fi.cr/SDDE/api/Bccr.GE.SDDE.IndicadoresSitioExterno';
const TABLE = `${API}.GrupoVariables.API/CuadroGrupoVariables/ObtenerDatosCuadro`;
const read = (body: string, end = '2026-01-01') =>
  observedLines(bccr, `${TABLE}?CantidadSeriesAMostrar=100&FechaFin=${end}&FechaInicio=x&IdGrupoVariable=1`, body);

describe('BCCR', () => {
  it('takes English figures and months, buying as bid', () => {
    expect(read(document())).toEqual([
      '2025-12-24 1 USD/CRC bid 494.34 ask 500.49',
      '2026-01-01 1 USD/CRC bid 463.50 ask 463.50',
    ]);
  });

  it.each([
    ['a mark of thousands', '1,050.25', '2025-12-24 1 USD/CRC bid 1050.25 ask 500.49'],
    ['no buying price', '', '2025-12-24 1 USD/CRC ask 500.49'],
    ['a buying price of null', null, '2025-12-24 1 USD/CRC ask 500.49'],
  ])('reads %s', (_, buying, line) => {
    expect(read(document({ first: { ...series(''), serie1Ingles: buying } }))[0]).toBe(line);
  });

  it.each([
    ['another table', document({ title: 'Euro purchase and sale rates|' })],
    ['another indicator', document({ id: 319 })],
    ['selling before buying', document().replace('Buy', 'x').replace('Sell', 'Buy').replace('x', 'Sell')],
    ['Spanish months', document({ days: ['24 dic 2025'] })],
    ['a day without its field', document({ days: ['24 dec 2025', '25 dec 2025', '26 dec 2025'] })],
    ['fields under another name', document({ first: { serie1: '494,34', serie2: '463,50' } })],
    ['a document that was cut off', document().slice(0, -5)],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

  it('refuses an answer for other days than were asked for', () => {
    expect(() => read(document(), '2020-12-31')).toThrow('2025-12-24 is after the period that was asked for');
  });

  it('takes a token that anybody is given, and sends it in a header', () => {
    const [feed] = bccr.feeds;
    const answer = (body: string) => ({
      request: { method: 'GET' as const, url: `${API}.ServiciosUsuario.API/Token/GenereCSRF` },
      bytes: Buffer.from(body),
      contentType: 'text/plain',
    });
    expect(feed?.session?.request.url).toBe(answer('').request.url);
    expect(feed?.session?.toKeys(answer('"CfDJ8-a_b.c="\n'))).toEqual({ token: 'CfDJ8-a_b.c=' });
    expect(() => feed?.session?.toKeys(answer('<html>busy</html>'))).toThrow();
    const span = { from: parseIsoDate('2025-12-01'), to: parseIsoDate('2026-03-24') };
    expect(feed?.between?.(span, { token: 'abc' }).map(({ url, headers }) => [url, headers?.token_csrf])).toEqual([
      [
        `${TABLE}?IdGrupoVariable=1&FechaInicio=2025-12-01T00:00:00&FechaFin=2026-03-10&CantidadSeriesAMostrar=100`,
        'abc',
      ],
      [
        `${TABLE}?IdGrupoVariable=1&FechaInicio=2026-03-11T00:00:00&FechaFin=2026-03-24&CantidadSeriesAMostrar=100`,
        'abc',
      ],
    ]);
  });
});
