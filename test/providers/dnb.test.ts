import { describe, expect, it } from 'vitest';
import { dnb } from '../../generator/sources/providers/dnb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'dnvald-bulk.csv';

describe.skipIf(!recordingsAreThere('DNB, as recorded'))('DNB, as recorded', () => {
  it('has 30 currencies a day, and 29 since Bulgaria adopted the euro', async () => {
    const days = countsOf(await readRecordedLines(dnb, FILE));
    expect([days.length, days[0], days.at(-1)]).toEqual([269, '2025-03-03: 30', '2026-03-31: 29']);
    expect(days.filter((day) => day.endsWith(': 30'))).toHaveLength(206);
    expect(days.filter((day) => day.endsWith(': 29'))).toHaveLength(63);
  });

  it.each([
    '2025-03-03 100 EUR/DKK mid 745.8300',
    '2025-03-03 100 IDR/DKK mid 0.0433',
    '2025-07-08 100 JPY/DKK mid 4.3453',
    '2025-12-30 100 BGN/DKK mid 381.8800',
    '2026-03-31 100 ISK/DKK mid 5.2040',
    '2026-03-31 100 USD/DKK mid 649.9400',
  ])('states %s', async (line) => expect(await readRecordedLines(dnb, FILE)).toContain(line));
});

const read = (...lines: string[]) =>
  observedLines(dnb, 'https://api.statbank.dk/v1/data', lines.map((line) => `${line}\n`).join(''));
const HEADER = 'VALUTA;KURTYP;TID;INDHOLD';

describe('DNB', () => {
  it.each([
    ['another kind of rate', [HEADER, 'USD;ULT;2025M07D08;636.7000'], 'KBH'],
    ['a month in place of a day', [HEADER, 'USD;KBH;2025M07;636.7000'], 'must match pattern'],
    ['a day that does not exist', [HEADER, 'USD;KBH;2025M02D30;636.7000'], '"2025-02-30"'],
    ['a renamed column', ['VALUTA;KURTYP;TID;VAERDI', 'USD;KBH;2025M07D08;636.7000'], 'INDHOLD'],
    [
      'a day that has fewer rows than another',
      [HEADER, 'USD;KBH;2025M07D08;636.7000', 'EUR;KBH;2025M07D08;746.1000', 'USD;KBH;2025M07D09;..'],
      '2025M07D09 has 1 rows and other days 2: the document was truncated',
    ],
    ['a truncated row', [HEADER, 'USD;KBH;2025M07'], 'expected array to have >=4 items'],
  ])('refuses %s', (_, lines, fault) => expect(() => read(...lines)).toThrow(fault));

  it('refuses a truncated figure', () => {
    const body = `${HEADER}\nUSD;KBH;2025M07D08;636.7`;
    expect(() => observedLines(dnb, 'https://api.statbank.dk/v1/data', body)).toThrow('truncated');
  });

  it('requests a span by its years, with ended currencies, and names no day, which might be a holiday', () => {
    const span = { from: parseIsoDate('1998-12-30'), to: parseIsoDate('1999-01-04') };
    const [request, second, ...others] = dnb.feeds[0]?.between?.(span, {}) ?? [];
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      mayBeAbsent: true,
    });
    expect(request?.body).toContain('{"code":"KURTYP","values":["KBH"]},{"code":"Tid","values":["1998*"]}');
    expect(second?.body).toContain('{"code":"Tid","values":["1999*"]}');
    expect(request?.body).toContain('"DEM"');
  });

  it('requests the newest ten days of the currencies quoted today', () => {
    const [request] = dnb.feeds[0]?.latest(parseIsoDate('2025-03-13'), {}) ?? [];
    expect(request?.body).toContain('{"code":"Tid","values":["(-n+10)"]}');
    expect(request?.body).not.toContain('"DEM"');
  });
});
