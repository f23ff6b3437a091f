import { describe, expect, it } from 'vitest';
import { cbm } from '../../generator/sources/providers/cbm.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbm.ts';

describe.skipIf(!recordingsAreThere('CBM, as recorded'))('CBM, as recorded', () => {
  it.each([['history-2022-06-28.json', ['2022-06-28: 38']]])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(cbm, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['history-2022-06-28.json', '2022-06-28 1 USD/MMK mid 1850.0'],
    ['history-2022-06-28.json', '2022-06-28 100 VND/MMK mid 7.9543'],
    ['history-2022-06-28.json', '2022-06-28 100 JPY/MMK mid 1363.4'],
    ['history-2022-06-28.json', '2022-06-28 1 PKR/MMK mid 8.9830'],
    ['history-2022-06-28.json', '2022-06-28 100 LAK/MMK mid 12.419'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbm, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(cbm, URL, body);

describe('CBM', () => {
  it('states a currency whose unit it does not know under a label that is no code', () => {
    expect(read(WHOLE.replace('"EUR"', '"MNT"')).at(-1)).toBe('2022-06-28 1 MNT per an unknown unit/MMK mid 1959.7');
  });

  it('reads a time in quotation marks too', () => {
    expect(read(WHOLE.replace('1656374400', '"1656374400"'))).toEqual(read(WHOLE));
  });

  it('has its newest list read even where those of single days are gone', async () => {
    const [, { body: newest }] = fixtures;
    const { lines, failures, asked } = await ask(
      'CBM',
      ({ url }, response) => {
        if (url.pathname === '/api/latest') return newest;
        response.writeHead(404).end();
        return undefined;
      },
      { today: '2026-09-26' },
    );
    expect([lines.length, failures, asked[0]?.url.pathname]).toEqual([4, [], '/api/latest']);
  });

  it.each([
    ['a time in words', WHOLE.replace('1656374400', '"28 June 2022"'), 'not a second'],
    ['commas that mark no thousands', WHOLE.replace('1,850.0', '18,50.0'), 'not a figure: "18,50.0"'],
    ['half a document', WHOLE.slice(0, 150), 'end of'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
