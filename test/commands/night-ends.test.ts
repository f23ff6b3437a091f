/** However a night ends, the last line of standard output is one JSON object that agrees with the exit code. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../../generator/commands/lock.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { record } from '../support/banks/recorded-bank.ts';
import { mountSmallDisk } from '../support/kit/small-disk.ts';
import { CODES } from '../support/trees/trees.ts';

const PROGRAM = join(packageRoot(), 'build', 'generator', 'main.js');

/** Every line of JSON has these fields, however far the night came. */
const FIELDS = [
  'checked',
  'error',
  'failures',
  'held',
  'outcome',
  'pending',
  'published',
  'refusals',
  'release',
  'requests',
  'restored',
  'seconds',
];

/** What a night is given: a store, and folders of its own. */
interface Place {
  readonly store: string;
  readonly archive: string;
  readonly out: string;
}

function newPlace(): Place {
  return { store: freshFolder(), archive: join(freshFolder(), 'archive'), out: join(freshFolder(), 'dist') };
}

/** A folder of recordings with one list of the ECB, written by hand in its format. Every currency has the same rate. */
async function recordingOf(rate: string): Promise<string> {
  const cubes = CODES.map((code) => `<Cube currency='${code}' rate='${rate}'/>`).join('');
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-03-13'>${cubes}</Cube></Cube></gesmes:Envelope>`;
  const folder = freshFolder();
  const url = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
  await record(folder, 'ECB', [{ url, body, recordedAt: '2026-03-13T15:00:00Z' }]);
  return folder;
}

const sound = await recordingOf('1.1415');
const broken = await recordingOf('maintenance');

function night({ store, archive, out }: Place, replay: string, ...more: readonly string[]) {
  const where = ['--archive', archive, '--out', out, '--replay', replay, '--provider', 'ECB'];
  const what = ['--bases', 'EUR', '--since', '2026-03-13', '--date', '2026-03-13'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, 'nightly', store, ...where, ...what, ...more],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  const report = JSON.parse(stdout.trimEnd().split('\n').at(-1) || 'null');
  expect(Object.keys(report).sort(), stderr).toEqual(FIELDS);
  return { status, report, stderr };
}

describe('a night ends', () => {
  it('with 0 if it has published', () => {
    const { status, report, stderr } = night(newPlace(), sound);
    expect(report, stderr).toMatchObject({ outcome: 'published', failures: [], refusals: [], error: null });
    expect(report.published).toMatchObject({ release: report.release, sequence: 1, isNew: true });
    expect(status).toBe(0);
  });

  it('with 2 if it has published and a provider failed', () => {
    const place = newPlace();
    night(place, sound);
    const { status, report } = night(place, broken);
    expect(report).toMatchObject({ outcome: 'published', failures: [expect.stringMatching(/^ECB: /)], error: null });
    expect(report.published).toMatchObject({ sequence: 2, isNew: false });
    expect(status).toBe(2);
  });

  it('with 5 if another run is at work on its archive, and it writes nothing', async () => {
    const place = newPlace();
    mkdirSync(place.archive);
    const lock = await acquireLock(place.archive);
    const { status, report, stderr } = night(place, sound);
    await lock?.release();
    const error = `another run is at work on ${place.archive}`;
    expect(report).toMatchObject({ outcome: 'already running', release: null, published: null, error });
    expect(stderr).toBe(`ratetree: ${error}\n`);
    expect([status, existsSync(place.out)]).toEqual([5, false]);
  });

  it('with 4 if the store fails', () => {
    const store = join(freshFolder(), 'file');
    writeFileSync(store, '');
    const { status, report, stderr } = night({ ...newPlace(), store }, sound);
    expect(report).toMatchObject({ outcome: 'store failed', published: null, error: expect.stringContaining(store) });
    expect(stderr).toContain(`ratetree: ${report.error}\n`);
    expect(status).toBe(4);
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
    expect(stderr).toMatch(/ENOSPC: no space left on device.*\n\s+at /);
    expect([status, existsSync(join(place.store, 'current.json'))]).toEqual([6, false]);
  });
});
