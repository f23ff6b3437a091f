import { describe, expect, it } from 'vitest';
import { cbc } from '../../generator/sources/providers/cbc.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('CBC, as recorded'))('CBC, as recorded', () => {
  const lines = () => readRecordedLines(cbc, 'bp01d01.json');

  it('has 8241 days and 123900 figures', async () => {
    const counts = countsOf(await lines());
    expect([counts.length, (await lines()).length]).toEqual([8241, 123900]);
    // First with marks, francs and guilders; then also pesos and euros; then without those three; then with dong.
    const expected = ['1993-01-05: 15', '1999-01-05: 17', '2002-01-02: 14', '2006-11-01: 15', '2026-02-26: 15'];
    expect(counts.filter((count) => expected.includes(count))).toEqual(expected);
    expect([counts[0], counts.at(-1)]).toEqual([expected[0], expected.at(-1)]);
  });

  it.each([
    '1993-01-05 1 USD/TWD mid 25.405',
    '1993-01-05 1 GBP/USD mid 1.5499',
    '1999-01-05 1 EUR/USD mid 1.1766',
    '2001-12-31 1 USD/NLG mid 2.4765',
    '2006-11-01 1 USD/VND mid 16075.0',
    '2016-05-01 1 USD/JPY mid 105.59',
    '2026-02-26 1 AUD/USD mid 0.7123',
    '2026-02-26 1 USD/PHP mid 57.638',
    '2010-09-03 1 USD/CAD mid 1.2782',
    '2014-12-11 1 USD/CAD mid 1.2950',
  ])('states %s', async (line) => expect(await lines()).toContain(line));
});

const URL = 'https://cpx.cbc.gov.tw/API/DataAPI/Get?FileName=BP01D01';
const TITLES = ['新台幣NTD/USD', '英鎊USD/GBP', '越南盾VND/USD'];
const document = (row: readonly string[], titles: readonly string[] = TITLES) =>
  JSON.stringify({ data: { dataSets: [row], structure: { Table1: titles.map((data) => ({ data })) } } });
const ROW = ['19930105', '25.405', '1.5499', '-'];

describe('CBC', () => {
  it('reads the direction of a column from its title', () => {
    const turned = observedLines(cbc, URL, document(ROW, ['新台幣NTD/USD', '英鎊GBP/USD', '越南盾VND/USD']));
    expect(turned).toContain('1993-01-05 1 USD/GBP mid 1.5499');
  });

  it.each([
    ['that is truncated', document(ROW).slice(0, -10), 'End of string'],
    ['with a title that names no pair', document(ROW, ['新台幣', '英鎊USD/GBP', '越南盾VND/USD']), 'names no pair'],
    ['with fewer cells than titles', document(ROW.slice(0, -1)), 'not one figure for each title'],
    ['with more cells than titles', document([...ROW, '1.0']), 'not one figure for each title'],
    ['with another structure', document(ROW).replace('Table1', 'Table2'), 'Table1'],
  ])('refuses a document %s', (_, body, fault) => expect(() => observedLines(cbc, URL, body)).toThrow(fault));

  it('requests the whole table for a span', () => {
    const span = { from: parseIsoDate('2026-01-05'), to: parseIsoDate('2026-01-09') };
    expect(cbc.feeds[0]?.between?.(span, {}).map(({ url }) => url)).toEqual([URL]);
  });

  it('publishes too late for GLOBAL', () => expect(cbc.schedule.lagDaysMax).toBe(45));
});
