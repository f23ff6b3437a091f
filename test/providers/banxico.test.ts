import { describe, expect, it } from 'vitest';
import { banxico } from '../../generator/sources/providers/banxico.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/banxico.ts';

const FILE = 'series-2026-03.json';

describe.skipIf(!recordingsAreThere('BANXICO, as recorded'))('BANXICO, as recorded', () => {
  it('states five currencies on each weekday of 2 to 13 March 2026', async () => {
    const days = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13].map((day) => `2026-03-${`${day}`.padStart(2, '0')}: 5`);
    expect(countsOf(await readRecordedLines(banxico, FILE))).toEqual(days);
  });

  it.each([
    '2026-03-02 1 USD/MXN mid 17.3485',
    '2026-03-05 1 USD/MXN mid 17.6770',
    '2026-03-02 1 JPY/MXN mid 0.1105',
    '2026-03-10 1 EUR/MXN mid 20.3717',
    '2026-03-13 1 CAD/MXN mid 13.0259',
    '2026-03-13 1 GBP/MXN mid 23.7562',
  ])('states %s', async (line) => expect(await readRecordedLines(banxico, FILE)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(banxico, URL, body);

describe('BANXICO', () => {
  it('reads commas that separate thousands', () => {
    expect(read(WHOLE.replace('"20.3717"', '"1,234.5678"'))).toContain('2026-03-10 1 EUR/MXN mid 1234.5678');
  });

  it.each([
    ['a series that we did not ask for', WHOLE.replace('SF60632', 'SF43783'), 'idSerie'],
    ['an answer without one of the series', WHOLE.replace(/\{"idSerie":"SF46407"[^}]*\},/, ''), 'exactly 5 items'],
    ['another direction', WHOLE.replace('Respecto al peso mexicano', 'Yenes por peso'), 'titulo'],
    ['a renamed list', WHOLE.replace('datos', 'observaciones'), 'Unrecognized key: \\"observaciones\\"'],
    ['a renamed figure', WHOLE.replace('"dato":', '"valor":'), '"dato"'],
    ['a decimal comma', WHOLE.replace('0.1105', '0,1105'), 'not a figure: "0,1105"'],
    ['half a document', WHOLE.slice(0, -200), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for a span since the new peso in pages of a year, with the token in a header', () => {
    const span = { from: parseIsoDate('1991-11-12'), to: parseIsoDate('1994-01-05') };
    expect(banxico.feeds[0]?.between?.(span, { BANXICO_TOKEN: 'secret' })).toEqual(
      ['1993-01-01/1994-01-01', '1994-01-02/1994-01-05'].map((days) => ({
        method: 'GET',
        url: `https://www.banxico.org.mx/SieAPIRest/service/v1/series/SF43718,SF46410,SF46407,SF46406,SF60632/datos/${days}`,
        headers: { 'Bmx-Token': 'secret' },
        mayBeAbsent: true,
      })),
    );
  });
});
