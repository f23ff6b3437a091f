/** One figure against the one before: what is a slip of the hand, and how large a step is. */
import { describe, expect, it } from 'vitest';
import { sizeOf, slipOf } from '../../generator/rates/quarantine/steps.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';

const date = parseIsoDate('2026-03-13');
const step = (from: string, to: string) => ({
  from: { date, value: Ratio.parse(from) },
  to: { date, value: Ratio.parse(to) },
});

describe('a step', () => {
  it.each([
    // A slip is a power of ten times the day's own move.
    ['18.5', '185', 'jump'],
    ['18.5', '1.91', 'jump'],
    ['18.5', '1850', 'jump'],
    ['18.5', '0.0185', 'jump'],
    ['18.5', '194.2', 'jump'],
    ['18.5', '194.3', null],
    ['18.5', '185000', 'jump'],
    // Inverted pairs; near 1 a figure and its inverse cannot be told apart.
    ['4.25', '0.2353', 'flip'],
    ['0.25', '4.1', 'flip'],
    ['4.25', '1/4.25', 'flip'],
    ['1.25', '0.8', 'flip'],
    ['1.24', '0.8065', null],
    ['1', '2', null],
  ])('from %s to %s is a slip: %s', (from, to, slip) => expect(slipOf(step(from, to))).toBe(slip));

  it.each([
    ['4', '5', '0.25'],
    ['5', '4', '0.25'],
    ['3', '3', '0'],
    ['1', '3', '2'],
  ])('from %s to %s has the size %s', (from, to, size) => expect(`${sizeOf(step(from, to))}`).toBe(size));
});
