/** Nights over the archive of this repository: as it is, and where one wrong figure is left to the method. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { EMBEDDED, EMBEDDED_UNTIL } from '../support/trees/embedded.ts';
import { type Disk, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { fileIn } from '../support/trees/tree-files.ts';

/** A first night, in which the ECB says again what it said of its newest day. */
async function firstNight(disk: Disk) {
  const { rows } = await readArchive(EMBEDDED, 'ECB');
  const known = new Map(rows.map(({ date, quote, mid }) => [`${quote} ${date}`, mid]));
  const replay = recordings([EMBEDDED_UNTIL], (code, day) => known.get(`${code} ${day}`) ?? '');
  return night(freshFolder(), replay, disk, '--date', EMBEDDED_UNTIL, '--since', '2026-04-01');
}

function copyOfArchive(): Disk {
  const disk = newDisk();
  cpSync(EMBEDDED, disk.archive, { recursive: true });
  return disk;
}

const tableOf = ({ out }: Disk) => fileIn(out, 'tables/GLOBAL/2026/2026-03-04.csv');

describe('the archive of this repository', () => {
  it('is published as it is: the gate finds nothing wrong in it', async () => {
    const disk = copyOfArchive();
    const { status, summary, stderr } = await firstNight(disk);
    expect(status, stderr).toBe(0);
    expect(summary).toMatchObject({ outcome: 'published', refusals: [], failures: [] });
    expect(tableOf(disk)).toMatch(/^USD,/m);
  });

  it('states no Cuban peso where BDI, three weeks before, had said that it is no dollar', async () => {
    const disk = copyOfArchive();
    rmSync(join(disk.archive, 'NBP', 'holds.csv'));
    await writeLines(disk.archive, 'BDI', ['2026-02-11 EUR/CUP 28.56', '2026-02-11 EUR/USD 1.19']);
    const { status, summary, stderr } = await firstNight(disk);
    expect(status, stderr).toBe(0);
    expect(summary).toMatchObject({ outcome: 'published', refusals: [], failures: [] });
    expect(tableOf(disk)).not.toMatch(/^CUP,/m);
    expect(tableOf(disk)).toMatch(/^USD,/m);
    const provenance = readFileSync(join(disk.out, 'v1', 'provenance', 'GLOBAL', '2026', '03', '04.json'), 'utf8');
    expect(provenance).toMatch(
      /\["CUP","NBP",[^\]]*"left out: disputed: it is the only voice, and BDI stated otherwise on 2026-02-11",""\]/,
    );
  });
});
