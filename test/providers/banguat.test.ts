import { describe, expect, it } from 'vitest';
import { banguat } from '../../generator/providers/banguat.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BANGUAT, as recorded'))('BANGUAT, as recorded', () => {
  it('has one figure for each of the first twenty days of March 2026', async () => {
    const counts = countsOf(await readRecordedLines(banguat, 'range-2026-03.xml'));
    expect(counts).toEqual(Array.from({ length: 20 }, (_, day) => `2026-03-${`${day + 1}`.padStart(2, '0')}: 1`));
  });

  it.each([
    '2026-03-01 1 USD/GTQ bid 7.66476 ask 7.66476',
    '2026-03-05 1 USD/GTQ bid 7.66314 ask 7.66314',
    '2026-03-07 1 USD/GTQ bid 7.66271 ask 7.66271',
    '2026-03-12 1 USD/GTQ bid 7.6605 ask 7.6605',
    '2026-03-20 1 USD/GTQ bid 7.65366 ask 7.65366',
  ])('states %s', async (line) => expect(await readRecordedLines(banguat, 'range-2026-03.xml')).toContain(line));
});

const URL = 'https://www.banguat.gob.gt/variables/ws/TipoCambio.asmx';
const row = (day: string, buying: string, selling: string, currency = '2') =>
  `<Var><moneda>${currency}</moneda><fecha>${day}</fecha><venta>${selling}</venta><compra>${buying}</compra></Var>`;
const answer = (items: number, ...rows: string[]) =>
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  '<TipoCambioRangoResponse xmlns="http://www.banguat.gob.gt/variables/ws/"><TipoCambioRangoResult>' +
  `<Vars>${rows.join('')}</Vars><TotalItems>${items}</TotalItems>` +
  '</TipoCambioRangoResult></TipoCambioRangoResponse></soap:Body></soap:Envelope>';
const read = (body: string) => observedLines(banguat, URL, body);
const FRIDAY = row('06/03/2026', '7.66271', '7.66272');

describe('BANGUAT', () => {
  it.each([
    ['buying is the bid, selling the ask', answer(1, FRIDAY), ['2026-03-06 1 USD/GTQ bid 7.66271 ask 7.66272']],
    ['a span without days states nothing', answer(0), []],
  ])('%s', (_, body, lines) => expect(read(body)).toEqual(lines));

  it.each([
    ['fewer rows than it counts', answer(2, FRIDAY)],
    ['another currency', answer(1, row('06/03/2026', '7.6', '7.7', '3'))],
    ['a renamed field', answer(1, FRIDAY.replaceAll('compra', 'compras'))],
    ['a document cut in the middle', answer(1, FRIDAY).slice(0, -90)],
    ['the month before the day', answer(1, row('03/16/2026', '7.6', '7.7'))],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

  it('asks for a span in pages of a year, day first', () => {
    const span = { from: parseIsoDate('2025-03-01'), to: parseIsoDate('2026-03-20') };
    const requests = banguat.feeds[0]?.between?.(span, {}) ?? [];
    const days = requests.map(({ body }) => body?.match(/<fechainit>.*<\/fechafin>/)?.[0]);
    expect(requests.map(({ method, url, mayBeAbsent }) => [method, url, mayBeAbsent])).toEqual([
      ['POST', URL, true],
      ['POST', URL, true],
    ]);
    expect(days).toEqual([
      '<fechainit>01/03/2025</fechainit><fechafin>01/03/2026</fechafin>',
      '<fechainit>02/03/2026</fechainit><fechafin>20/03/2026</fechafin>',
    ]);
  });
});
