import { describe, expect, it } from 'vitest';
import { beac } from '../../generator/sources/providers/beac.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/beac.ts';

describe.skipIf(!recordingsAreThere('BEAC, as recorded'))('BEAC, as recorded', () => {
  it.each([['home-2026-05-22.html', ['2026-05-22: 13']]])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(beac, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['home-2026-05-22.html', '2026-05-22 1 EUR/XAF bid 655.957 ask 655.957'],
    ['home-2026-05-22.html', '2026-05-22 1 USD/XAF bid 561.2317 ask 566.0505'],
    ['home-2026-05-22.html', '2026-05-22 1 JPY/XAF bid 3.5348 ask 3.5706'],
    ['home-2026-05-22.html', '2026-05-22 1 ZAR/XAF bid 34.131 ask 34.4901'],
    ['home-2026-05-22.html', '2026-05-22 1 DKK/XAF bid 87.3369 ask 88.2182'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(beac, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(beac, URL, body);

describe('BEAC', () => {
  it.each([
    ['a page without its day', WHOLE.replace('Date de valeur', 'Valeur'), 'dated undefined'],
    [
      'a pair without its selling rate',
      WHOLE.replace('id="right" style="width: 30%;">\n  566.0505', 'id="right">'),
      '2 pairs',
    ],
    [
      'selling before buying',
      WHOLE.replace('ACHAT', 'x').replace('VENTE', 'ACHAT').replace(' x ', ' VENTE '),
      'there is no list',
    ],
    ['half a document', WHOLE.slice(0, 600), 'pairs'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
