import { describe, expect, it } from 'vitest';
import { bnr } from '../../generator/sources/providers/bnr.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bnr.ts';

describe.skipIf(!recordingsAreThere('BNR, as recorded'))('BNR, as recorded', () => {
  it('states 37 figures on each of 157 days', async () => {
    const counts = countsOf(await readRecordedLines(bnr, 'nbrfxrates2026.xml'));
    expect(counts.map((count) => count.slice(12))).toEqual(Array.from({ length: 157 }, () => '37'));
  });

  it.each([
    '2026-01-05 1 EUR/RON mid 5.0905',
    '2026-01-05 100 JPY/RON mid 2.7816',
    '2026-03-13 1g XAU/RON mid 727.9905',
    '2026-08-19 1 XDR/RON mid 6.1880',
    '2026-08-19 100 HUF/RON mid 1.4375',
  ])('states %s', async (line) => expect(await readRecordedLines(bnr, 'nbrfxrates2026.xml')).toContain(line));
});

const [{ url: URL, body: WHOLE, lines: LINES }] = fixtures;
const read = (body: string) => observedLines(bnr, URL, body);

describe('BNR', () => {
  it('reads the namespace of the years before 2026 as well', () => {
    expect(read(WHOLE.replace('https://www.bnr.ro/xsd', 'http://www.bnr.ro/xsd'))).toEqual(LINES);
  });

  it('reads the first half of 2005 as old lei, and skips a currency without a rate', () => {
    const old = (day: string, figure: string) =>
      read(
        '<?xml version="1.0" encoding="utf-8"?><DataSet xmlns="http://www.bnr.ro/xsd"><Body><OrigCurrency>ROL</OrigCurrency>' +
          `<Cube date="${day}"><Rate currency="EUR">${figure}</Rate><Rate currency="XDR">-</Rate></Cube></Body></DataSet>`,
      );
    expect(old('2005-06-30', '36050')).toEqual(['2005-06-30 1 EUR/ROL mid 36050']);
    expect(old('2005-07-01', '3.6030')).toEqual(['2005-07-01 1 EUR/RON mid 3.6030']);
    expect(bnr.references.map(({ from, currency }) => [from, currency])).toEqual([
      ['2005-01-03', 'ROL'],
      ['2005-07-01', 'RON'],
    ]);
  });

  it.each([
    ['another reference currency', WHOLE.replace('RON', 'EUR'), 'OrigCurrency'],
    ['renamed days', WHOLE.replaceAll('Cube', 'Day'), 'Cube'],
    ['renamed labels', WHOLE.replaceAll('currency=', 'code='), '@currency'],
    ['a day that does not exist', WHOLE.replace('2026-03-13', '2026-02-30'), 'not a day: "2026-02-30"'],
    ['a document cut in the middle', WHOLE.slice(0, -40), /Invalid|Unclosed/],
    ['the page to which the old addresses redirect', '<!DOCTYPE html><html><body>BNR</body></html>', 'document type'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
