import { describe, expect, it } from 'vitest';
import { boc } from '../../generator/sources/providers/boc.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/boc.ts';

describe.skipIf(!recordingsAreThere('BOC, as recorded'))('BOC, as recorded', () => {
  it.each([
    ['fx-rates-daily-2025-2026.json', 299],
    ['fx-rates-daily.json', 5],
  ])('%s has %i days of 23 series', async (file, days) => {
    const counts = countsOf(await readRecordedLines(boc, file));
    expect(counts.map((count) => count.slice(12))).toEqual(Array.from({ length: days }, () => '23'));
  });

  it.each([
    ['fx-rates-daily-2025-2026.json', '2025-01-02 1 USD/CAD mid 1.4418'],
    ['fx-rates-daily-2025-2026.json', '2026-03-13 1 MXN/CAD mid 0.07677'],
    ['fx-rates-daily.json', '2026-03-12 1 EUR/CAD mid 1.5693'],
    ['fx-rates-daily.json', '2026-03-12 1 IDR/CAD mid 0.000081'],
    ['fx-rates-daily.json', '2026-03-12 1 JPY/CAD mid 0.008550'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(boc, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(boc, URL, body);

describe('BOC', () => {
  it.each([
    ['renamed figures', WHOLE.replaceAll('"v"', '"value"'), '"v"'],
    ['renamed days', WHOLE.replaceAll('"d"', '"date"'), '"d"'],
    ['a renamed list', WHOLE.replace('observations', 'rows'), 'observations'],
    ['a document cut in the middle', WHOLE.slice(0, -10), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('keeps the name of a series that is not of a currency', () => {
    expect(read(WHOLE.replace('FXUSDCAD', 'CEER_EURNS'))[0]).toBe('2026-03-12 1 CEER_EURNS/CAD mid 1.3617');
  });
});
