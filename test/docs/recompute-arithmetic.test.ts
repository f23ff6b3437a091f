/**
 * The second implementation of docs/global.md: what it may import, and that its fractions round as the program's do.
 */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { fraction, parseFraction, quotient, toPlaces, toSignificant } from '../../scripts/audit/fraction.ts';
import { randomOf } from '../support/kit/random.ts';
import { readSources } from '../support/kit/sources.ts';

describe('the second implementation', () => {
  const sources = readSources(['scripts', 'generator']);
  const importsOf = (file: string): readonly string[] => {
    const text = sources.find((source) => source.file === file)?.text ?? '';
    const found = [...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'/gms)].map(
      ([, to = '']) => to,
    );
    return found.map((to) => posix.join(posix.dirname(file), to));
  };
  const reached = new Set(['scripts/audit/recompute.ts']);
  for (const file of reached) for (const to of importsOf(file)) reached.add(to);

  it('reaches no module of the generator that fixes, blends, rounds or reads the archive', () => {
    expect(reached).toContain('scripts/audit/global.ts');
    expect(reached).toContain('generator/sources/providers/ecb.ts');
    const shared = [...reached].filter((file) => /^generator\/(?!providers\/)/.test(file));
    const forbidden =
      /\/(blend|consensus|contributions|rebase|global|fixing|history|sources|provenance|pegs|currencies|archive|rows|year-file|per-unit|quarantine|witnesses|table|views|decimal)\.ts$/;
    expect(shared.filter((file) => forbidden.test(file))).toEqual([]);
  });

  it('uses no floats in its arithmetic', () => {
    const own = sources.filter(({ file }) => /^scripts\/audit\//.test(file) && reached.has(file));
    const code = own.map(({ text }) => text);
    expect(code.length).toBeGreaterThan(5);
    expect(code.join('\n')).not.toMatch(/\bNumber\b|parseFloat|parseInt|\bMath\.|toFixed/);
  });

  it.each([
    ['1.25', '1.25'],
    ['.5', '0.5'],
    ['1e-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['0041.1816', '41.1816'],
  ])('reads %s', (text, digits) => {
    expect(toPlaces(parseFraction(text), 10)).toBe(digits);
  });

  it.each(['', '.', '-1', '1,5', '1.2.3', 'e5', 'NaN', ' 1'])('refuses %j', (text) => {
    expect(() => parseFraction(text)).toThrow(SyntaxError);
  });

  it.each<[bigint, bigint, number, string]>([
    [1n, 3n, 20, '0.33333333333333333333'],
    [2n, 3n, 3, '0.667'],
    [10n, 1n, 3, '10'],
    [9995n, 10n, 3, '1000'],
    [9994n, 10n, 3, '999'],
    [123456n, 1n, 3, '123000'],
    [125n, 100n, 2, '1.3'],
    [1n, 80n, 1, '0.01'],
    [15n, 1000n, 1, '0.02'],
  ])('%i/%i to %i digits is %s', (over, under, digits, expected) => {
    expect(toSignificant(fraction(over, under), digits)).toBe(expected);
  });

  it('rounds as the program does, on 5,000 quotients of all sizes', () => {
    const random = randomOf(4217);
    for (let round = 0; round < 5_000; round++) {
      const [over, under] = [
        1n + random.bigBelow(10n ** BigInt(1 + random.below(30))),
        1n + random.bigBelow(10n ** BigInt(1 + random.below(30))),
      ];
      const [ours, theirs] = [quotient(fraction(over, 1n), fraction(under, 1n)), Ratio.of(over, under)];
      expect(toSignificant(ours, 20), `${over}/${under}`).toBe(`${theirs.roundSignificant(20)}`);
      expect(toPlaces(ours, 10), `${over}/${under}`).toBe(theirs.round(10));
    }
  });
});
