import { describe, expect, it } from 'vitest';
import { exclusionOf } from '../../generator/rates/blend/global.ts';
import { bazg } from '../../generator/sources/providers/bazg.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bazg.ts';

describe.skipIf(!recordingsAreThere('BAZG, as recorded'))('BAZG, as recorded', () => {
  it.each([
    ['xmldaily-2026-07-24.xml', ['2026-07-25: 72']],
    ['xmldaily-2022-06-28.xml', ['2022-06-29: 72']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bazg, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['xmldaily-2026-07-24.xml', '2026-07-25 1 EUR/CHF mid 0.93883'],
    ['xmldaily-2026-07-24.xml', '2026-07-25 1 USD/CHF mid 0.82497'],
    ['xmldaily-2026-07-24.xml', '2026-07-25 100 EGP/CHF mid 1.60858'],
    ['xmldaily-2022-06-28.xml', '2022-06-29 100 AED/CHF mid 26.29641'],
    ['xmldaily-2022-06-28.xml', '2022-06-29 10000 VND/CHF mid 0.41541'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bazg, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bazg, URL, body);

describe('BAZG', () => {
  it.each([
    [
      'a list that holds from the day on which it was made',
      WHOLE.replace('24.07.2026<', '25.07.2026<'),
      'not on the days that follow it',
    ],
    ['a gap in the days of validity', WHOLE.replace('26.07.2026,', ''), 'a gap in the days of validity'],
    ['a unit of another currency', WHOLE.replace('100 AED', '100 USD'), 'the unit of aed is 100 USD'],
    ['a unit that is no power of ten', WHOLE.replace('100 AED', '150 AED'), 'waehrung'],
    ['half a document', WHOLE.slice(0, 400), "doesn't have proper closing"],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('keeps the last day of validity with each figure', () => {
    const [feed] = bazg.feeds;
    const answer = { request: { method: 'GET', url: URL } as const, bytes: Buffer.from(WHOLE), contentType: '' };
    const rows = [...(feed?.observe(feed.schema.parse(feed.read(answer)), answer) ?? [])];
    expect(rows.map(({ date, until }) => [date, until])).toEqual(rows.map(() => ['2026-07-25', '2026-07-27']));
  });

  it('says in its description that it is a customs authority, and never enters GLOBAL', () => {
    expect(bazg.description).toContain('(customs authority)');
    expect(exclusionOf(bazg)).toBe('customs authority');
  });

  it('asks for the lists that may hold in a span, which are made up to five days before', () => {
    const span = { from: parseIsoDate('2026-07-27'), to: parseIsoDate('2026-07-27') };
    const urls = bazg.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url.slice(-20));
    expect(urls).toEqual(['22', '23', '24', '27'].map((day) => `d=202607${day}&locale=en`));
  });
});
