import { describe, expect, it } from 'vitest';
import { nbm } from '../../generator/providers/nbm.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('NBM, as recorded'))('NBM, as recorded', () => {
  it.each(['06', '07', '08'])('has 40 currencies and two metals on %s April 2026', async (day) => {
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
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(nbm, file)).toContain(line));
});

const row = (element: string, code: string, nominal: string, name: string, value: string) =>
  `<${element} ID=""><NumCode>1</NumCode><CharCode>${code}</CharCode><Nominal>${nominal}</Nominal><Name>${name}</Name>` +
  `<Value>${value}</Value></${element}>`;
const currencies = (...rows: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ValCurs Date="06.04.2026" name="Official exchange rate">${rows.join('')}</ValCurs>`;
const metals = (...rows: string[]) =>
  `<MetalPrice Date="06.04.2026" name="The price of precious metals">${rows.join('')}</MetalPrice>`;
const LIST = 'https://www.bnm.md/en/official_exchange_rates?date=06.04.2026&get_xml=1';
const METALS = 'https://www.bnm.md/en/official_metal_rates?date=06.04.2026&get_xml=1';
const FORINT = row('Valute', 'HUF', '100', 'Hungarian Forint', '5.2807');
const GOLD = row('Metal', 'XAU', '1', 'Gram gold', '2617.7179');

describe('NBM', () => {
  it.each([
    ['the unit', LIST, currencies(FORINT), ['2026-04-06 100 HUF/MDL mid 5.2807']],
    ['metals per gram', METALS, metals(GOLD), ['2026-04-06 1g XAU/MDL mid 2617.7179']],
    [
      'the last list under its own date, where a day that has none was asked for',
      LIST.replace('06.04', '07.04'),
      currencies(FORINT),
      ['2026-04-06 100 HUF/MDL mid 5.2807'],
    ],
    ['a day without a list', LIST, currencies(), []],
    ['a day without metals', METALS, metals(), []],
  ])('%s', (_, url, body, lines) => expect(observedLines(nbm, url, body)).toEqual(lines));

  it.each([
    ['a document cut in the middle', LIST, currencies(FORINT, FORINT).slice(0, -60)],
    ['renamed rows', LIST, currencies(FORINT.replaceAll('Valute', 'Currency'))],
    ['a renamed unit', LIST, currencies(FORINT.replaceAll('Nominal', 'Units'))],
    ['metals where currencies are asked for', LIST, metals(GOLD)],
    ['metal per ounce', METALS, metals(GOLD.replace('Gram gold', 'Troy ounce gold'))],
    ['renamed metals', METALS, metals(GOLD.replaceAll('<Metal', '<Item').replaceAll('</Metal', '</Item'))],
  ])('refuses %s', (_, url, body) => expect(() => observedLines(nbm, url, body)).toThrow());

  it('asks for each calendar day, and for none ahead', () => {
    const span = { from: parseIsoDate('2026-04-05'), to: parseIsoDate('2026-04-06') };
    expect(nbm.feeds.map((feed) => feed.between?.(span, {}).map(({ url }) => url))).toEqual([
      [LIST.replace('06.', '05.'), LIST],
      [METALS.replace('06.', '05.'), METALS],
    ]);
    const latest = nbm.feeds.map((feed) => feed.latest(parseIsoDate('2026-04-06'), {}).map(({ url }) => url));
    expect(latest.map((urls) => [urls.length, urls.at(-1)])).toEqual([
      [7, LIST],
      [7, METALS],
    ]);
  });
});
