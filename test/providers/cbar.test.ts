import { describe, expect, it } from 'vitest';
import { cbar } from '../../generator/sources/providers/cbar.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbar.ts';

describe.skipIf(!recordingsAreThere('CBAR, as recorded'))('CBAR, as recorded', () => {
  it.each([
    ['currencies-2023-02-15.xml', ['2023-02-15: 49']],
    ['currencies-2026-09-04.xml', ['2026-09-04: 42']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(cbar, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['currencies-2023-02-15.xml', '2023-02-15 1 USD/AZN mid 1.70'],
    ['currencies-2023-02-15.xml', '2023-02-15 1 KZT/AZN mid 0.0038'],
    ['currencies-2026-09-04.xml', '2026-09-04 100 KZT/AZN mid 0.3724'],
    ['currencies-2026-09-04.xml', '2026-09-04 1 XAG/AZN mid 113.5358'],
    ['currencies-2026-09-04.xml', '2026-09-04 1 XDR/AZN mid 2.3301'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbar, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(cbar, URL, body);

describe('CBAR', () => {
  it.each([
    ['a unit in other words', WHOLE.replace('1 t.u.', '1 q.'), 'Invalid'],
    ['a third group', WHOLE.replace('<ValType', '<ValType Type="Bank metalları"></ValType><ValType'), 'Too big'],
    ['a renamed figure', WHOLE.replaceAll('Value>', 'Rate>'), 'Value'],
    ['half a document', WHOLE.slice(0, 300), "doesn't have proper closing"],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for no list before the first one', () => {
    const day = (text: string) => parseIsoDate(text);
    const requests = cbar.feeds.flatMap(
      (feed) => feed.between?.({ from: day('1993-11-01'), to: day('1993-11-29') }, {}) ?? [],
    );
    expect(requests.map(({ url }) => url.slice(-14))).toEqual(['26.11.1993.xml', '29.11.1993.xml']);
  });

  it('asks for working days', () => {
    const requests = cbar.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-09-07'), {}));
    expect(requests.map(({ url }) => url.slice(-14))).toEqual(
      ['01', '02', '03', '04', '07'].map((day) => `${day}.09.2026.xml`),
    );
  });
});
