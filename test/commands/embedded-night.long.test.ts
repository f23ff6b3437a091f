/** A night over the archive of this repository, whose GLOBAL has one wrong figure. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../generator/archive/archive.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';
import { newDisk, night, recordings } from '../support/trees/nights-by-command.ts';

describe('the archive of this repository', () => {
  it('is published without the Cuban peso of 2026-03-04, which NBP calls a dollar', async () => {
    const [store, disk] = [freshFolder(), newDisk()];
    cpSync(EMBEDDED, disk.archive, { recursive: true });
    const { rows } = await readArchive(EMBEDDED, 'ECB');
    const known = new Map(rows.map(({ date, quote, mid }) => [`${quote} ${date}`, mid]));
    const replay = recordings(['2026-03-13'], (code, day) => known.get(`${code} ${day}`) ?? '');
    const { status, summary, stderr } = night(store, replay, disk, '--since', '2026-04-01');
    expect(status, stderr).toBe(2);
    expect(summary).toMatchObject({ outcome: 'published', refusals: [], failures: [] });
    expect(summary.withheld).toEqual([
      expect.stringMatching(/^NBP\/2026-03-04\/CUP: .* CUP begins at 1\.16\d+ per EUR; the nearest of BDI is 28\.56 /),
    ]);
    const table = readFileSync(join(disk.out, 'tables', 'GLOBAL', '2026', '2026-03-04.csv'), 'utf8');
    expect(table).not.toMatch(/^CUP,/m);
    expect(table).toMatch(/^USD,/m);
  });
});
