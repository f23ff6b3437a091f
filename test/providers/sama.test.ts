import { describe, expect, it } from 'vitest';
import { sama } from '../../generator/sources/providers/sama.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/sama.ts';

describe.skipIf(!recordingsAreThere('SAMA, as recorded'))('SAMA, as recorded', () => {
  const FILE = 'currencies-2026-04-30.json';

  it('has 68 currencies: neither the riyal itself nor four that have ended', async () => {
    const lines = await readRecordedLines(sama, FILE);
    expect(countsOf(lines)).toEqual(['2026-04-30: 68']);
    expect(lines.filter((line) => /(BGN|CYP|MTL|SKK|SAR)\//.test(line))).toEqual([]);
  });

  it.each([
    '2026-04-30 1 EUR/SAR mid 4.38750000',
    '2026-04-30 1 KWD/SAR mid 12.17532000',
    '2026-04-30 1 JPY/SAR mid 0.02342000',
    '2026-04-30 1 XDR/SAR mid 5.13757000',
    '2026-04-30 1 VND/SAR mid 0.00014000',
    '2026-04-30 1 XAF/SAR mid 0.00668000',
  ])('states %s', async (line) => expect(await readRecordedLines(sama, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('SAMA', () => {
  it.each([
    ['a list with fewer entries than it says', body.replace('"itemsCount":5', '"itemsCount":6'), 'not as many entries'],
    ['a code in another form', body.replace('"USD="', '"USD"'), 'CurrencyCode'],
    ['a day with a time', body.replaceAll('2026-04-30T00:00:00', '2026-04-30T12:00:00'), 'CurrencyDate'],
    ['a renamed figure', body.replaceAll('CurrencyRate', 'Rate'), 'CurrencyRate'],
    ['a truncated document', body.slice(0, -80), 'end'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(sama, url, changed)).toThrow(fault));
});
