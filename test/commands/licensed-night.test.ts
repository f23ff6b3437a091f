/** `nightly --licence`: what is published has nothing of the sources left out, and the archive loses nothing of them. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStatus } from '../../generator/wire/answers/status.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';
import { calm, DAYS, type Disk, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';

const replay = recordings(DAYS, calm);
const LICENSED = ['--licence', 'free,attribution'] as const;

/** An archive with a bank of which no terms are known. */
function diskWithBanguat(): Disk {
  const disk = newDisk();
  mkdirSync(disk.archive, { recursive: true });
  cpSync(join(EMBEDDED, 'BANGUAT'), join(disk.archive, 'BANGUAT'), { recursive: true });
  return disk;
}

const statusIn = ({ out }: Disk) => parseStatus(readFileSync(join(out, 'v1', 'status.json'), 'utf8'));
const providersIn = (disk: Disk) => statusIn(disk).providers.map(({ provider }) => provider);

describe('nightly --licence', () => {
  it('publishes a tree without the sources of other classes, and names them by class', () => {
    const [store, disk] = [freshFolder(), diskWithBanguat()];
    const { status, summary, stderr } = night(store, replay, disk, ...LICENSED);
    expect(status, stderr).toBe(0);
    expect(summary).toMatchObject({ outcome: 'published', refusals: [], failures: [] });
    expect(stderr).toMatch(/^left out, unknown: .*\bBANGUAT\b/m);
    expect(stderr).toMatch(/^left out, non-commercial: .*\bBOJ\b/m);
    expect(stderr).not.toMatch(/^left out, (free|attribution)/m);
    expect(providersIn(disk)).toEqual(['GLOBAL', 'ECB']);
    expect(statusIn(disk).leftOut).toContain('BANGUAT');
    expect(existsSync(join(store, 'v1', 'providers', 'BANGUAT'))).toBe(false);
  });

  it('keeps their figures in the archive: an empty disk restores them, and a night without the flag shows them', () => {
    const store = freshFolder();
    night(store, replay, diskWithBanguat(), ...LICENSED);
    const empty = newDisk();
    const again = night(store, replay, empty, '--whole', ...LICENSED);
    expect(again.status, again.stderr).toBe(0);
    expect([again.summary.published.isNew, providersIn(empty)]).toEqual([false, ['GLOBAL', 'ECB']]);
    const open = night(store, replay, empty);
    expect(open.status, open.stderr).toBe(0);
    expect(open.summary.published.isNew).toBe(true);
    expect(providersIn(empty)).toEqual(['GLOBAL', 'BANGUAT', 'ECB']);
    expect(statusIn(empty)).not.toHaveProperty('leftOut');
  });
});
