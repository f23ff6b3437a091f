import { describe, expect, it } from 'vitest';
import { isCrossed } from '../../generator/sources/feeds/provider.ts';

describe('a buying and a selling figure', () => {
  it.each([
    ['9.2017', '8.5197', true],
    ['10', '9.99', true],
    ['8.5197', '9.2017', false],
    ['7.10', '7.1', false],
    ['0.5', '0.05', true],
    ['1', '1.000000000000000000001', false],
    ['1.000000000000000000001', '1', true],
    ['', '8.5', false],
    ['8.5', '', false],
  ])('%s and %s: crossed is %s', (bid, ask, crossed) => expect(isCrossed(bid, ask)).toBe(crossed));
});
