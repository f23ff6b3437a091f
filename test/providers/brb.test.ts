import { describe, expect, it } from 'vitest';
import { brb } from '../../generator/sources/providers/brb.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/brb.ts';

describe.skipIf(!recordingsAreThere('BRB, as recorded'))('BRB, as recorded', () => {
  it.each([['taux-de-change-2026-05-22.html', ['2026-05-22: 3']]])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(brb, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['taux-de-change-2026-05-22.html', '2026-05-22 1 USD/BIF mid 2990.3600 bid 2966.4371 ask 3014.2829'],
    ['taux-de-change-2026-05-22.html', '2026-05-22 1 EUR/BIF mid 3473.2015 bid 3445.4159 ask 3500.9871'],
    ['taux-de-change-2026-05-22.html', '2026-05-22 1 XDR/BIF mid 4086.8353 bid 4054.1406 ask 4119.5300'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(brb, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(brb, URL, body);

describe('BRB', () => {
  it.each([
    ['a page without a PDF to tell the day', WHOLE.replaceAll('.pdf</a>', '</a>'), 'no PDF tells the day'],
    [
      'selling before buying',
      WHOLE.replace('Acheteur', 'x').replace('Vendeur', 'Acheteur').replace('Taux x', 'Taux Vendeur'),
      'the column names are not',
    ],
    ['half a document', WHOLE.slice(0, 400), 'does not close a table'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
