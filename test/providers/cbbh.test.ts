import { describe, expect, it } from 'vitest';
import { cbbh } from '../../generator/sources/providers/cbbh.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbbh.ts';

describe.skipIf(!recordingsAreThere('CBBH, as recorded'))('CBBH, as recorded', () => {
  it.each([
    ['period-1998-01-06_08.json', ['1998-01-06: 22', '1998-01-08: 22']],
    ['list-2022-06-28.json', ['2022-06-28: 17']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(cbbh, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['period-1998-01-06_08.json', '1998-01-06 1 XEU/BAM mid 1.97509972 bid 1.97016197 ask 1.98003746'],
    ['period-1998-01-06_08.json', '1998-01-06 100 ITL/BAM mid 0.1025641 bid 0.10230769 ask 0.10282051'],
    ['period-1998-01-06_08.json', '1998-01-08 1 USD/BAM mid 1.81281335 bid 1.80828132 ask 1.81734539'],
    ['list-2022-06-28.json', '2022-06-28 100 HRK/BAM mid 25.962460 bid 25.897554 ask 26.027366'],
    ['list-2022-06-28.json', '2022-06-28 1 XDR/BAM mid 2.482868'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbbh, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(cbbh, URL, body);

describe('CBBH', () => {
  it.each([
    ['a time of day', WHOLE.replace('T00:00:00', 'T12:00:00'), 'Invalid'],
    ['points that mark thousands', WHOLE.replace('"100","Middle"', '"1.000,5","Middle"'), 'Invalid'],
    ['a renamed side', WHOLE.replace('Sell', 'Ask'), 'Invalid'],
    ['half a document', WHOLE.slice(0, 200), 'end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks some days ahead, because a list is dated the day from which it holds', () => {
    const [request] = cbbh.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-09-26'), {}));
    expect(request?.url).toMatch(/\?dateFrom=2026-09-16&dateTo=2026-09-30$/);
  });
});
