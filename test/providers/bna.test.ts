import { describe, expect, it } from 'vitest';
import { bna } from '../../generator/sources/providers/bna.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bna.ts';

describe.skipIf(!recordingsAreThere('BNA, as recorded'))('BNA, as recorded', () => {
  it.each([['taxa-ALL.json', ['2026-05-19: 70', '2026-05-20: 70', '2026-05-21: 70']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(bna, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['taxa-ALL.json', '2026-05-19 1 USD/AOA mid 913.116'],
    ['taxa-ALL.json', '2026-05-19 1 EUR/AOA mid 1060.8582'],
    ['taxa-ALL.json', '2026-05-20 1 JPY/AOA mid 5.74251'],
    ['taxa-ALL.json', '2026-05-21 1 ZAR/AOA mid 55.1652'],
    ['taxa-ALL.json', '2026-05-21 1 STD/AOA mid 43.51528'],
    ['taxa-ALL.json', '2026-05-21 1 XDR/AOA mid 1247.52678'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bna, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bna, URL, body);

describe('BNA', () => {
  it('states the bolívar under its own code on the day that has both labels', () => {
    const row = (code: string, figure: string) =>
      `{"taxa":${figure},"tipoCambio":"M","data":"2024-03-01","codigoMoeda":"${code}"}`;
    const body = `{"genericResponse":[${row('VEF', '23.01')},${row('VES', '23.02')}],"success":true}`;
    expect(read(body)).toEqual(['2024-03-01 1 VES/AOA mid 23.02']);
  });

  it.each([
    ['selling rates', WHOLE.replace('"tipoCambio":"M"', '"tipoCambio":"B"'), 'Invalid'],
    ['an answer that reports a failure', WHOLE.replace('true', 'false'), 'Invalid'],
    ['a renamed figure', WHOLE.replace('"taxa"', '"valor"'), 'taxa'],
    ['half a document', WHOLE.slice(0, 300), 'end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
