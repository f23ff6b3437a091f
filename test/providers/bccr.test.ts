import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../generator/sources/feeds/provider.ts';
import { bccr } from '../../generator/sources/providers/bccr.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bccr.ts';

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
  ])('states %s', async (line) => expect(await readRecordedLines(bccr, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const API = 'https://apim.bccr.fi.cr/SDDE/api/Bccr.GE.SDDE.IndicadoresSitioExterno';
const read = (body: string) => observedLines(bccr, URL, body);
const withBuying = (text: string) => WHOLE.replace('"serie1Ingles":"494.34"', `"serie1Ingles":${text}`);

describe('BCCR', () => {
  it.each([
    ['a price with separated thousands', '"1,050.25"', '2025-12-15 1 USD/CRC bid 1050.25 ask 500.49'],
    ['a buying price of null', 'null', '2025-12-15 1 USD/CRC ask 500.49'],
  ])('reads %s', (_, buying, line) => expect(read(withBuying(buying))[0]).toBe(line));

  it.each([
    ['another table', WHOLE.replace('US Dollar', 'Euro'), 'US Dollar purchase and sale rates|'],
    ['another indicator', WHOLE.replace('317', '319'), 'idIndicador'],
    [
      'selling before buying',
      WHOLE.replace('Buy', 'x').replace('Sell', 'Buy').replace('"x"', '"Sell"'),
      'nombreIngles',
    ],
    ['Spanish months', WHOLE.replace('15 dec', '15 dic'), 'not a day (DMY): "15 dic 2025"'],
    [
      'a day without its field',
      WHOLE.replaceAll('serie3', 'serie4').replace('serie4', 'serie3'),
      'no serie3Ingles for 2026-02-02',
    ],
    ['fields under another name', WHOLE.replaceAll('serie1Ingles', 'serie1English'), 'no serie1Ingles for 2025-12-15'],
    ['a document that was cut off', WHOLE.slice(0, -5), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('refuses an answer for other days than were asked for', () => {
    const earlier = URL.replace('FechaFin=2026-02-02', 'FechaFin=2020-12-31');
    expect(() => observedLines(bccr, earlier, WHOLE)).toThrow('2025-12-15 is after the period that was asked for');
  });

  it('takes the token that the source gives to anybody, and sends it in a header', () => {
    const [feed] = bccr.feeds;
    const answer = (body: string) => ({
      request: { method: 'GET' as const, url: `${API}.ServiciosUsuario.API/Token/GenereCSRF` },
      bytes: Buffer.from(body),
      contentType: 'text/plain',
    });
    expect(feed?.session?.request.url).toBe(answer('').request.url);
    expect(feed?.session?.toKeys(answer('"CfDJ8-a_b.c="\n'))).toEqual({ token: 'CfDJ8-a_b.c=' });
    expect(() => feed?.session?.toKeys(answer('<html>busy</html>'))).toThrow(DocumentError);
    const span = { from: parseIsoDate('2025-12-01'), to: parseIsoDate('2026-03-24') };
    const urlOf = (from: string, to: string) => URL.replace('2025-12-15', from).replace('2026-02-02', to);
    expect(feed?.between?.(span, { token: 'abc' }).map(({ url, headers }) => [url, headers?.token_csrf])).toEqual([
      [urlOf('2025-12-01', '2026-03-10'), 'abc'],
      [urlOf('2026-03-11', '2026-03-24'), 'abc'],
    ]);
  });
});
