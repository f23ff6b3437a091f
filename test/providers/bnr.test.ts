import { describe, expect, it } from 'vitest';
import { bnr } from '../../generator/providers/bnr.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BNR, as recorded'))('BNR, as recorded', () => {
  it('states 37 figures on each of 157 days', async () => {
    const counts = countsOf(await readRecordedLines(bnr, 'nbrfxrates2026.xml'));
    expect(counts.map((count) => count.slice(12))).toEqual(Array.from({ length: 157 }, () => '37'));
  });

  it.each([
    '2026-01-05 1 EUR/RON mid 5.0905',
    '2026-01-05 100 JPY/RON mid 2.7816',
    '2026-03-13 1g XAU/RON mid 727.9905',
    '2026-08-19 1 XDR/RON mid 6.1880',
    '2026-08-19 100 HUF/RON mid 1.4375',
  ])('%s', async (line) => expect(await readRecordedLines(bnr, 'nbrfxrates2026.xml')).toContain(line));
});

describe('BNR', () => {
  it.each(['http://www.bnr.ro/xsd', 'https://www.bnr.ro/xsd'])(
    'reads multipliers and gold per gram under %s',
    (xmlns) => {
      const rates = '<Rate currency="HUF" multiplier="100">1.3247</Rate><Rate currency="XAU">621.3365</Rate>';
      const cube = `<OrigCurrency>RON</OrigCurrency><Cube date="2026-01-05">${rates}</Cube>`;
      const body = `<?xml version="1.0"?><DataSet xmlns="${xmlns}"><Body>${cube}</Body></DataSet>`;
      expect(observedLines(bnr, 'https://curs.bnr.ro/files/xml/years/nbrfxrates2026.xml', body)).toEqual([
        '2026-01-05 100 HUF/RON mid 1.3247',
        '2026-01-05 1g XAU/RON mid 621.3365',
      ]);
    },
  );

  const rows = '<Rate currency="EUR">5.0905</Rate><Rate currency="XAU">621.3365</Rate>';
  const year = (cubes: string, currency = 'RON') =>
    `<DataSet xmlns="https://www.bnr.ro/xsd"><Body><OrigCurrency>${currency}</OrigCurrency>${cubes}</Body></DataSet>`;
  const whole = year(`<Cube date="2026-01-05">${rows}</Cube>`);

  it.each([
    ['another reference currency', whole.replace('RON', 'ROL')],
    ['renamed days', whole.replaceAll('Cube', 'Day')],
    ['renamed labels', whole.replaceAll('currency=', 'code=')],
    ['a day that there is not', whole.replace('2026-01-05', '2026-02-30')],
    ['a document cut in the middle', whole.slice(0, -40)],
    ['the page to which the old addresses lead', '<!DOCTYPE html><html><body>BNR</body></html>'],
  ])('refuses %s', (_, body) =>
    expect(() => observedLines(bnr, 'https://curs.bnr.ro/files/xml/years/nbrfxrates2026.xml', body)).toThrow(),
  );
});
