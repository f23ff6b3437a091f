/** Figures below 0.001 in dialects: ten significant digits of the exact quotient, wherever a figure stands. */

import { describe, expect, it } from 'vitest';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { readExamples } from '../support/kit/examples.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const { ask } = await gatewayOver(diskStore(writeSmallTree()));

/** GLOBAL's yen and gold per euro on 2026-03-13. */
const YEN = Decimal.parse('172.99');
const GOLD = Decimal.parse('0.00025603824199381527');
const exact = GOLD.over(YEN);
const SMALL = exact.roundSignificant(10).toString();
const OF_100 = Decimal.parse('100').toRatio().times(exact).roundSignificant(10).toString();

it('the example has ten digits that count, of which ten places would show six', () => {
  expect([SMALL, OF_100, exact.round(10)]).toEqual(['0.000001480075392', '0.0001480075392', '0.0000014801']);
});

it.each(readExamples('server/answers/small-rates.txt', 'requests'))('%s', async (url) => {
  const { status, text } = await ask(url);
  expect([status, text]).toEqual([200, expect.stringMatching(new RegExp(`(?<![\\d.])${SMALL}(?!\\d)`))]);
});

it.each(['/oxr/api/convert/100/JPY/XAU', '/fixer/convert?from=JPY&to=XAU&amount=100', '/v6/-/pair/JPY/XAU/100'])(
  '%s converts by the exact quotient',
  async (url) => {
    expect((await ask(url)).text).toContain(`:${OF_100}`);
  },
);

it('an average has as many', async () => {
  // The mean of two days in yen, and of one in gold.
  const yen = YEN.plus(Decimal.parse('172.5'));
  const mean = GOLD.times(Decimal.parse('2')).over(yen).roundSignificant(10);
  const { text } = await ask('/v2/rates?base=JPY&quotes=XAU&from=2026-03-12&group=month');
  expect(text).toContain(`"rate":${mean}}`);
});

it('our own interface keeps the ten places of its specification, and the files of the ECB keep theirs', async () => {
  expect((await ask('/v1/latest?base=JPY&currencies=XAU')).text).toContain('"XAU":0.0000014801}');
  expect((await ask('/v1/convert?amount=1&base=JPY&to=XAU')).text).toContain('"XAU":0.0000014801}');
  expect((await ask('/ecb/GLOBAL/eurofxref-daily.xml')).text).toContain("currency='XAU' rate='0.0002560382'");
});

describe('a figure', () => {
  it.each([
    ['0.001', '0.001'],
    ['0.00123456789123', '0.0012345679'],
    ['0.00099999999999999', '0.001'],
    ['0.000999999999949', '0.0009999999999'],
    ['0.000123456789149', '0.0001234567891'],
    ['-0.000123456789151', '-0.0001234567892'],
    ['1e-30', `0.${'0'.repeat(29)}1`],
    ['0', '0'],
    ['12.00000000005', '12.0000000001'],
  ])('of %s is written %s', (text, written) => {
    expect(Ratio.parse(text).roundFine(10)).toBe(written);
  });
});
