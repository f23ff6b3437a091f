import { describe, expect, it } from 'vitest';
import { nbm } from '../../generator/sources/providers/nbm.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbm.ts';

describe.skipIf(!recordingsAreThere('NBM, as recorded'))('NBM, as recorded', () => {
  it.each(['06', '07', '08'])('states 40 currencies and two metals on %s April 2026', async (day) => {
    expect(countsOf(await readRecordedLines(nbm, `official-${day}.04.2026.xml`))).toEqual([`2026-04-${day}: 40`]);
    expect(countsOf(await readRecordedLines(nbm, `metals-${day}.04.2026.xml`))).toEqual([`2026-04-${day}: 2`]);
  });

  it.each([
    ['official-06.04.2026.xml', '2026-04-06 1 USD/MDL mid 17.6124'],
    ['official-06.04.2026.xml', '2026-04-06 1 XDR/MDL mid 23.9652'],
    ['official-07.04.2026.xml', '2026-04-07 100 JPY/MDL mid 10.9938'],
    ['official-08.04.2026.xml', '2026-04-08 10 AMD/MDL mid 0.4636'],
    ['metals-06.04.2026.xml', '2026-04-06 1g XAG/MDL mid 40.1963'],
    ['metals-08.04.2026.xml', '2026-04-08 1g XAU/MDL mid 2612.3455'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbm, file)).toContain(line));
});

const [currencies, metals] = fixtures;
const emptied = (body: string) => body.replaceAll(/<(Valute|Metal) .*\n/g, '');

describe('NBM', () => {
  it('keeps the date of the newest list, which answers a request for a later day', () => {
    expect(observedLines(nbm, currencies.url.replace('06.04', '07.04'), currencies.body)).toEqual(currencies.lines);
  });

  it.each([
    ['currencies', currencies],
    ['metals', metals],
  ])('reads no figure from a day without %s', (_, { url, body }) => {
    expect(observedLines(nbm, url, emptied(body))).toEqual([]);
  });

  it.each([
    ['a document cut in the middle', currencies.url, currencies.body.slice(0, -60), "Invalid '["],
    ['renamed rows', currencies.url, currencies.body.replaceAll('Valute', 'Currency'), 'unrecognized_keys'],
    ['a renamed unit', currencies.url, currencies.body.replaceAll('Nominal', 'Units'), '"Nominal"'],
    ['metals where currencies are asked for', currencies.url, metals.body, '"ValCurs"'],
    ['metal per ounce', metals.url, metals.body.replace('Gram gold', 'Troy ounce gold'), 'start with'],
    ['renamed metals', metals.url, metals.body.replaceAll(/Metal\b/g, 'Item'), 'unrecognized_keys'],
  ])('refuses %s', (_, url, body, message) => expect(() => observedLines(nbm, url, body)).toThrow(message));

  it('asks for each calendar day up to today', () => {
    const span = { from: parseIsoDate('2026-04-05'), to: parseIsoDate('2026-04-06') };
    expect(nbm.feeds.map((feed) => feed.between?.(span, {}).map(({ url }) => url))).toEqual(
      fixtures.map(({ url }) => [url.replace('06.', '05.'), url]),
    );
    const latest = nbm.feeds.map((feed) => feed.latest(parseIsoDate('2026-04-06'), {}).map(({ url }) => url));
    expect(latest.map((urls) => [urls.length, urls.at(-1)])).toEqual(fixtures.map(({ url }) => [7, url]));
  });
});
