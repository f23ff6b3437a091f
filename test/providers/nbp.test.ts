import { describe, expect, it } from 'vitest';
import { nbp } from '../../generator/sources/providers/nbp.ts';
import { parseIsoDate as day } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbp.ts';

describe.skipIf(!recordingsAreThere('NBP, as recorded'))('NBP, as recorded', () => {
  it.each([
    ['table-a.json', ['2026-03-02: 32', '2026-03-03: 32', '2026-03-04: 32', '2026-03-05: 32']],
    ['table-b.json', ['2026-03-04: 116']],
    ['table-c.json', ['2020-01-30: 13']],
    ['table-c-2007-04-13.xml', ['2007-04-13: 14']],
    ['gold.json', ['2026-03-02: 1', '2026-03-03: 1', '2026-03-04: 1', '2026-03-05: 1']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(nbp, file))).toEqual(counts));

  it.each([
    ['table-a.json', '2026-03-02 1 USD/PLN mid 3.6056'],
    ['table-a.json', '2026-03-05 1 IDR/PLN mid 0.00021785'],
    ['table-b.json', '2026-03-04 1 IRR/PLN mid 0.0000028'],
    ['table-c.json', '2020-01-30 1 HUF/PLN bid 0.012572 ask 0.012826'],
    ['table-c-2007-04-13.xml', '2007-04-13 100 JPY/PLN bid 2.3677 ask 2.4155'],
    ['gold.json', '2026-03-02 1g XAU/PLN mid 595.71'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbp, file)).toContain(line));
});

const API = 'https://api.nbp.pl/api';
const [a, b, c, oldC, gold] = fixtures;

describe('NBP', () => {
  it('asks for a long span in pages of 93 days', () => {
    const table = nbp.feeds.find(({ name }) => name === 'A');
    const requests = table?.between?.({ from: day('2026-01-01'), to: day('2026-04-30') }, {});
    expect(requests?.map(({ url }) => url)).toEqual([
      `${API}/exchangerates/tables/A/2026-01-01/2026-04-03/?format=json`,
      `${API}/exchangerates/tables/A/2026-04-04/2026-04-30/?format=json`,
    ]);
  });

  it('has daily lists and a weekly one, each in its own table except for the two forms of C', () => {
    expect(nbp.feeds.map(({ name, table = name, frequency = 'day' }) => [name, table, frequency])).toEqual([
      ['A', 'A', 'day'],
      ['B', 'B', 'week'],
      ['C', 'C', 'day'],
      ['C as XML', 'C', 'day'],
      ['gold', 'gold', 'day'],
    ]);
  });

  it('accepts a 404 for a span without a business day, but not for the newest lists', () => {
    const [table] = nbp.feeds;
    const sunday = { from: day('2026-03-01'), to: day('2026-03-01') };
    expect(table?.between?.(sunday, {}).map(({ mayBeAbsent }) => mayBeAbsent)).toEqual([true]);
    expect(table?.latest(day('2026-03-02'), {}).map(({ mayBeAbsent }) => mayBeAbsent)).toEqual([undefined]);
  });

  const oldText = oldC.body.toString('latin1');
  it.each([
    ['table B in place of A', a.url, b.body, '"table"'],
    ['mid rates in place of bid and ask', c.url, a.body.replaceAll('"table":"A"', '"table":"C"'), '"bid"'],
    ['a renamed figure', a.url, a.body.replace('"mid"', '"rate"'), '"mid"'],
    ['a list cut in the middle', a.url, a.body.slice(0, -5), 'reached end of input'],
    ['a renamed price of gold', gold.url, gold.body.replace('cena', 'price'), '"cena"'],
    ['an old list without units', oldC.url, oldText.replaceAll('przelicznik', 'x'), '"przelicznik"'],
    ['an old list of table A', oldC.url, oldText.replace('typ="C"', 'typ="A"'), '"@typ"'],
  ])('refuses %s', (_, url, body, message) => {
    expect(() => observedLines(nbp, url, Buffer.from(body, url === oldC.url ? 'latin1' : 'utf8'))).toThrow(message);
  });
});
