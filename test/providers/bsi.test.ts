import { describe, expect, it } from 'vitest';
import { bsi } from '../../generator/sources/providers/bsi.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bsi.ts';

describe.skipIf(!recordingsAreThere('BSI, as recorded'))('BSI, as recorded', () => {
  it.each([['eksot-2026-03-31.xml', ['2026-04-01: 126']]])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bsi, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['eksot-2026-03-31.xml', '2026-04-01 1 EUR/ALL mid 95.990'],
    ['eksot-2026-03-31.xml', '2026-04-01 1 EUR/BAM mid 1.95583'],
    ['eksot-2026-03-31.xml', '2026-04-01 1 EUR/IRR mid 1509347'],
    ['eksot-2026-03-31.xml', '2026-04-01 1g XPD/EUR mid 40.653'],
    ['eksot-2026-03-31.xml', '2026-04-01 1 EUR/XDR mid 0.84644'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bsi, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bsi, URL, body);

describe('BSI', () => {
  it('has rates that are in force for a whole month', () => {
    expect([bsi.validity, bsi.monthly]).toEqual(['month', true]);
  });

  it.each([
    ['a list that does not say from when it holds', WHOLE.replace('veljavnost', 'od'), '@veljavnost'],
    ['a code in small letters', WHOLE.replace('"ALL"', '"all"'), 'Invalid'],
    ['half a document', WHOLE.slice(0, 230), 'EksotTecBS'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
