import { describe, expect, it } from 'vitest';
import { bcra } from '../../generator/sources/providers/bcra.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcra.ts';

describe.skipIf(!recordingsAreThere('BCRA, as recorded'))('BCRA, as recorded', () => {
  it.each([
    ['cotizaciones-2026-03-19.json', ['2026-03-19: 34']],
    ['cotizaciones-2026-03-20.json', ['2026-03-20: 34']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bcra, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['cotizaciones-2026-03-19.json', '2026-03-19 1 USD/ARS mid 1394.50000000'],
    ['cotizaciones-2026-03-19.json', '2026-03-19 1 EUR/ARS mid 1612.04200000'],
    ['cotizaciones-2026-03-19.json', '2026-03-19 1000 VND/ARS mid 53.04096500'],
    ['cotizaciones-2026-03-19.json', '2026-03-19 1 MXN/ARS mid 78.43832100'],
    ['cotizaciones-2026-03-19.json', '2026-03-19 1 VEB/ARS mid 3.13045430'],
    ['cotizaciones-2026-03-19.json', '2026-03-19 1 PYG/ARS mid 0.21402800'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcra, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bcra, URL, body);

describe('BCRA', () => {
  it('reads an empty list without a day as a holiday', () => {
    expect(read('{"status":200,"results":{"fecha":null,"detalle":[]}}')).toEqual([]);
  });

  it.each(['2008-01-02', '2026-03-18'])(
    'leaves out the bolívar of %s, of which it does not know which it is',
    (day) => {
      expect(
        read(WHOLE.replace('"fecha":"2026-03-19"', `"fecha":"${day}"`)).filter((line) => line.includes('VEB')),
      ).toEqual([]);
    },
  );

  it.each([
    ['a unit in other words', WHOLE.replace('(C/1.000 UNIDADES)', '(C/1000 U.)'), 'units in other words'],
    ['figures without a day', WHOLE.replace('"2026-03-19"', 'null'), 'Invalid'],
    ['a renamed figure', WHOLE.replaceAll('tipoCotizacion', 'cotizacion'), 'Invalid'],
    ['half a document', WHOLE.slice(0, 300), 'end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
