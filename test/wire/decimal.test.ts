/** Exact arithmetic: cases computed elsewhere, texts that are not numbers, and one conversion by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { tenTo } from '../../generator/wire/exact/digits.ts';

type Operation = (...operands: readonly string[]) => string;

const whole = (text = '') => Number.parseInt(text, 10);
const quotient = (left = '', right = '') => Decimal.parse(left).over(Decimal.parse(right));

const OPERATIONS: Readonly<Record<string, Operation>> = {
  parse: (text = '') => Decimal.parse(text).toString(),
  round: (text = '', places) => Decimal.parse(text).toRatio().round(whole(places)),
  plus: (left = '', right = '') => Decimal.parse(left).plus(Decimal.parse(right)).toString(),
  times: (left = '', right = '') => Decimal.parse(left).times(Decimal.parse(right)).toString(),
  over: (left, right, places) => quotient(left, right).round(whole(places)),
  significant: (left, right, figures) => quotient(left, right).roundSignificant(whole(figures)).toString(),
  ratio: (left, right) => quotient(left, right).toString(),
  compare: (left = '', right = '') => String(Decimal.parse(left).compareTo(Decimal.parse(right))),
};

const cases = readFileSync(join(packageRoot(), 'test', 'wire', 'decimal-cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): [string, string, readonly string[], string] => {
    const [question = '', expected = ''] = line.split(' = ');
    const [operation = '', ...operands] = question.split(' ');
    return [line, operation, operands, expected];
  });

describe('cases computed elsewhere', () => {
  it('number in the hundreds and cover every operation', () => {
    expect(cases.length).toBeGreaterThan(500);
    expect(new Set(cases.map(([, operation]) => operation))).toEqual(new Set(Object.keys(OPERATIONS)));
  });

  it.each(cases)('%s', (_, operation, operands, expected) => {
    expect(OPERATIONS[operation]?.(...operands)).toBe(expected);
  });

  it.each(cases.filter(([, operation]) => operation === 'ratio'))(
    'the result reads back: %s',
    (_, __, operands, text) => {
      expect(Ratio.parse(text).compareTo(quotient(operands[0], operands[1]))).toBe(0);
      expect(Ratio.parse(text).toString()).toBe(text);
    },
  );
});

describe('a text that is not a number is refused with that text', () => {
  it.each([
    ...['', '.', '-', '+', '-.', '+.', 'e5', '.e5', '1e', '1e+', '1e1.5', '1e12345', '1ee5', '1e5e5'],
    ...['1,5', '1.234,5', '1 000', '1_000', "1'000", ' 1', '1 ', '\t1', '1\n', '1\u00a0', '- 1', '1 e5'],
    ...['--1', '++1', '+-1', '1-', '1+1', '1.2.3', '1..2', '0x10', '0b1', '0o7', '1n', '1f', '1/2', '50%', '€1', '1€'],
    ...['NaN', 'Infinity', '-Infinity', 'null', 'N/A', 'ND', '−1', '١٢', '１', '½', 'e', 'E', 'one'],
  ])('%j', (text) => {
    expect(() => Decimal.parse(text)).toThrow(SyntaxError);
    expect(() => Decimal.parse(text)).toThrow(JSON.stringify(text));
  });

  it.each(['1/', '/2', '1/2/3', '1/x', '', '1/ 2'])('as a ratio: %j', (text) => {
    expect(() => Ratio.parse(text)).toThrow(SyntaxError);
  });

  it('of which at most 60 characters are quoted', () => {
    expect(() => Decimal.parse('x'.repeat(1000))).toThrow(new SyntaxError(`not a decimal number: "${'x'.repeat(60)}"`));
  });
});

describe('division by zero is refused', () => {
  it.each([
    ['a number over 0', () => quotient('1', '0')],
    ['0 over 0', () => quotient('0', '0.00')],
    ['the inverse of 0', () => quotient('0', '5').inverse()],
    ['the text n/0', () => Ratio.parse('1/0')],
  ])('%s', (_, divide) => {
    expect(divide).toThrow(RangeError);
  });
});

describe('powers of ten', () => {
  it.each([0, 1, 2, 9, 10, 60, 400])('10 to the power %i', (power) => {
    expect(tenTo(power).toString()).toBe(`1${'0'.repeat(power)}`);
  });

  it('exist for exponents of 0 or more only', () => {
    expect(() => tenTo(-1)).toThrow(RangeError);
  });
});
