import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRemembered, writeRemembered } from '../../generator/release/verify/seen.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { freshFolder } from '../support/banks/archives.ts';

const TARGET = 's3://rates/prod/';
const SIGNED = true;
const SEEN = false;

describe('what verify remembers of a target', () => {
  it('is nothing at first, and then the highest sequence, even if a lower one follows', async () => {
    const dir = join(freshFolder(), 'made', 'when needed');
    expect(await readRemembered(dir, TARGET, SIGNED)).toBeNull();
    for (const [sequence, expected] of [
      [7, 7],
      [9, 9],
      [8, 9],
    ] as const) {
      await writeRemembered(dir, TARGET, sequence, SIGNED);
      expect(await readRemembered(dir, TARGET, SIGNED)).toBe(expected);
    }
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it('applies to one target only', async () => {
    const dir = freshFolder();
    await writeRemembered(dir, TARGET, 7, SIGNED);
    expect(await readRemembered(dir, 's3://rates/test/', SIGNED)).toBeNull();
  });

  it('ignores unsigned sequences if a signature is asked for, because anyone could write a huge one', async () => {
    const dir = freshFolder();
    await writeRemembered(dir, TARGET, 7, SIGNED);
    await writeRemembered(dir, TARGET, 9_000_000, SEEN);
    expect(await readRemembered(dir, TARGET, SIGNED)).toBe(7);
    expect(await readRemembered(dir, TARGET, SEEN)).toBe(9_000_000);
  });

  it('is what a person has said, if that is lower', async () => {
    const dir = freshFolder();
    await writeRemembered(dir, TARGET, 15, SIGNED);
    await writeRemembered(dir, TARGET, 14, SEEN, true);
    expect([await readRemembered(dir, TARGET, SIGNED), await readRemembered(dir, TARGET, SEEN)]).toEqual([15, 15]);
    await writeRemembered(dir, TARGET, 14, SIGNED, true);
    expect([await readRemembered(dir, TARGET, SIGNED), await readRemembered(dir, TARGET, SEEN)]).toEqual([14, 14]);
  });

  it('is refused with the name of its file if it is damaged', async () => {
    const dir = freshFolder();
    await writeRemembered(dir, TARGET, 7, SIGNED);
    const [file = ''] = readdirSync(dir);
    writeFileSync(join(dir, file), '{"target":');
    const read = readRemembered(dir, TARGET, SIGNED);
    await expect(read).rejects.toThrow(InputError);
    await expect(read).rejects.toThrow(`${file} is not what verify writes`);
  });
});
