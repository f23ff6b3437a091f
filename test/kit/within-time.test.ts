import { describe, expect, it } from 'vitest';
import { OutOfTime, withinTime } from '../../generator/kit/within-time.ts';

describe('what runs within a time', () => {
  it('gives what it returns', () => expect(withinTime(60_000, () => [1, 2])).toEqual([1, 2]));

  it('throws what it throws, as it is', () => {
    const fault = new RangeError('of its own');
    const thrown = () =>
      withinTime(60_000, () => {
        throw fault;
      });
    expect(thrown).toThrow(fault);
  });

  it.each<[string, () => unknown]>([
    ['a regular expression', () => /^(<!--[\s\S]*?-->\s*)*<html/.test(`${'<!---->'.repeat(60)}x`)],
    [
      'a loop, whatever it catches',
      () => {
        for (;;) {
          try {
            while (Date.now() > 0);
          } catch {}
        }
      },
    ],
  ])('ends %s', (_, task) => expect(() => withinTime(100, task)).toThrow(OutOfTime));

  it('can be called again afterwards', () => {
    expect(() =>
      withinTime(50, () => {
        for (;;);
      }),
    ).toThrow(OutOfTime);
    expect(withinTime(60_000, () => 'read')).toBe('read');
  });
});
