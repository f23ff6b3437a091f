import { describe, expect, it } from 'vitest';
import { cbg } from '../../generator/sources/providers/cbg.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbg.ts';

describe.skipIf(!recordingsAreThere('CBG, as recorded'))('CBG, as recorded', () => {
  it.each([
    ['indicative-USD.json', [530, '2024-02-01: 1', '2026-05-22: 1']],
    ['indicative-XOF.json', [527, '2024-02-05: 1', '2026-05-22: 1']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(cbg, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['indicative-USD.json', '2026-05-22 1 USD/GMD mid 72.39'],
    ['indicative-JPY.json', '2026-05-22 100 JPY/GMD mid 45.47'],
    ['indicative-XOF.json', '2026-05-21 5000 XOF/GMD mid 642.93'],
    ['indicative-XDR.json', '2026-05-20 1 XDR/GMD mid 99.05'],
    ['indicative-EGP.json', '2026-05-22 1 EGP/GMD mid 1.37'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbg, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(cbg, URL, body);

describe('CBG', () => {
  it.each('AED AUD BRL CAD CNY EUR GBP HKD INR KWD LKR NZD PHP SAR SGD THB TRY TWD ZAR'.split(' '))(
    'reads %s per one',
    (code) => {
      const lines = observedLines(cbg, URL.replace('USD', code), WHOLE);
      expect(lines).toEqual(read(WHOLE).map((line) => line.replace('USD', code)));
      expect(lines.length).toBeGreaterThan(0);
    },
  );

  it('reads no day from a time that is no midnight', () => {
    const lines = read(WHOLE.replace('1779408000000', '1779408000001'));
    expect(lines).toEqual(read(WHOLE).filter((line) => !line.startsWith('2026-05-22')));
  });

  it.each(['DKK', 'NOK', 'GHS', 'GNF', 'SLL', 'CHF', 'SEK', 'NGN'])('does not read %s', (code) => {
    expect(cbg.feeds.filter(({ matches }) => matches.test(URL.replace('USD', code)))).toEqual([]);
  });

  it.each([
    ['a third column', WHOLE.replace('72.39', '72.39,72.5'), 'Too big'],
    ['half a document', WHOLE.slice(0, 30), 'end of'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
