import { describe, expect, it } from 'vitest';
import { bcrp } from '../../generator/sources/providers/bcrp.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcrp.ts';

describe.skipIf(!recordingsAreThere('BCRP, as recorded'))('BCRP, as recorded', () => {
  it.each([['pd04639-pd04640-2026-09.json', [5, '2026-09-01: 1', '2026-09-07: 1']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(bcrp, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['pd04639-pd04640-2026-09.json', '2026-09-01 1 USD/PEN bid 3.36 ask 3.368'],
    ['pd04639-pd04640-2026-09.json', '2026-09-02 1 USD/PEN bid 3.353 ask 3.36'],
    ['pd04639-pd04640-2026-09.json', '2026-09-03 1 USD/PEN bid 3.355 ask 3.365'],
    ['pd04639-pd04640-2026-09.json', '2026-09-04 1 USD/PEN bid 3.36 ask 3.369'],
    ['pd04639-pd04640-2026-09.json', '2026-09-07 1 USD/PEN bid 3.351 ask 3.372'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcrp, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bcrp, URL, body);

describe('BCRP', () => {
  it('reads years of two digits from 1997, when the series began', () => {
    expect(read(WHOLE.replace('01.Set.26', '02.Jan.97'))[0]).toBe('1997-01-02 1 USD/PEN bid 3.36 ask 3.368');
  });

  it.each([
    [
      'selling before buying',
      WHOLE.replace('Compra', 'x').replace('Venta', 'Compra').replace('x', 'Venta'),
      'Invalid input',
    ],
    ['a third value', WHOLE.replace('"3.368"]', '"3.368","3.4"]'), 'Too big'],
    ['another Spanish month', WHOLE.replace('01.Set.26', '01.Ago.26'), 'not a day'],
    ['half a document', WHOLE.slice(0, 250), 'end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
