import { describe, expect, it } from 'vitest';
import { bom } from '../../generator/sources/providers/bom.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bom.ts';

describe.skipIf(!recordingsAreThere('BOM, as recorded'))('BOM, as recorded', () => {
  const lines = () => readRecordedLines(bom, 'movement-2026-05-19_22.json');

  it('states 38 currencies and metals on each of four days', async () =>
    expect(countsOf(await lines())).toEqual([19, 20, 21, 22].map((day) => `2026-05-${day}: 38`)));

  it.each([
    '2026-05-22 1 USD/MNT mid 3576.42',
    '2026-05-22 1 XAU/MNT mid 16172267.24',
    '2026-05-22 1 XDR/MNT mid 4887.93',
    '2026-05-21 1 XAG/MNT mid 267554.57',
    '2026-05-19 1 EUR/MNT mid 4160.66',
    '2026-05-19 1 VND/MNT mid 0.14',
    '2026-05-19 1 KWD/MNT mid 11655.77',
  ])('states %s', async (line) => expect(await lines()).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;

describe('BOM', () => {
  it.each([
    ['that was cut off', WHOLE.slice(0, -40), 'reached end of input'],
    ['without its dates', WHOLE.replace('RATE_DATE', 'DATE'), 'RATE_DATE'],
    ['with gold per gram', WHOLE.replace('Gold /Ounce/', 'Gold /Gram/'), 'Gold /Ounce/'],
    ['that reports a failure', WHOLE.replace('true', 'false'), '"success"'],
    ['with figures in lists', WHOLE.replace('"3,576.42"', '["3,576.42"]'), 'expected string, received array'],
  ])('refuses a document %s', (_, body, fault) => {
    expect(() => observedLines(bom, URL, body)).toThrow(fault);
  });

  it('asks for a span in the body', () => {
    const span = { from: parseIsoDate('2026-05-19'), to: parseIsoDate('2026-05-22') };
    expect(bom.feeds[0]?.between?.(span, {}).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', URL, '{"startDate":"2026-05-19","endDate":"2026-05-22"}'],
    ]);
  });
});
