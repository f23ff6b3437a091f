import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRemembered, writeRemembered } from '../../generator/verify/seen.ts';
import { freshFolder } from '../support/banks/archives.ts';

const TARGET = 's3://rates/prod/';
const SIGNED = true;
const SEEN = false;

describe('what verify remembers of a target', () => {
  it('is nothing at first, then the highest sequence, whatever comes after', () => {
    const dir = join(freshFolder(), 'made', 'when needed');
    expect(readRemembered(dir, TARGET, SIGNED)).toBeNull();
    for (const [sequence, expected] of [
      [7, 7],
      [9, 9],
      [8, 9],
    ] as const) {
      writeRemembered(dir, TARGET, sequence, SIGNED);
      expect(readRemembered(dir, TARGET, SIGNED)).toBe(expected);
    }
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it('is of one target only', () => {
    const dir = freshFolder();
    writeRemembered(dir, TARGET, 7, SIGNED);
    expect(readRemembered(dir, 's3://rates/test/', SIGNED)).toBeNull();
  });

  it('without a signature does not count where one is asked for: anybody could write a huge one', () => {
    const dir = freshFolder();
    writeRemembered(dir, TARGET, 7, SIGNED);
    writeRemembered(dir, TARGET, 9_000_000, SEEN);
    expect(readRemembered(dir, TARGET, SIGNED)).toBe(7);
    expect(readRemembered(dir, TARGET, SEEN)).toBe(9_000_000);
  });

  it('that was damaged is named, not taken for nothing', () => {
    const dir = freshFolder();
    writeRemembered(dir, TARGET, 7, SIGNED);
    const [file = ''] = readdirSync(dir);
    writeFileSync(join(dir, file), '{"target":');
    expect(() => readRemembered(dir, TARGET, SIGNED)).toThrow(`${file} is not what verify wrote`);
  });
});
