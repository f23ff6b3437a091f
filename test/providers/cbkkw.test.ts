import { describe, expect, it } from 'vitest';
import { cbkkw } from '../../generator/providers/cbkkw.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbkkw.ts';

describe.skipIf(!recordingsAreThere('CBKKW, as recorded'))('CBKKW, as recorded', () => {
  it.each([['rates-USD-2026-09-05_08.html', ['2026-09-06: 1', '2026-09-07: 1', '2026-09-08: 1']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(cbkkw, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['rates-USD-2026-09-05_08.html', '2026-09-06 1000 USD/KWD mid 306.850'],
    ['rates-USD-2026-09-05_08.html', '2026-09-08 1000 USD/KWD mid 306.650'],
    ['rates-JPY-2026-09-05_08.html', '2026-09-08 1000 JPY/KWD mid 1.9980'],
    ['rates-BHD-2026-09-05_08.html', '2026-09-08 1000 BHD/KWD mid 815.382'],
    ['rates-AFN-2026-09-05_08.html', '2026-09-08 1000 AFN/KWD mid 4.749'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbkkw, file)).toContain(line));
});

const [{ url: URL, body: WHOLE, requestBody: ASKED }] = fixtures;
const read = (body: string) => observedLines(cbkkw, URL, body, 'text/html; charset=utf-8', ASKED);

describe('CBKKW', () => {
  it.each([
    ['another currency than was asked for', WHOLE.replace('KWD / USD', 'KWD / EUR'), 'EUR where USD was asked for'],
    ['dinars with six decimals', WHOLE.replace('306.850', '0.306850'), 'Invalid'],
    ['half a document', WHOLE.slice(0, 130), 'does not close a table'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks from the day before, because the first day is not part of the answer', () => {
    const span = { from: parseIsoDate('2026-09-06'), to: parseIsoDate('2026-09-08') };
    const requests = cbkkw.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []);
    expect(requests).toHaveLength(11);
    expect(requests[0]?.body).toBe(fixtures[0].requestBody);
  });
});
