import { describe, expect, it } from 'vitest';
import { banxico } from '../../generator/providers/banxico.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'series-2026-03.json';

describe.skipIf(!recordingsAreThere('BANXICO, as recorded'))('BANXICO, as recorded', () => {
  it('has five currencies on each weekday of 2 to 13 March 2026', async () => {
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
  ])('%s', async (line) => expect(await readRecordedLines(banxico, FILE)).toContain(line));
});

const URL_OF = 'https://www.banxico.org.mx/SieAPIRest/service/v1/series/SF43718,SF46410/datos/2026-03-02/2026-03-03';
const FIX =
  'Tipo de cambio                                          Pesos por dólar E.U.A. Tipo de cambio para solventar ' +
  'obligaciones denominadas en moneda extranjera Fecha de determinación (FIX)';
const series = (name: string, figures: string, title = 'Cotización de la divisa Respecto al peso mexicano') =>
  `{"idSerie":"${name}","titulo":"${title}"${figures}}`;
const figure = (day: string, text: string) => `{"fecha":"${day}","dato":"${text}"}`;
const fix = series('SF43718', `,"datos":[${figure('02/03/2026', '17.3485')}]`, FIX);
const others = ['SF46410', 'SF46407', 'SF60632'].map((name) => series(name, ''));
const yen = (figures: string, title?: string) => series('SF46406', figures, title);
const read = (...rows: string[]) => observedLines(banxico, URL_OF, `{"bmx":{"series":[${rows}]}}`);

describe('BANXICO', () => {
  it.each([
    ['a figure', figure('02/03/2026', '0.1105'), ['2026-03-02 1 JPY/MXN mid 0.1105']],
    ['a mark for thousands', figure('03/02/2026', '1,234.5678'), ['2026-02-03 1 JPY/MXN mid 1234.5678']],
    ['what is not available', figure('03/03/2026', 'N/E'), []],
  ])('reads %s', (_, row, lines) => {
    expect(read(yen(`,"datos":[${row}]`), ...others, fix)).toEqual([...lines, '2026-03-02 1 USD/MXN mid 17.3485']);
  });

  it.each([
    ['a series that is not ours', [fix, yen(''), ...others.slice(1), series('SF43783', '')]],
    ['an answer without one of the series', [fix, ...others]],
    ['another direction', [fix, yen('', 'Yenes por peso'), ...others]],
    ['a renamed list', [fix, yen(`,"observaciones":[${figure('02/03/2026', '0.1105')}]`), ...others]],
    ['a renamed figure', [fix, yen(',"datos":[{"fecha":"02/03/2026","valor":"0.1105"}]'), ...others]],
    ['a comma that is no mark of thousands', [fix, yen(`,"datos":[${figure('02/03/2026', '0,1105')}]`), ...others]],
  ])('refuses %s', (_, rows) => expect(() => read(...rows)).toThrow());

  it('refuses half a document', () => {
    expect(() => observedLines(banxico, URL_OF, `{"bmx":{"series":[${fix},`)).toThrow();
  });

  it('asks for a span since the new peso, in pages of a year, the token in a header', () => {
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
