/** A bank whose euro is a price of its own and that no catalogue names: what CBTT and BNR published on 2026-08-19. */
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { definition } from '../support/banks/archives.ts';
import { blended, figureOf, type Published, traceOf } from '../support/trees/blended.ts';
import { CODES } from '../support/trees/trees.ts';

const DAY = parseIsoDate('2026-08-19');

/** A euro is 1.2745 of its dollars, and the market had 1.1624. */
const odd = (day: string): Published[number] => [
  definition('ODD', 'TTD'),
  [
    ...['EUR/TTD 8.4583~8.7219', 'GBP/TTD 9.1096~9.8217', 'USD/TTD 6.7147~6.7653'],
    ...['JMD/TTD 0.0412~0.0427', 'GYD/TTD 0.0316~0.0328'],
  ].map((figures) => `${day} ${figures}`),
];
const BNR: Published[number] = [
  definition('BNR', 'RON'),
  ['EUR/RON 5.2452', 'USD/RON 4.5190', 'GBP/RON 6.1269'].map((figures) => `${DAY} ${figures}`),
];
const inEuro = (code: string, dollars: string): Published[number] => [
  definition(code, 'EUR'),
  [`${DAY} EUR/USD ${dollars}`],
];

describe('a euro that is 10 % above the market’s', () => {
  it.each(['2026-08-19', '2026-08-14'])('rebases nothing where banks agree on the dollar: a list of %s', (day) => {
    const made = blended([odd(day), BNR, inEuro('AAA', '1.1624'), inEuro('BBB', '1.1631')], DAY);
    expect(figureOf(made, 'USD')).toBe('1.1624 median');
    // 6.74 / 0.04195 = 160.67 Jamaican dollars to the dollar; 204.76 to its own euro.
    expect(figureOf(made, 'JMD')).toBe('186.7598569725864124 single');
    expect(traceOf(made, 'JMD')[0]).toMatch(/used by USD$/);
    expect(figureOf(made, 'TTD')).toBe('7.834576 single');
  });

  it('leaves no fixing where only one other bank states the dollar, since nobody can tell which of the two is right', () => {
    const others = CODES.map((code) => `${DAY} EUR/${code} 2`).filter((line) => !/USD|TTD|JMD|GYD/.test(line));
    const banks: Published = [odd(DAY), [definition('ECB', 'EUR'), [`${DAY} EUR/USD 1.1607`, ...others]]];
    const made = blended(banks, DAY);
    expect(traceOf(made, 'USD')[0]).toBe('ECB 2026-08-19 1.1607 left out: disputed: the two are more than 3 % apart');
    expect(made.gap).toBe('the banks contradict each other on USD');
    expect(blended(banks.slice(1), DAY).gap).toBeNull();
  });

  it('leaves none where it is the only voice, and another bank denies it', () => {
    const before = parseIsoDate('2026-08-05');
    const banks: Published = [odd(DAY), [definition('ECB', 'EUR'), [`${before} EUR/USD 1.15`]]];
    expect(blended(banks, DAY).gap).toBe('the banks contradict each other on USD');
  });
});
