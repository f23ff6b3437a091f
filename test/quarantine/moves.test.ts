/** One figure against the previous one, in cases: digits as published, the pair's history, and the verdict. */
import { describe, expect, it } from 'vitest';
import { isCalm, type Oddity, oddityOf, type Point, sizeOf } from '../../generator/rates/quarantine/steps.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';

const SEK = currencyCode.parse('SEK');
const FRIDAY = parseIsoDate('2026-03-13');
const point = (value: string, daysAgo: number): Point => ({
  date: addDays(FRIDAY, -daysAgo),
  value: Ratio.parse(value),
});
const step = (from: string, to: string, days = 1) => ({ from: point(from, days), to: point(to, 0) });
/** Points that move up and down by the factor from day to day. */
const swinging = (factor: string, count: number) =>
  Array.from({ length: count }, (_, place) => point(place % 2 === 0 ? '1' : factor, count - place));

describe('a step', () => {
  it.each<readonly [string, string, number, readonly Point[], Oddity | null]>([
    ['1.1717', '1.1717', 1, [], null],
    ['1.00', '1.05', 1, [], 'moderate'],
    ['1.00', '1.0501', 1, [], 'move'],
    ['1.00', '1.025', 1, [], null],
    ['1.00', '1.0251', 1, [], 'moderate'],
    // Four days allow twice the move of one day, and nine days three times.
    ['1.00', '1.10', 4, [], 'moderate'],
    ['1.00', '1.1001', 4, [], 'move'],
    ['1.00', '1.15', 9, [], 'moderate'],
    // A move down is judged like a move up by the same factor.
    ['1.05', '1.00', 1, [], 'moderate'],
    ['1.0501', '1.00', 1, [], 'move'],
    // The bound is three times the third largest move, so one or two large moves do not widen it.
    ['1.00', '1.12', 1, swinging('1.04', 40), 'moderate'],
    ['1.00', '1.1201', 1, swinging('1.04', 40), 'move'],
    ['1.00', '1.12', 1, swinging('1.001', 40), 'move'],
    ['1.00', '1.12', 1, [point('1', 5), point('2', 4), point('1', 3)], 'move'],
    ['1.00', '1.12', 1, [point('1', 5), point('2', 4), point('1', 3), point('2', 2)], null],
    // A slip is a power of ten times the day's own move.
    ['18.5', '185', 1, [], 'jump'],
    ['18.5', '1.91', 1, [], 'jump'],
    ['18.5', '1850', 1, swinging('3', 40), 'jump'],
    ['18.5', '0.0185', 1, [], 'jump'],
    ['18.5', '194.2', 1, [], 'jump'],
    ['18.5', '194.3', 1, [], 'move'],
    ['18.5', '185000', 1, [], 'jump'],
    // Inverted pairs; near 1 a figure and its inverse cannot be told apart.
    ['4.25', '0.2353', 1, [], 'flip'],
    ['0.25', '4.1', 1, [], 'flip'],
    ['4.25', '1/4.25', 1, swinging('3', 40), 'flip'],
    ['1.25', '0.8', 1, [], 'flip'],
    ['1.24', '0.8065', 1, [], 'move'],
    ['1.02', '0.98', 1, [], 'moderate'],
  ])('from %s to %s in %i days is judged against its history', (from, to, days, history, oddity) => {
    expect(oddityOf(SEK, step(from, to, days), history)).toBe(oddity);
  });

  it.each([
    ['1', '1.025', true],
    ['1', '1.0250000001', false],
    ['1.0250000001', '1', false],
  ])('from %s to %s is calm: %s', (from, to, calm) => expect(isCalm(SEK, step(from, to))).toBe(calm));

  it.each([
    ['SEK', '1.0501', 'move'],
    ['XAG', '1.0501', null],
    ['XAG', '1.15', 'moderate'],
    ['XAU', '1.1501', 'move'],
  ])('of %s from 1 to %s: %s', (code, to, oddity) => {
    expect(oddityOf(currencyCode.parse(code), step('1', to), [])).toBe(oddity);
  });

  it.each([
    ['4', '5', '0.25'],
    ['5', '4', '0.25'],
    ['3', '3', '0'],
    ['1', '3', '2'],
  ])('from %s to %s has the size %s', (from, to, size) => expect(`${sizeOf(step(from, to))}`).toBe(size));
});
