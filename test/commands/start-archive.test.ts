/** Which archive `start` begins with. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasFigures } from '../../generator/commands/cli/embedded.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';

describe('an archive has figures of its own', () => {
  it('not where there is no folder', () => expect(hasFigures(join(freshFolder(), 'archive'))).toBe(false));

  it('not after a collect or a night that reached nobody, which leaves folders and ledgers', () => {
    const dir = freshFolder();
    mkdirSync(join(dir, 'ECB'));
    writeFileSync(join(dir, 'ECB', 'asked.csv'), 'asked\n');
    writeFileSync(join(dir, 'lock'), '');
    expect(hasFigures(dir)).toBe(false);
  });

  it('once a year of one bank is there', async () => {
    const dir = freshFolder();
    await writeLines(dir, 'ECB', ['2026-03-12 EUR/USD 1.15']);
    expect(hasFigures(dir)).toBe(true);
  });
});
