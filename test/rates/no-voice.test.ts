/** Figures that a bank states and that are no voice in GLOBAL: averages of deals that no other market knows. */
import { describe, expect, it } from 'vitest';
import { toFixingTable } from '../../generator/rates/blend/fixing.ts';
import { bnr } from '../../generator/sources/providers/bnr.ts';
import { cbtt } from '../../generator/sources/providers/cbtt.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { definition, history } from '../support/banks/archives.ts';
import { blended, figureOf, type Published, traceOf } from '../support/trees/blended.ts';
import { CODES } from '../support/trees/trees.ts';

const DAY = parseIsoDate('2026-08-19');
const WHY = 'no voice: an average of deals, 3 to 17 % above the cross by its dollar (January to September 2026)';

/** As published. A euro is 1.2745 of CBTT's dollars and 1.1607 of BNR's; the market had 1.1624. */
const CBTT = [
  ...['EUR/TTD 8.4583~8.7219', 'GBP/TTD 9.1096~9.8217', 'CAD/TTD 4.8501~5.4860', 'USD/TTD 6.7147~6.7653'],
  ...['JMD/TTD 0.0412~0.0427', 'GYD/TTD 0.0316~0.0328'],
].map((figures) => `${DAY} ${figures}`);
const BNR = ['EUR/RON 5.2452', 'USD/RON 4.5190', 'GBP/RON 6.1269'].map((figures) => `${DAY} ${figures}`);
const PUBLISHED: Published = [
  [bnr, BNR],
  [cbtt, CBTT],
];

describe('what CBTT states of the euro', () => {
  it('has no vote on the dollar, on which all pegs to it hang', () => {
    expect(figureOf(blended(PUBLISHED, DAY), 'USD')).toBe('1.160699269749944678 single');
    expect(traceOf(blended(PUBLISHED, DAY), 'USD')).toContain('CBTT 2026-08-19 - left out: its EUR figure is no voice');
  });

  it.each([
    ['TTD', '7.8231130781146271297', '6.74 to the dollar, its own figure'],
    ['JMD', '186.48660496101614135', '160.67 to the dollar'],
    ['GYD', '242.95382230169649471', '209.32 to the dollar'],
  ])('rebases nothing: %s is %s, %s', (code, figure) => {
    expect(figureOf(blended(PUBLISHED, DAY), code)).toBe(`${figure} single`);
  });

  it('is told from its pound and its Canadian dollar, which are no voice either', () => {
    expect(figureOf(blended(PUBLISHED, DAY), 'GBP')).toBe('0.85609361993830485237 single');
    expect(traceOf(blended(PUBLISHED, DAY), 'GBP')).toContain(`CBTT 2026-08-19 - left out: ${WHY}`);
    expect(figureOf(blended(PUBLISHED, DAY), 'CAD')).toBe('none');
  });

  it('is in its own answers as it was', () => {
    const { figures } = toFixingTable(history(cbtt, CBTT).fixing(DAY));
    expect([...figures.keys()].sort()).toEqual(['CAD', 'EUR', 'GBP', 'GYD', 'JMD', 'TTD', 'USD']);
  });
});

describe('a currency that any other bank names so', () => {
  const day = parseIsoDate('2026-03-13');
  const voiceless = (...codes: readonly string[]) =>
    definition('ODD', 'TTD', { noVoice: Object.fromEntries(codes.map((code) => [code, 'as its page says'])) });
  const inEuro = definition('AAA', 'EUR');

  it('is not missing where nobody else states it', () => {
    const [ours, theirs] = [CODES.slice(1, 6), CODES.slice(6, 24)];
    const lines = [...ours.map((code) => `${day} ${code}/TTD 0.7`), `${day} USD/TTD 6.7`];
    const others = [...theirs.map((code) => `${day} EUR/${code} 2`), `${day} EUR/USD 1.15`];
    const { missing, gap } = blended(
      [
        [voiceless(...ours), lines],
        [inEuro, others],
      ],
      day,
    );
    expect(missing.map(({ currency }) => currency)).toEqual([...ours].sort());
    expect(gap).toBeNull();
  });

  it('does not speak again when it is the only voice of 45 days', () => {
    const old = [`2026-02-20 SEK/TTD 0.35`, `2026-02-20 EUR/TTD 7.8`, `2026-02-20 USD/TTD 6.7`];
    const published: Published = [
      [voiceless('SEK'), old],
      [inEuro, [`${day} EUR/SEK 11`, `${day} EUR/USD 1.15`]],
    ];
    expect(figureOf(blended(published, day), 'SEK')).toBe('11 single');
  });
});
