import { describe, expect, it } from 'vitest';
import { bcccd } from '../../generator/providers/bcccd.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcccd.ts';

describe.skipIf(!recordingsAreThere('BCCCD, as recorded'))('BCCCD, as recorded', () => {
  it.each([
    ['cours-de-change-rsc-2026-09-01_04.txt', ['2026-09-01: 21', '2026-09-02: 21', '2026-09-03: 21', '2026-09-04: 21']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bcccd, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-01 1 USD/CDF mid 2263.57 bid 2212.52 ask 2314.62'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-02 1 JPY/CDF mid 14.15 bid 13.83 ask 14.47'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-03 1 EUR/CDF mid 2620.91 bid 2561.8 ask 2680.02'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-04 1 BIF/CDF mid 0.76 bid 0.74 ask 0.77'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-04 1 XAF/CDF mid 4 bid 3.91 ask 4.09'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcccd, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bcccd, URL, body);

describe('BCCCD', () => {
  it.each([
    ['a line without its number', WHOLE.slice(2), 'nothing in the answer matches'],
    ['a second line', `${WHOLE}1:[]\n`, 'nothing in the answer matches'],
    ['a renamed field', WHOLE.replace('"sell"', '"vente"'), 'sell'],
    ['half a document', WHOLE.slice(0, 150), 'end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
