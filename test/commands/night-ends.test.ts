/** However a night ends, the last line of standard output is one JSON object that agrees with the exit code. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../support/kit/small-disk.ts';
import { newPlace, night, recordingOf } from '../support/trees/one-night.ts';

const sound = recordingOf('1.1415');
const broken = recordingOf('maintenance');

describe('a night ends', () => {
  it('with 0 if it has published', () => {
    const { status, report, stderr } = night(newPlace(), sound);
    expect(report, stderr).toMatchObject({ outcome: 'published', failures: [], refusals: [], error: null });
    expect(report.published).toMatchObject({ release: report.release, sequence: 1, isNew: true });
    expect(status).toBe(0);
  });

  it('with 2 if it has published and a provider failed whose list is late', () => {
    const place = newPlace();
    night(place, sound);
    const { status, report } = night(place, broken);
    expect(report).toMatchObject({ outcome: 'published', failures: [expect.stringMatching(/^ECB: /)], error: null });
    expect(report.published).toMatchObject({ sequence: 2, isNew: false });
    expect(status).toBe(2);
    const tolerant = night(place, broken, '--failures-ok');
    expect(tolerant.report).toMatchObject({ outcome: 'published', failures: report.failures });
    expect(tolerant.status).toBe(0);
  });
});

describe('a night ends with 1, and one line says what to mend,', () => {
  it('if the file of the signing key is missing', () => {
    const { status, report, stderr } = night(newPlace(), sound, '--signing-key', '/nowhere/signing.pem');
    const error = expect.stringContaining('/nowhere/signing.pem: the signing key cannot be read');
    expect(report).toMatchObject({ outcome: 'input', release: null, published: null, error });
    expect(stderr).toBe(`ratetree: ${report.error}\n`);
    expect(status).toBe(1);
  });

  it('if a file of the archive is damaged, with file and line', () => {
    const place = newPlace();
    mkdirSync(join(place.archive, 'ECB'), { recursive: true });
    writeFileSync(join(place.archive, 'ECB', '2026.csv'), 'half a ye');
    const { status, report, stderr } = night(place, sound);
    const error = expect.stringMatching(/\/ECB\/2026\.csv, line 1: /);
    expect(report).toMatchObject({ outcome: 'input', release: null, published: null, error });
    expect(stderr).toContain(`ratetree: ${report.error}\n`);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });
});

describe('a night ends with 6, and prints the stack,', () => {
  it.for(['archive', 'out'] as const)('if the disk of --%s is full', (name, context) => {
    const disk = mountSmallDisk('4k', context);
    const place = { ...newPlace(), [name]: join(disk, 'folder') };
    const { status, report, stderr } = night(place, sound);
    expect(report).toMatchObject({ outcome: 'broken', published: null, error: expect.stringContaining('ENOSPC') });
    expect(report.error).toContain(`'${disk}`);
    expect(stderr).toMatch(/ENOSPC: no space left on device.*\n\s+at /);
    expect([status, existsSync(join(place.store, 'current.json'))]).toEqual([6, false]);
  });
});
