import { describe, expect, it } from 'vitest';
import { bcch } from '../../generator/sources/providers/bcch.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcch.ts';

const OTHERS = ['EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CNY', 'BRL'].map((code) => `F072.CLP.${code}.N.O.D`);

describe.skipIf(!recordingsAreThere('BCCH, as recorded'))('BCCH, as recorded', () => {
  it.each(['F073.TCO.PRE.Z.D', ...OTHERS])(
    'series %s states a figure on each weekday of 2 to 13 March 2026',
    async (name) => {
      const days = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13].map((day) => `2026-03-${`${day}`.padStart(2, '0')}: 1`);
      expect(countsOf(await readRecordedLines(bcch, `${name}.json`))).toEqual(days);
    },
  );

  it.each([
    ['F073.TCO.PRE.Z.D.json', '2026-03-02 1 USD/CLP mid 871.41'],
    ['F073.TCO.PRE.Z.D.json', '2026-03-13 1 USD/CLP mid 909.94'],
    ['F072.CLP.JPY.N.O.D.json', '2026-03-05 1 JPY/CLP mid 5.7'],
    ['F072.CLP.JPY.N.O.D.json', '2026-03-13 1 JPY/CLP mid 5.71'],
    ['F072.CLP.BRL.N.O.D.json', '2026-03-04 1 BRL/CLP mid 171.4'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcch, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const REFUSAL = '{"Codigo":-5,"Descripcion":"Invalid username or password","Series":{"seriesId":null}}';

describe('BCCH', () => {
  it.each([
    ['a wrong password', REFUSAL, 'Codigo'],
    [
      'an unknown series',
      WHOLE.replace('F073.TCO.PRE.Z.D', 'F072.CLP.ARS.N.O.D'),
      'unknown series: F072.CLP.ARS.N.O.D',
    ],
    ['an unknown status', WHOLE.replace('"OK"', '"PROV"'), 'statusCode'],
    ['a renamed field', WHOLE.replace('"value"', '"valor"'), '"value"'],
    ['half a document', WHOLE.slice(0, 120), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(bcch, URL, body)).toThrow(fault));

  it('asks for each series in pages of a year, with user and password in the query, as the service requires', () => {
    const span = { from: parseIsoDate('2024-01-01'), to: parseIsoDate('2025-01-02') };
    const keys = { BCCH_USER: 'a@b.cl', BCCH_PASSWORD: 'p&q' };
    const requests = bcch.feeds[0]?.between?.(span, keys) ?? [];
    expect(requests).toHaveLength(16);
    expect([requests[0], requests[9]].map((request) => request?.url)).toEqual([
      'https://si3.bcentral.cl/SieteRestWS/SieteRestWS.ashx?function=GetSeries&firstdate=2024-01-01' +
        '&lastdate=2024-12-31&user=a%40b.cl&pass=p%26q&timeseries=F073.TCO.PRE.Z.D',
      'https://si3.bcentral.cl/SieteRestWS/SieteRestWS.ashx?function=GetSeries&firstdate=2025-01-01' +
        '&lastdate=2025-01-02&user=a%40b.cl&pass=p%26q&timeseries=F072.CLP.EUR.N.O.D',
    ]);
  });

  it('asks for days ahead of today, because the observed dollar is set the evening before', () => {
    const [dollar] = bcch.feeds[0]?.latest(parseIsoDate('2026-03-12'), {}) ?? [];
    expect(dollar?.url).toContain('firstdate=2026-03-02&lastdate=2026-03-19');
  });
});
