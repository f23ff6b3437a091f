import { describe, expect, it } from 'vitest';
import { banguat } from '../../generator/sources/providers/banguat.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/banguat.ts';

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

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(banguat, URL, body);

describe('BANGUAT', () => {
  it('takes buying as the bid and selling as the ask', () => {
    expect(read(WHOLE.replace('<compra>7.6605<', '<compra>7.6604<'))).toContain(
      '2026-03-12 1 USD/GTQ bid 7.6604 ask 7.6605',
    );
  });

  it('states nothing for a span without days', () => {
    const empty = WHOLE.replace(/<Vars>.*<\/Vars>/s, '<Vars></Vars>').replace('<TotalItems>2', '<TotalItems>0');
    expect(read(empty)).toEqual([]);
  });

  it.each([
    ['fewer rows than it counts', WHOLE.replace('<TotalItems>2', '<TotalItems>3'), 'more rows than TotalItems'],
    ['another currency', WHOLE.replace('<moneda>2', '<moneda>3'), 'moneda'],
    ['a renamed field', WHOLE.replaceAll('compra', 'compras'), 'compra'],
    ['a document cut in the middle', WHOLE.slice(0, -90), /Invalid/],
    ['the month before the day', WHOLE.replace('06/03/2026', '03/16/2026'), 'not a day: "03/16/2026"'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for a span in pages of a year, with the day before the month', () => {
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
