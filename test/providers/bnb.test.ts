import { describe, expect, it } from 'vitest';
import { bnb } from '../../generator/sources/providers/bnb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bnb.ts';

const FILE = 'stnonbase-2019-02-01.xml';

describe.skipIf(!recordingsAreThere('BNB, as recorded'))('BNB, as recorded', () => {
  it('states 31 currencies and gold', async () => {
    expect(countsOf(await readRecordedLines(bnb, FILE))).toEqual(['2019-02-01: 32']);
  });

  it.each([
    '2019-02-01 1 AUD/BGN mid 1.23873',
    '2019-02-01 1 USD/BGN mid 1.70502',
    '2019-02-01 100 JPY/BGN mid 1.56579',
    '2019-02-01 1000 HUF/BGN mid 6.15757',
    '2019-02-01 10000 IDR/BGN mid 1.22167',
    '2019-02-01 1 XAU/BGN mid 2250.83',
  ])('states %s', async (line) => expect(await readRecordedLines(bnb, FILE)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bnb, URL, body);

describe('BNB', () => {
  it.each([
    ['a list without a heading', WHOLE.replace(/<ROW><GOLD>0.*?<\/ROW>/s, ''), 'За единица валута/злато'],
    ['another unit of account', WHOLE.replace('(BGN)', '(BGL)'), 'Лева (BGN)'],
    ['gold per gram', WHOLE.replace('трой унции', 'грамове'), 'Злато (в трой унции)'],
    ['a renamed ratio', WHOLE.replaceAll('RATIO', 'UNIT'), 'RATIO'],
    ['a document cut in the middle', WHOLE.slice(0, -60), /Invalid|Unclosed/],
    ['a page in place of the file', '<!DOCTYPE html><html><body>Няма данни</body></html>', 'document type'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks only for its working days in leva, day by day, and for nothing new', () => {
    const [feed] = bnb.feeds;
    expect(feed?.latest(parseIsoDate('2026-08-20'), {})).toEqual([]);
    const span = { from: parseIsoDate('2025-12-26'), to: parseIsoDate('2026-02-01') };
    const days = feed?.between?.(span, {}).map(({ url }) => url.match(/firstDays=.*&firstYear=\d+/)?.[0]);
    expect(days).toEqual(['26', '29', '30', '31'].map((day) => `firstDays=${day}&firstMonths=12&firstYear=2025`));
  });
});
