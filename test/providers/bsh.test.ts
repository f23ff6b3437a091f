import { describe, expect, it } from 'vitest';
import { bsh } from '../../generator/sources/providers/bsh.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bsh.ts';

describe.skipIf(!recordingsAreThere('BSH, as recorded'))('BSH, as recorded', () => {
  it.each([['official-exchange-rate-2026-05-22.html', ['2026-05-15: 4', '2026-05-22: 15']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(bsh, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['official-exchange-rate-2026-05-22.html', '2026-05-22 1 USD/ALL mid 82.24 bid 81.80 ask 82.64'],
    ['official-exchange-rate-2026-05-22.html', '2026-05-22 1 EUR/ALL mid 95.40 bid 95.07 ask 95.68'],
    ['official-exchange-rate-2026-05-22.html', '2026-05-22 100 JPY/ALL mid 51.68'],
    ['official-exchange-rate-2026-05-22.html', '2026-05-15 100 RUB/ALL mid 111.96'],
    ['official-exchange-rate-2026-05-22.html', '2026-05-15 1 MKD/ALL mid 1.55'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bsh, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bsh, URL, body);

describe('BSH', () => {
  it.each([
    ['another unit in a name', WHOLE.replace('(100)', '(1000)'), 'JPY is named in another way'],
    ['a table without its day', WHOLE.replace('Last update', 'Update'), 'three tables, and the days'],
    [
      'sides of another day',
      WHOLE.replace(/22\.05\.2026(?![\s\S]*22\.05\.2026)/, '21.05.2026'),
      'three tables, and the days',
    ],
    ['a missing table', WHOLE.replace(/<TABLE>[\s\S]*?<\/TABLE>/, ''), 'Too small'],
    ['half a document', WHOLE.slice(0, 700), 'does not close a table'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
